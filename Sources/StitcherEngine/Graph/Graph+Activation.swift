extension Graph {
  /// Activates a registry in this graph, after all registries that are active already.
  ///
  /// A registry that is active already keeps its place.
  ///
  /// - Parameters:
  ///   - registry: The registry.
  ///   - owner: An object that the graph keeps alive as long as the registry is active.
  ///   - pending: The activation, if a failure of an eager instance undoes it; `nil` if the
  ///     activation is permanent.
  /// - Complexity: O(*n*) in the number of registrations of the registry if its contents have
  ///   changed while it was active, else O(*r*) in the number of active registries.
  package func activate(
    _ registry: any Registry, keeping owner: (any AnyObject & Sendable)? = nil,
    _ pending: PendingActivation? = nil
  ) {
    replace({ ([], registry, owner) }, isPermanent: pending == nil)
  }

  /// Deactivates a registry in this graph, and releases the registry's instances.
  ///
  /// An instance is kept if another active registry has an equal registration.
  ///
  /// - Returns: Whether the registry was active.
  /// - Complexity: O(*n* + *r*) in the number of registrations of the registry, and that of active
  ///   registries.
  @discardableResult
  package func deactivate(_ registry: any Registry) -> Bool {
    PendingTeardowns.collect { deactivate(registry, &$0) }
  }

  /// Deactivates a registry like ``deactivate(_:)``, and collects the teardowns without starting
  /// them.
  ///
  /// - Parameters:
  ///   - registry: The registry.
  ///   - pendingTeardowns: Collects the teardowns of the evicted instances.
  /// - Returns: Whether the registry was active.
  package func deactivate(_ registry: any Registry, _ pendingTeardowns: inout PendingTeardowns)
    -> Bool
  {
    // Not every change has a detached registry: this change may only have adopted new contents of
    // other registries.
    change(&pendingTeardowns) { $0.remove(registry) }?.detached.isEmpty == false
  }

  /// Deactivates registries and activates a new one, as `choice` selects them, in one change of the
  /// graph.
  ///
  /// Equal registrations keep their instances. Each lookup sees either the old registries or the
  /// new one. The new registry is activated after the other active ones, or keeps its place.
  ///
  /// - Parameters:
  ///   - choice: Returns the registries to deactivate, the registry to activate, and an object that
  ///     the graph keeps alive as long as the new registry is active. The closure is called again
  ///     if another thread has changed the graph meanwhile.
  ///   - isPermanent: Whether the activation stays even if the creation of an eager instance fails.
  ///   - isCurrent: Whether the last result of `choice` is still valid. Called under the graph's
  ///     lock, so the closure may run no foreign code.
  /// - Complexity: O(*n* + *r*) in the number of registrations of the old registries, and that of
  ///   active registries.
  package func replace(
    _ choice: () -> (
      old: [any Registry], new: any Registry, owner: (any AnyObject & Sendable)?
    ), isPermanent: Bool = true, while isCurrent: () -> Bool = { true }
  ) {
    PendingTeardowns.collect { pendingTeardowns in
      change(&pendingTeardowns, while: isCurrent) { change in
        let (old, new, owner) = choice()
        for registry in old { change.remove(registry) }
        change.place(new, owner: owner)
        if isPermanent { change.permanent = ObjectIdentifier(new) }
      }
    }
  }

  /// Deactivates all registries of this graph, and collects the teardowns without starting them.
  ///
  /// - Parameter pendingTeardowns: Collects the teardowns of the evicted instances.
  package func deactivateAll(_ pendingTeardowns: inout PendingTeardowns) {
    change(&pendingTeardowns) { ($0.detached, $0.registries) = ($0.registries, []) }
  }

  /// Ends the graph: deactivates all registries, and releases all instances. Later lookups find
  /// nothing.
  ///
  /// Unlike other changes, the end needs no plan: no registrations have to be compared, since all
  /// instances are evicted.
  ///
  /// - Returns: Whether this call has ended the graph; `false` if the graph had ended before.
  @discardableResult
  package func end() -> Bool { PendingTeardowns.collect { end(&$0) } }

  /// Ends the graph like ``end()``, and collects the teardowns without starting them.
  ///
  /// - Parameter pendingTeardowns: Collects the teardowns of the evicted instances.
  /// - Returns: Whether this call has ended the graph; `false` if the graph had ended before.
  @discardableResult
  @_optimize(speed) package func end(_ pendingTeardowns: inout PendingTeardowns) -> Bool {
    var retired = RetiredSnapshots()
    let left = withState { state -> Contents? in
      if state.hasEnded { return nil }
      state.hasEnded = true
      let left = state.takeContents()
      invalidate(&state, &retired)
      // A batch takes a lock of the process, so the end of a graph without instances has none.
      if !left.cells.isEmpty || !retired.graphs.isEmpty || !left.graphLocalCopies.isEmpty
        || left.registries.contains(where: \.isEditable)
      {
        pendingTeardowns.begin(&state)
      }
      return left
    }
    guard let left else { return false }
    // Read after the end: `admitReaders` admits no reader to a graph that has ended.
    retired.hasReaders = hasReaders
    release(left.mayBeRead ? retired : nil, consume left, &pendingTeardowns)
    return true
  }

  /// Releases the registries and instances of this graph after the graph has ended.
  ///
  /// - Parameters:
  ///   - retired: The snapshots that the graph had; `nil` if no other thread can read the
  ///     instances.
  ///   - left: The contents that the graph had.
  ///   - pendingTeardowns: Collects the teardowns of the evicted instances.
  @_optimize(speed) func release(
    _ retired: consuming RetiredSnapshots?, _ left: consuming Contents,
    _ pendingTeardowns: inout PendingTeardowns
  ) {
    // Moved, not copied, since a graph may have very many cells, which are released early.
    var cells: [Cell] = []
    swap(&cells, &left.cells)
    for active in left.registries {
      active.registry.detach(ObjectIdentifier(self), in: .max, &pendingTeardowns)
    }
    if let retired {
      retired.release(
        ending: cells,
        of: RemovedRegistrations(contents: left.registries.map(\.contents), isEnd: true),
        &pendingTeardowns)
    } else if cells.count == 1, !cells[0].hasMembers {
      // The graph of a request often has one instance. Its evicted contents need no array.
      var evicted = cells[0].end(&pendingTeardowns)
      evicted.release(&pendingTeardowns)
    } else {
      cells.end(&pendingTeardowns).release(&pendingTeardowns)
    }
    for entry in left.graphLocalCopies { entry.graphLocalCopy.endWithGraph(&pendingTeardowns) }
    if isIsolated {
      // The reference is released outside the lock.
      _ = root.withState { state in
        state.isolated.firstIndex { $0 === reference }.map { state.isolated.remove(at: $0) }
      }
    }
  }

  /// Whether a registry is active in this graph itself, and not only in an ancestor.
  package func isActive(_ registry: any Registry) -> Bool {
    withState { $0.registries }.contains { $0.registry === registry }
  }

  /// Returns the first registries that are active in this graph, at most `count` of them.
  ///
  /// Registries that are active only in an ancestor are not included.
  ///
  /// - Parameter count: The highest number of registries to return.
  package func firstRegistries(_ count: Int) -> ArraySlice<ActiveRegistry> {
    withState { $0.registries.prefix(count) }
  }

  /// All registrations that the graph sees: its own ones first, then those of its ancestors.
  ///
  /// Equal registrations are listed once.
  package var registrations: [Registration] {
    refreshAfterOwnChanges()
    return snapshot.allRegistrations()
  }

  /// Adopts the current contents of all registries that are active in this graph.
  package func refresh() { PendingTeardowns.collect { change(&$0) { _ in } } }
}
