import Stitcher

// The compiler's errors for statements and factories that register nothing that can be injected.

final class Player: Sendable {
  func prepare() {}
}

struct Handle: ~Copyable {
  let number = 1
}

let forgotten = DependencyContainer {
  Dependency {
    let player = Player()
    player.prepare()
    player
  }
  .scope(.singleton)
}
// error: 'buildBlock' is unavailable: A statement in these braces registers nothing that can be injected; see the warning at the statement. Write 'return' before the instance if a factory returns 'Void', register a class instead of a noncopyable type, and write 'EnglishGreeter()' or use '@Registerable' instead of 'EnglishGreeter.self'.

let forgottenName = DependencyContainer {
  Dependency(named: "player") {
    let player = Player()
    player.prepare()
  }
}
// error: 'buildBlock' is unavailable: A statement in these braces registers nothing that can be injected; see the warning at the statement. Write 'return' before the instance if a factory returns 'Void', register a class instead of a noncopyable type, and write 'EnglishGreeter()' or use '@Registerable' instead of 'EnglishGreeter.self'.

let forgottenAsynchronously = DependencyContainer {
  Dependency { await Task.yield() }
}
// error: 'buildBlock' is unavailable: A statement in these braces registers nothing that can be injected; see the warning at the statement. Write 'return' before the instance if a factory returns 'Void', register a class instead of a noncopyable type, and write 'EnglishGreeter()' or use '@Registerable' instead of 'EnglishGreeter.self'.

let forgottenInAGroup = DependencyContainer {
  DependencyGroup { Dependency { Player().prepare() } }
}
// error: 'buildBlock' is unavailable: A statement in these braces registers nothing that can be injected; see the warning at the statement. Write 'return' before the instance if a factory returns 'Void', register a class instead of a noncopyable type, and write 'EnglishGreeter()' or use '@Registerable' instead of 'EnglishGreeter.self'.

let forgottenInAGraph = DependencyGraph.process.child {
  Dependency { Player().prepare() }
}
// error: 'buildBlock' is unavailable: A statement in these braces registers nothing that can be injected; see the warning at the statement. Write 'return' before the instance if a factory returns 'Void', register a class instead of a noncopyable type, and write 'EnglishGreeter()' or use '@Registerable' instead of 'EnglishGreeter.self'.

struct Forgotten: DependencyRepresenting {
  var dependencyProvider: DependencyFactory.Provider<Void> {
    DependencyFactory.Provider { Player().prepare() }
  }
}

let forgottenProvider = DependencyContainer {
  Forgotten()
}
// error: 'buildBlock' is unavailable: A statement in these braces registers nothing that can be injected; see the warning at the statement. Write 'return' before the instance if a factory returns 'Void', register a class instead of a noncopyable type, and write 'EnglishGreeter()' or use '@Registerable' instead of 'EnglishGreeter.self'.

let call = DependencyContainer {
  Player().prepare()
}
// error: 'buildBlock' is unavailable: A statement in these braces registers nothing that can be injected; see the warning at the statement. Write 'return' before the instance if a factory returns 'Void', register a class instead of a noncopyable type, and write 'EnglishGreeter()' or use '@Registerable' instead of 'EnglishGreeter.self'.

let noncopyable = DependencyContainer {
  Dependency { Handle() }
}
// error: 'buildBlock' is unavailable: A statement in these braces registers nothing that can be injected; see the warning at the statement. Write 'return' before the instance if a factory returns 'Void', register a class instead of a noncopyable type, and write 'EnglishGreeter()' or use '@Registerable' instead of 'EnglishGreeter.self'.

let noncopyableInAGraph = DependencyGraph.process.isolated {
  Dependency { Handle() }
}
// error: 'buildBlock' is unavailable: A statement in these braces registers nothing that can be injected; see the warning at the statement. Write 'return' before the instance if a factory returns 'Void', register a class instead of a noncopyable type, and write 'EnglishGreeter()' or use '@Registerable' instead of 'EnglishGreeter.self'.

let noncopyableStatement = DependencyContainer {
  Handle()
}
// error: 'buildExpression' is unavailable: A noncopyable instance cannot be registered, since each injection gets a copy. Register a class that holds the instance.

let type = DependencyContainer {
  Player.self
}
// error: 'buildBlock' is unavailable: A statement in these braces registers nothing that can be injected; see the warning at the statement. Write 'return' before the instance if a factory returns 'Void', register a class instead of a noncopyable type, and write 'EnglishGreeter()' or use '@Registerable' instead of 'EnglishGreeter.self'.

let typeInAGraph = DependencyGraph.process.child {
  Player.self
}
// error: 'buildBlock' is unavailable: A statement in these braces registers nothing that can be injected; see the warning at the statement. Write 'return' before the instance if a factory returns 'Void', register a class instead of a noncopyable type, and write 'EnglishGreeter()' or use '@Registerable' instead of 'EnglishGreeter.self'.

let factoryOfAType = DependencyContainer {
  Dependency { Player.self }
}
// error: 'buildBlock' is unavailable: A statement in these braces registers nothing that can be injected; see the warning at the statement. Write 'return' before the instance if a factory returns 'Void', register a class instead of a noncopyable type, and write 'EnglishGreeter()' or use '@Registerable' instead of 'EnglishGreeter.self'.

protocol Playing {}

let factoryOfATypeThatConforms = DependencyContainer {
  Dependency { Player.self }.conforms(to: (any Playing).self)
}
// error: 'buildBlock' is unavailable: A statement in these braces registers nothing that can be injected; see the warning at the statement. Write 'return' before the instance if a factory returns 'Void', register a class instead of a noncopyable type, and write 'EnglishGreeter()' or use '@Registerable' instead of 'EnglishGreeter.self'.

let factoryOfATypeByTwoTypes = DependencyGraph.process.child {
  Dependency(conformingTo: (any Playing).self) { Player.self }
}
// error: 'buildBlock' is unavailable: A statement in these braces registers nothing that can be injected; see the warning at the statement. Write 'return' before the instance if a factory returns 'Void', register a class instead of a noncopyable type, and write 'EnglishGreeter()' or use '@Registerable' instead of 'EnglishGreeter.self'.

let inABranch = DependencyContainer {
  if Bool.random() {
    Dependency { Player() }
    Dependency { Player().prepare() }
  }
}
// error: 'buildBlock' is unavailable: A statement in these braces registers nothing that can be injected; see the warning at the statement. Write 'return' before the instance if a factory returns 'Void', register a class instead of a noncopyable type, and write 'EnglishGreeter()' or use '@Registerable' instead of 'EnglishGreeter.self'.
