/// An activation that may be undone: until what is eager in a registry was made.
///
/// Several may be under way at one time. The registry stays if one of them succeeds, or if somebody
/// activates it for good meanwhile. Guarded by the graph's lock.
package final class PendingActivation: @unchecked Sendable {
  // Safe: guarded by the graph's lock.

  /// How many are under way.
  fileprivate var count = 0

  /// Whether the registry stays, whatever becomes of the others.
  fileprivate var isSettled = false

  /// Whether the registry goes: the last one has failed.
  fileprivate var isOver: Bool { count == 0 && !isSettled }
}

extension Graph {
  /// Begins to activate a registry in a way that can be undone.
  ///
  /// - Returns: What has to be ended in one of two ways; nil if the registry is active for good.
  package func beginActivation(of registry: any Registry) -> PendingActivation? {
    let id = ObjectIdentifier(registry)
    return withState { state in
      if let pending = state.activations[id] {
        pending.count += 1
        return pending
      }
      if state.registries.contains(where: { $0.registry === registry }) { return nil }
      let pending = PendingActivation()
      pending.count = 1
      state.activations[id] = pending
      return pending
    }
  }

  /// Ends an activation that has succeeded.
  package func settle(_ pending: PendingActivation, of registry: any Registry) {
    withState { state in
      pending.isSettled = true
      state.forget(pending, of: registry)
    }
  }

  /// Ends an activation that has failed.
  ///
  /// - Returns: Whether it has to be undone by ``undo(_:of:_:)``: no other one is under way, and
  ///   nobody has deactivated the registry meanwhile.
  package func giveUp(_ pending: PendingActivation, of registry: any Registry) -> Bool {
    let id = ObjectIdentifier(registry)
    return withState { state in
      pending.count -= 1
      return pending.isOver && state.activations[id] === pending
    }
  }

  /// Deactivates a registry, unless somebody has activated it since.
  ///
  /// - Parameter endings: Gets what has to be torn down.
  /// - Returns: Whether it was active.
  package func undo(
    _ pending: PendingActivation, of registry: any Registry,
    _ pendingTeardowns: inout PendingTeardowns
  ) -> Bool {
    let id = ObjectIdentifier(registry)
    var isUndone = false
    let change = change(
      &pendingTeardowns,
      while: { () -> Bool in !isUndone || pending.isOver },
      { change in
        isUndone = withState { $0.activations[id] === pending && pending.isOver }
        if isUndone { change.remove(registry) }
      })
    withState { if pending.isOver { $0.forget(pending, of: registry) } }
    return change?.detached.isEmpty == false
  }
}

extension Graph.State {
  /// Has a registry stay whose activations are under way.
  mutating func settleActivation(of registry: ObjectIdentifier) {
    if activations.isEmpty { return }
    activations.removeValue(forKey: registry)?.isSettled = true
  }

  /// Forgets an activation that was under way.
  fileprivate mutating func forget(_ pending: PendingActivation, of registry: any Registry) {
    let id = ObjectIdentifier(registry)
    if activations[id] === pending { activations[id] = nil }
  }
}
