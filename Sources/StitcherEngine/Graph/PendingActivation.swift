/// An activation of a registry, which is undone if the creation of an eager instance fails.
///
/// Several threads may activate one registry at a time. The registry stays active if one of the
/// activations succeeds, or if another call activates the registry permanently. The graph then
/// forgets the object.
package final class PendingActivation: @unchecked Sendable {
  // Safe: the graph's lock guards the property.

  /// The identity of the registry that is being activated.
  let registry: ObjectIdentifier

  /// The number of threads that are activating the registry at the moment.
  fileprivate var count = 1

  fileprivate init(of registry: ObjectIdentifier) { self.registry = registry }
}

extension Graph {
  /// Begins an activation of a registry, which can be undone if the creation of an eager instance
  /// fails.
  ///
  /// - Returns: The activation, to be ended with ``settle(_:)`` or ``failActivation(_:)``;
  ///   `nil` if the registry is active permanently.
  package func beginActivation(of registry: any Registry) -> PendingActivation? {
    let id = ObjectIdentifier(registry)
    return withState { state in
      if let pending = state.activations.first(where: { $0.registry == id }) {
        pending.count += 1
        return pending
      }
      if state.registries.contains(where: { $0.registry === registry }) { return nil }
      let pending = PendingActivation(of: id)
      state.activations.append(pending)
      return pending
    }
  }

  /// Completes a pending activation, after which it can no longer be undone.
  package func settle(_ pending: PendingActivation) {
    withState { if $0.isPending(pending) { $0.settleActivation(of: pending.registry) } }
  }

  /// Ends the failed activation of a registry, and returns whether the caller has to undo the
  /// activation.
  ///
  /// - Returns: Whether the caller has to call ``undo(_:of:_:)``: no other activation is in
  ///   progress, and the registry was not deactivated meanwhile.
  package func failActivation(_ pending: PendingActivation) -> Bool {
    withState { state in
      pending.count -= 1
      return pending.count == 0 && state.isPending(pending)
    }
  }

  /// Undoes the failed activation of a registry: deactivates the registry.
  ///
  /// Does nothing if another call has activated the registry since.
  ///
  /// - Parameter pendingTeardowns: Collects the teardowns of the evicted instances.
  /// - Returns: Whether the registry was deactivated.
  package func undo(
    _ pending: PendingActivation, of registry: any Registry,
    _ pendingTeardowns: inout PendingTeardowns
  ) -> Bool {
    let change = change(&pendingTeardowns) { change in
      if withState({ $0.isPending(pending) && pending.count == 0 }) { change.remove(registry) }
    }
    return change?.detached.isEmpty == false
  }
}

extension Graph.State {
  /// Whether a failure can still undo the given activation.
  fileprivate func isPending(_ activation: PendingActivation) -> Bool {
    activations.contains { $0 === activation }
  }

  /// Makes all activations of a registry that are in progress permanent, so that no failure undoes
  /// them.
  ///
  /// Their failure does not deactivate the registry any more, not even in a change that another
  /// thread is planning at the moment.
  mutating func settleActivation(of registry: ObjectIdentifier) {
    let others = activations.filter { $0.registry != registry }
    if others.count < activations.count { (activations, version) = (others, version + 1) }
  }
}
