/// How long an instance lives.
///
/// Whoever resolves a shared instance gets the same one, on any thread and actor, which the
/// compiler does not see: share what is not `Sendable` only among those who never use it at the
/// same time, as on one actor.
public enum DependencyScope: Sendable {
  /// A new instance for each resolution.
  case new

  /// One instance, made at the first resolution and kept by its container.
  case shared
}
