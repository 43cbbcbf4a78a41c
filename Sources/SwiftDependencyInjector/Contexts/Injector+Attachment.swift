public import StitcherEngine

extension Injector: RegistrationSource {
  /// The implementations: each abstraction is found by its type, as a new instance of its default
  /// implementation.
  public var _registry: EditableRegistry { registry }

  /// The context.
  public var _owner: (any AnyObject & Sendable)? { context }
}
