internal import StitcherEngine

/// The access of one property to the dependency of a ``Stitchable`` type. It holds the property's
/// own instance if the scope is ``StitchableScope/unique``.
@MainActor
final class InjectionSite<Type: Stitchable> {
  /// The property's own instance; `nil` before the first read.
  private var instance: Type.Dependency?

  /// The replacement that was registered for the type when the property resolved its instance.
  private var replacement: Replacement<Type.Dependency>?

  /// Creates the access of a property that has not resolved an instance yet.
  init() {}

  /// A closure that reads the dependency, or writes a new value if there is one.
  var access: (_ newValue: UnsafePointer<Type.Dependency>?) -> Type.Dependency {
    let isolated: @MainActor (UnsafePointer<Type.Dependency>?) -> Type.Dependency = { newValue in
      if let newValue { self.write(newValue.pointee) }
      return self.read()
    }
    // The two types differ in the isolation only, which the closure below checks: the runtime's
    // check is slower and stops without a message.
    let call = unsafeBitCast(
      isolated, to: ((UnsafePointer<Type.Dependency>?) -> Type.Dependency).self)
    return { newValue in
      guard MainQueue.isCurrent else {
        fatalError("\(Type.self) belongs to the main actor. Read and write it there.")
      }
      return call(newValue)
    }
  }

  /// Returns the application's instance or, if the scope is ``StitchableScope/unique``, the
  /// property's own instance.
  private func read() -> Type.Dependency {
    guard Type.scope == .unique else { return Type.resolve() }
    let current = Type.replacement
    if let instance, current === replacement { return instance }
    let resolved = Type.resolve()
    instance = resolved
    replacement = current
    return resolved
  }

  /// Registers a value or, if the scope is ``StitchableScope/unique``, makes the value the
  /// property's own instance.
  private func write(_ newValue: Type.Dependency) {
    guard Type.scope == .unique else { return Type.register(dependency: newValue) }
    instance = newValue
    replacement = Type.replacement
    DependencyStore.current.sendChange()
  }
}
