/// How many instances a ``Stitchable`` type provides.
public enum StitchableScope: Sendable {
  /// One for the whole application, until another one is registered.
  case application
  /// One for each property that injects it, and a new one each time that the type is resolved
  /// by a call.
  case unique
}
