import Stitcher

enum Kind: Hashable { case root, leaf }

final class Passed: Sendable {
  init(_ number: Int, _ next: Passed) {}
}

final class Literal: Sendable {
  init(_ number: Int, _ next: Literal) {}
}

final class Case: Sendable {
  init(_ kind: Kind, _ next: Case) {}
}

final class Mixed: Sendable {
  init(_ number: Int, _ text: String, _ next: Mixed) {}
}

final class Plain: Sendable {
  init(_ number: Numbered) {}
}

final class Numbered: Sendable {
  init(_ number: Int, _ plain: Plain) {}
}

final class Function: Sendable {
  init(_ number: Int, _ next: Function) {}
}

func makeFunction(_ number: Int) throws -> Function {
  Function(number, try DependencyGraph.inject(parameters: number))
}

let app = DependencyContainer {
  Dependency { (number: Int) in
    Passed(number, try DependencyGraph.inject(parameters: number))
  }
  .scope(.singleton)
  Dependency { (number: Int) in
    let next: Literal = try DependencyGraph.inject(parameters: 5)
    return Literal(number, next)
  }
  Dependency { (kind: Kind) in
    Case(kind, try DependencyGraph.inject(parameters: Kind.leaf))
  }
  // Each value is one of finitely many.
  Dependency { (number: Int, text: String) in
    Mixed(number, text, try DependencyGraph.inject(parameters: number, "leaf"))
  }
  // What takes no parameters comes back.
  Dependency { Plain(try DependencyGraph.inject(parameters: 1)) }
  Dependency { (number: Int) in Numbered(number, try DependencyGraph.inject()) }
  Dependency(dependency: makeFunction)
}

func run() throws {
  let passed: Passed = try DependencyGraph.inject(parameters: 1)
  let literal: Literal = try DependencyGraph.inject(parameters: 1)
  let kind: Case = try DependencyGraph.inject(parameters: Kind.root)
  let mixed: Mixed = try DependencyGraph.inject(parameters: 1, "root")
  let plain: Plain = try DependencyGraph.inject()
  let function: Function = try DependencyGraph.inject(parameters: 1)
  print(passed, literal, kind, mixed, plain, function)
}
