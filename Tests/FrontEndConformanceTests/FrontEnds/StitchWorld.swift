import Stitch
import StitcherTestSupport

/// Stitch: a key for each type; the first registration is its default value.
struct StitchWorld: FrontEnd, DependencyLifecycleScope {
  static var cycles: Cycles { .stopTheProgram }

  func register<Value: Sendable>(
    _ type: Value.Type, _ factory: @escaping @Sendable (Self) throws -> Value
  ) {
    let isFirst = Defaults.factories.change { factories in
      let isFirst = factories[ObjectIdentifier(type)] == nil
      if isFirst { factories[ObjectIdentifier(type)] = { try factory(self) } }
      return isFirst
    }
    // A replacement is created at once: the map holds values, not factories.
    if !isFirst, let value = try? factory(self) {
      register(key: Key<Value>.self, dependency: value)
    }
  }

  func resolve<Value: Sendable>(_ type: Value.Type) throws -> Value {
    guard Defaults.factories.value[ObjectIdentifier(type)] != nil else {
      throw DoesNotCompile(type: "\(type)")
    }
    let result = resolve(key: Key<Value>.self)
    return try result.get()
  }

  func register<Value>(key: Key<Value>.Type, dependency: Value) {
    register(key: key, dependency: Result<Value, any Error>.success(dependency))
  }

  func end() {}

  /// An error in place of the compiler error that a missing dependency is in this front end.
  struct DoesNotCompile: Error {
    let type: String
  }

  /// The key of a type.
  struct Key<Value: Sendable>: DependencyKey {
    static var dependency: Result<Value, any Error> {
      Result { try Defaults.factories.value[ObjectIdentifier(Value.self)]!() as! Value }
    }
  }

  /// The factories of the keys' default values.
  private enum Defaults {
    static let factories = Box<[ObjectIdentifier: @Sendable () throws -> any Sendable]>([:])
  }
}
