extension Graph {
  /// Activates a registry, after those that are active already. An active one keeps its place.
  ///
  /// - Parameters:
  ///   - registry: The registry.
  ///   - owner: What is kept alive as long as the registry is active.
  ///   - pending: What says that this may be undone; if there is nothing, it is for good.
  /// - Complexity: O(*n*) in the number of registrations of the registry if its contents have
  ///   changed while it was active, else O(*r*) in the number of active registries.
  package func activate(
    _ registry: any Registry, keeping owner: (any AnyObject & Sendable)? = nil,
    _ pending: PendingActivation? = nil
  ) {
    change { change in
      change.place(registry, owner: owner)
      if pending == nil { change.settled = ObjectIdentifier(registry) }
    }
  }

  /// Deactivates a registry and releases its instances, but those that another active registry has
  /// an equal registration for.
  ///
  /// - Returns: Whether it was active.
  /// - Complexity: O(*n* + *r*) in the number of registrations of the registry, and that of active
  ///   registries.
  @discardableResult
  package func deactivate(_ registry: any Registry) -> Bool {
    var pendingTeardowns = PendingTeardowns()
    defer { pendingTeardowns.start() }
    return deactivate(registry, &pendingTeardowns)
  }

  /// Deactivates a registry as ``deactivate(_:)`` does.
  ///
  /// - Parameters:
  ///   - registry: The registry.
  ///   - endings: Gets what has to be torn down.
  /// - Returns: Whether it was active.
  package func deactivate(_ registry: any Registry, _ pendingTeardowns: inout PendingTeardowns)
    -> Bool
  {
    // The change may also have followed what was installed in other registries.
    change(&pendingTeardowns) { $0.remove(registry) }?.detached.isEmpty == false
  }

  /// Deactivates a registry and activates another one, in one change: equal registrations keep
  /// their instances, and no thread finds neither or both.
  ///
  /// - Parameters:
  ///   - old: The registry that goes, if it is active.
  ///   - new: The one that comes, at the end; an active one keeps its place.
  ///   - owner: What is kept alive as long as the new one is active.
  /// - Complexity: O(*n* + *r*) in the number of registrations of the old registry, and that of
  ///   active registries.
  package func replace(
    _ old: any Registry, by new: any Registry, keeping owner: (any AnyObject & Sendable)? = nil
  ) {
    replace { (old === new ? [] : [old], new, owner) }
  }

  /// Replaces what is chosen when that happens: a choice counts only if it still holds then.
  ///
  /// - Parameters:
  ///   - choice: Returns the registries that go, as far as they are active, the one that comes, at
  ///     the end unless it is active, and what is kept alive as long as it is. Is called again if
  ///     another thread was faster.
  ///   - isCurrent: Whether the last choice still holds. Called under the graph's lock: no foreign
  ///     code may run in it.
  /// - Complexity: O(*n* + *r*) in the number of registrations of the old registries, and that of
  ///   active registries.
  package func replace(
    _ choice: () -> (
      old: [any Registry], new: any Registry, owner: (any AnyObject & Sendable)?
    ), while isCurrent: () -> Bool = { true }
  ) {
    change(while: isCurrent) { change in
      let (old, new, owner) = choice()
      for registry in old { change.remove(registry) }
      change.place(new, owner: owner)
      change.settled = ObjectIdentifier(new)
    }
  }

  /// Deactivates all registries and releases their instances.
  package func deactivateAll() {
    var pendingTeardowns = PendingTeardowns()
    deactivateAll(&pendingTeardowns)
    pendingTeardowns.start()
  }

  /// Deactivates all registries and releases their instances.
  ///
  /// - Parameter endings: Gets what has to be torn down.
  package func deactivateAll(_ pendingTeardowns: inout PendingTeardowns) {
    change(&pendingTeardowns) { $0.removeAll() }
  }

  /// Ends the graph: deactivates all registries, releases all instances, and lets nothing be found
  /// from then on.
  ///
  /// Nothing has to be compared for it, so it is not planned as other changes are.
  ///
  /// - Returns: Whether it had not ended before.
  @discardableResult
  package func end() -> Bool {
    var pendingTeardowns = PendingTeardowns()
    let hasEnded = end(&pendingTeardowns)
    pendingTeardowns.start()
    return hasEnded
  }

  /// Ends the graph as ``end()`` does.
  ///
  /// - Parameter endings: Gets what has to be torn down.
  /// - Returns: Whether it had not ended before.
  @discardableResult
  package func end(_ pendingTeardowns: inout PendingTeardowns) -> Bool {
    var outdated = RetiredSnapshots()
    let left = withState { state -> Contents? in
      if state.hasEnded { return nil }
      state.hasEnded = true
      let left = state.takeContents()
      invalidate(&state, &outdated)
      let takesPlaces =
        !left.cells.isEmpty || !outdated.graphs.isEmpty || !left.graphLocalCopies.isEmpty
        || left.registries.contains(where: \.isEditable)
      pendingTeardowns.begin(&state, takingPlaces: takesPlaces)
      return left
    }
    guard var left else { return false }
    // There may be very many.
    var cells: [Cell] = []
    swap(&cells, &left.cells)
    let id = ObjectIdentifier(self)
    for active in left.registries {
      active.registry.detach(id, in: left.version, &pendingTeardowns)
    }
    if left.mayBeRead {
      // Whoever reads without a lock was let in before the graph had ended.
      outdated.hasReaders = hasReaders
      outdated.release(
        ending: cells,
        of: RemovedRegistrations(contents: left.registries.map(\.contents), isEnd: true),
        &pendingTeardowns)
    } else {
      [EvictedContents].end(unread: cells, &pendingTeardowns)
    }
    for entry in left.graphLocalCopies { entry.graphLocalCopy.endWithGraph(&pendingTeardowns) }
    if isIsolated { delist() }
    return true
  }

  /// Whether a registry is active.
  package func isActive(_ registry: any Registry) -> Bool {
    withState { $0.registries }.contains { $0.registry === registry }
  }

  /// Returns the first of the registries that are active in the graph itself.
  package func firstRegistries(_ count: Int) -> ArraySlice<ActiveRegistry> {
    withState { $0.registries.prefix(count) }
  }

  /// All registrations that the graph sees, in order; equal ones once.
  package var registrations: [Registration] {
    refreshAfterOwnChanges()
    return snapshot.allRegistrations()
  }

  /// Takes over what the active registries hold now.
  package func refresh() { change { _ in } }
}
