internal import Observation
internal import Synchronization

/// The closure that builds a container's registrations, and where it has to run.
final class RegistrarBuilding: Sendable {
  /// The block that was written; see ``isolation`` for where it may be called.
  private let build: @Sendable () -> DependenciesRegistrar

  /// The actor on which the closure was written.
  let isolation: (any Actor)?

  /// Takes a closure over.
  init(_ build: @escaping @Sendable @isolated(any) () -> DependenciesRegistrar) {
    isolation = build.isolation
    // The container calls it on its actor, or, if it has none, anywhere. The two types differ in
    // that only.
    self.build = unsafeBitCast(build, to: (@Sendable () -> DependenciesRegistrar).self)
  }

  /// What listens to a change.
  private final class Listener: Sendable {
    /// Whether a change was told of.
    let hasHeard = Atomic<Bool>(false)
  }

  /// Builds the registrations, and calls a closure before state changes that was read for it.
  ///
  /// Observation begins to listen only when the closure has ended: a change before that is lost. So
  /// the closure runs again while it is listened to, until two runs agree, or a change is told of.
  func build(onChange: @escaping @Sendable () -> Void) -> DependenciesRegistrar {
    var last: DependenciesRegistrar?
    while true {
      var listener = Listener()
      let registrar = withObservationTracking(build) { [listener] in
        listener.hasHeard.store(true, ordering: .sequentiallyConsistent)
        onChange()
      }
      // Nobody listens where nothing was read that can change.
      if isKnownUniquelyReferenced(&listener) || registrar == last { return registrar }
      if listener.hasHeard.load(ordering: .sequentiallyConsistent) { return registrar }
      last = registrar
    }
  }
}
