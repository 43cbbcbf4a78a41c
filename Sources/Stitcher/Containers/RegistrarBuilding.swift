internal import Observation

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

  /// Builds the registrations, and has a closure called before state changes that was read for it.
  ///
  /// Observation follows the state only from the end of the closure on.
  ///
  /// - Returns: The registrations, and whether anything is listened to.
  func build(
    onChange: @escaping @Sendable () -> Void
  ) -> (registrar: DependenciesRegistrar, isObserved: Bool) {
    var listener = Listener(onChange)
    let registrar = withObservationTracking(build) { [listener] in listener.onChange() }
    // Nobody listens where nothing was read that can change.
    return (registrar, !isKnownUniquelyReferenced(&listener))
  }

  /// What listens to a change.
  private final class Listener: Sendable {
    /// What is called before it.
    let onChange: @Sendable () -> Void

    /// Creates a listener.
    init(_ onChange: @escaping @Sendable () -> Void) { self.onChange = onChange }
  }
}
