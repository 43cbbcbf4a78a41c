/// How many instances a ``Stitchable`` type provides.
public enum StitchableScope: Sendable {
  /// One for the whole application, until another one is registered.
  case application
  /// One for each property that injects it, and a new one for each call of ``DependencyResolver/resolve(_:)-(Stitchable<Dependency>.Type)``.
  case unique
}
