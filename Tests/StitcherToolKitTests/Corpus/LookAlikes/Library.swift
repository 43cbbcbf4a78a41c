/// The words of the library, with another meaning.
struct DependencyContainer {
  init(@Builder dependencies: () -> [Int]) {}
}

@resultBuilder enum Builder {
  static func buildExpression(_ dependency: Dependency) -> [Int] { [] }
  static func buildBlock(_ parts: [Int]...) -> [Int] { [] }
}

struct Dependency {
  init<T>(make: () -> T) {}
  init<T>(named: String, make: () -> T) {}
}

enum DependencyGraph {
  static func inject<T>() throws -> T { throw Absent() }
  static func inject<T>(byName name: String) throws -> T { throw Absent() }
}

struct Absent: Error {}

@propertyWrapper struct Injected<T> {
  var wrappedValue: T { fatalError() }
  init(name: String) {}
}

func inject<T>() -> T { fatalError() }
