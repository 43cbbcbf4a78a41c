internal import StitcherEngine

/// Injects by type.
final class TypeInjectedStorage<Value>: InjectedStorage<Value>, @unchecked Sendable {
  // Safe: see `InjectedStorage`.

  override func inject() throws -> Value { try DependencyGraph.shared.resolve(Value.self) }

  override var context: InjectionError.DependencyContext { .type("\(Value.self)") }

  override var mayBeEmpty: Bool { false }
}

/// Injects in a way that a closure says.
final class ClosureInjectedStorage<Value>: InjectedStorage<Value>, @unchecked Sendable {
  // Safe: see `InjectedStorage`; the closure is called with constants only.

  /// What is asked for.
  private let key: InjectionError.DependencyContext

  /// Injects a value.
  private let injection: () throws -> Value

  /// Creates an empty storage.
  init(
    _ key: InjectionError.DependencyContext, file: StaticString, line: UInt,
    _ injection: @escaping () throws -> Value
  ) {
    self.key = key
    self.injection = injection
    super.init(file: file, line: line)
  }

  override func inject() throws -> Value { try injection() }

  override var context: InjectionError.DependencyContext { key }
}
