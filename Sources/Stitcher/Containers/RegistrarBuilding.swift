internal import Observation

/// The closure that builds a container's registrations, and where it has to run.
final class RegistrarBuilding: @unchecked Sendable {
  // Safe: the closure is called on the actor on which it was written; if it was written on none, it
  // is called by one thread at a time.

  /// The block that was written; see ``isolation`` for where it may be called.
  private let build: () -> DependenciesRegistrar

  /// The actor on which the closure was written.
  let isolation: (any Actor)?

  /// Takes a closure over.
  init(_ build: @escaping @isolated(any) () -> DependenciesRegistrar) {
    isolation = build.isolation
    // The container calls it on its actor, or at once, where it was written. The two types differ
    // in that only.
    self.build = unsafeBitCast(build, to: (() -> DependenciesRegistrar).self)
  }

  /// Builds the registrations and calls a closure before state changes that was read for it.
  func build(onChange: @escaping @Sendable () -> Void) -> DependenciesRegistrar {
    withObservationTracking(build, onChange: onChange)
  }

  /// Builds the registrations on an actor.
  func build(
    on isolation: isolated (any Actor)?, onChange: @escaping @Sendable () -> Void
  ) async -> DependenciesRegistrar {
    build(onChange: onChange)
  }
}
