/// How long an instance lives.
public enum DependencyScope: Sendable {
  /// A new instance for each resolution.
  case new

  /// One instance, made at the first resolution and kept by its container.
  case shared
}
