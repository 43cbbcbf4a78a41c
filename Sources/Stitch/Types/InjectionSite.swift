internal import StitcherEngine

/// A property that injects a ``Stitchable`` type, with the instance that is its own if the type's
/// scope is ``StitchableScope/unique``.
@MainActor
final class InjectionSite<Type: Stitchable> {
  /// The property's own instance, once it has one.
  private var instance: Type.Dependency?

  /// What was registered for the type when the property got its instance.
  private var replacement: Replacement<Type.Dependency>?

  /// Creates a site without an instance.
  init() {}

  /// Reads the dependency, or writes it if there is a new one.
  var access: (_ newValue: UnsafePointer<Type.Dependency>?) -> Type.Dependency {
    let isolated: @MainActor (UnsafePointer<Type.Dependency>?) -> Type.Dependency = { newValue in
      if let newValue { self.write(newValue.pointee) }
      return self.read()
    }
    // The two types differ in the isolation only, which is looked after here: the runtime takes
    // longer for it, and stops without a message.
    let call = unsafeBitCast(
      isolated, to: ((UnsafePointer<Type.Dependency>?) -> Type.Dependency).self)
    return { newValue in
      guard MainQueue.isCurrent else {
        fatalError("\(Type.self) belongs to the main actor. Read and write it there.")
      }
      return call(newValue)
    }
  }

  /// Returns the application's instance, or the property's own one.
  private func read() -> Type.Dependency {
    guard Type.scope == .unique else { return Type.resolve() }
    let current = Type.replacement
    if let instance, current === replacement { return instance }
    let resolved = Type.resolve()
    instance = resolved
    replacement = current
    return resolved
  }

  /// Registers a value, or makes it the property's own one.
  private func write(_ newValue: Type.Dependency) {
    guard Type.scope == .unique else { return Type.register(dependency: newValue) }
    instance = newValue
    replacement = Type.replacement
    DependencyStore.current.sendChange()
  }
}
