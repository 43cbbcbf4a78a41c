extension EditableRegistry {
  /// Changes the registry. The graphs in which it is active change in the same step.
  ///
  /// Each lookup sees the registry before or after the whole change. When this call returns, all
  /// threads see the change, instances of removed registrations have been released outside every
  /// lock, and the graphs' signals have been sent. A creation in flight in an ended cell is
  /// abandoned: callers that wait for it get its result, but the cell does not keep it.
  ///
  /// - Parameter body: Makes the change, under the registry's lock. The closure may run no foreign
  ///   code.
  /// - Returns: The result of the closure.
  @discardableResult
  package func edit<Result: Sendable>(
    _ body: (inout RegistrationTable) -> sending Result
  ) -> Result {
    PendingTeardowns.collect { edit(&$0, body) }
  }

  /// Changes the registry like ``edit(_:)``, and collects the teardowns without starting them.
  ///
  /// - Parameters:
  ///   - pendingTeardowns: Collects the teardowns of the evicted instances.
  ///   - body: Makes the change, under the registry's lock. The closure may run no foreign code.
  /// - Returns: The result of the closure.
  @discardableResult
  package func edit<Result: Sendable>(
    _ pendingTeardowns: inout PendingTeardowns, _ body: (inout RegistrationTable) -> sending Result
  ) -> Result {
    let (result, outcome) = table.withLock { table -> (Result, EditOutcome?) in
      if table.registrations.hasEnded {
        var rejected = RegistrationTable()
        let result = body(&rejected)
        // The rejected registrations are released outside the lock.
        return (result, EditOutcome(changes: rejected.takeChanges(), graphs: []))
      }
      let result = body(&table.registrations)
      return (result, commit(&table, &pendingTeardowns))
    }
    outcome?.dispose(&pendingTeardowns)
    return result
  }

  /// Returns the registry's first registration that has the given key. Adds a registration if there
  /// is none.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - make: Creates the registration, under the registry's lock. The closure may run no foreign
  ///     code.
  /// - Complexity: O(1) on average.
  package func registration(
    for key: LookupKey, orInserting make: () -> Registration
  ) -> Registration {
    edit { edit in
      if let present = edit.registrations(for: key).first { return present }
      let new = make()
      edit.insert(new)
      return new
    }
  }

  /// Applies an edit to the registry, and to the graphs in which the registry is active.
  ///
  /// Called under the lock of the table. A lookup on another thread waits for the lock, and then
  /// sees the new contents.
  private func commit(
    _ table: inout Table, _ pendingTeardowns: inout PendingTeardowns
  ) -> EditOutcome? {
    let edit = table.registrations.takeChanges()
    if edit.added.isEmpty, edit.removed.isEmpty { return nil }
    var outcome = EditOutcome(changes: edit, graphs: graphs.withLock { $0.all })
    for graph in outcome.graphs { _ = graph.withState { graph.invalidate(&$0, &outcome.retired) } }
    // A registration that was derived from a removed one uses the same cell. So the cell stays,
    // unless this edit has removed the derived registration as well.
    let removed = Set(edit.removed.map { ObjectIdentifier($0) })
    let derived = edit.added.filter {
      $0.origin !== $0 && table.registrations.contains($0)
        && !removed.contains(ObjectIdentifier($0))
    }
    let kept = Set(derived.map { ObjectIdentifier($0.origin) })
    outcome.cells = edit.removed.compactMap { registration in
      registration.isStored && !kept.contains(ObjectIdentifier(registration.origin))
        ? table.store.chain(of: registration).cell(of: registration) : nil
    }
    outcome.creators = pendingTeardowns.begin(emptying: outcome.cells)
    table.store.remove(outcome.cells)
    return outcome
  }
}

/// The objects that an edit of a registry has removed or replaced.
///
/// They are released outside every lock.
private struct EditOutcome: Sendable {
  /// The added and removed registrations. Their factories may retain objects.
  let changes: RegistrationTable.Changes

  /// The graphs in which the edited registry is active.
  var graphs: [Graph]

  /// The graphs' snapshots that the edit has made invalid.
  var retired = RetiredSnapshots()

  /// The cells of the removed registrations.
  var cells: [Cell] = []

  /// The graphs in which the instances of the removed registrations were created.
  var creators: [Graph] = []

  /// Waits for readers, releases the objects that the edit has removed, and notifies the graphs.
  ///
  /// The graphs in which the registry is active send their change signals.
  ///
  /// - Parameter pendingTeardowns: Collects the teardowns of the evicted instances.
  consuming func dispose(_ pendingTeardowns: inout PendingTeardowns) {
    let removedRegistrations = RemovedRegistrations(
      registrations: changes.removed, added: changes.added)
    // The graphs store the scoped instances.
    retired.graphs += graphs
    retired.release(ending: cells, of: removedRegistrations, &pendingTeardowns)
    for graph in graphs { graph.notifyOfChange() }
  }
}
