/// A change of an editable registry, which takes effect as a whole.
package struct RegistryEdit: ~Copyable {
  /// The contents.
  fileprivate var table = RegistrationTable()

  /// The registrations that are new.
  fileprivate var added: [Registration] = []

  /// The registrations that are gone.
  fileprivate var removed: [Registration] = []

  /// Whether nothing is registered after this edit.
  fileprivate var isLast = false

  /// All registrations, in order.
  package var registrations: [Registration] { table.registrations }

  /// Returns the registrations that a key finds, in order.
  ///
  /// - Complexity: O(1) on average, plus the number of registrations found.
  package func registrations(for key: LookupKey) -> [Registration] {
    table.registrations(for: key)
  }

  /// Adds a registration at the end.
  ///
  /// - Complexity: O(1) on average.
  package mutating func insert(_ registration: Registration) {
    table.append(registration)
    added.append(registration)
  }

  /// Takes a registration out, and its instance with it.
  ///
  /// - Complexity: O(1) on average, plus the number of registrations with the same keys.
  package mutating func remove(_ registration: Registration) {
    guard table.contains(registration) else { return }
    table.remove(registration)
    removed.append(registration)
  }

  /// Takes all registrations out, and their instances with them.
  package mutating func removeAll() {
    removed += table.registrations
    table.removeAll()
  }

  /// Takes all registrations out, and lets none in from then on: later edits change nothing.
  package mutating func end() {
    removeAll()
    isLast = true
  }

  /// Puts a registration in the place of another one.
  ///
  /// - Parameters:
  ///   - old: The registration that goes.
  ///   - new: The one that comes. If it was made from the old one, it keeps the instance, also one
  ///     that is being created.
  /// - Complexity: O(1) on average, plus the number of registrations with the same keys.
  package mutating func replace(_ old: Registration, by new: Registration) {
    guard old !== new, table.contains(old) else { return }
    table.replace(old, by: new)
    added.append(new)
    removed.append(old)
  }
}

extension EditableRegistry {
  /// Changes the registry, here and in every graph in which it is active.
  ///
  /// The change is seen as a whole, and by every thread when this returns. Instances of what is
  /// gone are released then, outside every lock, and the graphs' signals are sent. A creation that
  /// is under way ends for those who wait for it, and is not kept.
  ///
  /// - Parameter body: Makes the change, under the registry's lock: no foreign code may run in it.
  /// - Returns: What the closure returns.
  @discardableResult
  package func edit<Result: Sendable>(
    _ body: (inout RegistryEdit) -> sending Result
  ) -> Result {
    var pendingTeardowns = PendingTeardowns()
    defer { pendingTeardowns.start() }
    return edit(&pendingTeardowns, body)
  }

  /// Changes the registry as ``edit(_:)`` does.
  ///
  /// - Parameters:
  ///   - endings: Gets what has to be torn down.
  ///   - body: Makes the change, under the registry's lock: no foreign code may run in it.
  /// - Returns: What the closure returns.
  @discardableResult
  package func edit<Result: Sendable>(
    _ pendingTeardowns: inout PendingTeardowns, _ body: (inout RegistryEdit) -> sending Result
  ) -> Result {
    let (result, outcome) = table.withLock { table -> (Result, EditOutcome?) in
      var edit = RegistryEdit()
      if table.hasEnded {
        let result = body(&edit)
        // What is not let in is let go outside the lock.
        return (result, EditOutcome(registrations: edit.added, graphs: []))
      }
      swap(&edit.table, &table.registrations)
      let result = body(&edit)
      swap(&edit.table, &table.registrations)
      table.hasEnded = edit.isLast
      return (result, commit(edit, &table, &pendingTeardowns))
    }
    outcome?.dispose(&pendingTeardowns)
    return result
  }

  /// Returns the first registration that a key finds, after inserting one if there is none.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - make: Makes the registration, under the registry's lock: no foreign code may run in it.
  /// - Complexity: O(1) on average.
  package func registration(
    for key: LookupKey, orInserting make: () -> Registration
  ) -> Registration {
    if let present = registrations(for: key).first { return present }
    return edit { edit in
      if let present = edit.registrations(for: key).first { return present }
      let new = make()
      edit.insert(new)
      return new
    }
  }

  /// Has the graphs use the new contents. Called under the lock of the table, so that who
  /// looks something up meanwhile waits, and finds the new contents.
  private func commit(
    _ edit: borrowing RegistryEdit, _ table: inout Table, _ pendingTeardowns: inout PendingTeardowns
  ) -> EditOutcome? {
    if edit.added.isEmpty, edit.removed.isEmpty { return nil }
    var outcome = EditOutcome(
      registrations: edit.removed, added: edit.added, graphs: startVersion())
    for graph in outcome.graphs { graph.invalidate(&outcome.retired) }
    // A registration that was made from one that is gone has the same place, unless it went as well
    // meanwhile.
    let gone = Set(edit.removed.map { ObjectIdentifier($0) })
    let moved = edit.added.filter {
      $0.origin !== $0 && table.registrations.contains($0) && !gone.contains(ObjectIdentifier($0))
    }
    let kept = Set(moved.map { ObjectIdentifier($0.origin) })
    for registration in edit.removed where registration.isStored {
      guard !kept.contains(ObjectIdentifier(registration.origin)),
        let cell = table.store.chain(of: registration)?.cell(of: registration)
      else { continue }
      outcome.cells.append(cell)
    }
    outcome.creators = pendingTeardowns.begin(emptying: outcome.cells)
    for cell in outcome.cells { table.store.remove(cell) }
    return outcome
  }
}

/// What an edit leaves behind, to be let go outside every lock.
private struct EditOutcome: Sendable {
  /// The registrations that are gone; their factories may hold objects.
  var registrations: [Registration]

  /// The registrations that are new.
  var added: [Registration] = []

  /// The graphs that use the new contents.
  var graphs: [Graph]

  /// What the graphs do not use any more.
  var retired = RetiredSnapshots()

  /// The places that are gone.
  var cells: [Cell] = []

  /// The graphs that have created what is in them.
  var creators: [Graph] = []

  /// Lets go of everything as soon as nobody reads it.
  ///
  /// - Parameter endings: Gets what has to be torn down.
  consuming func dispose(_ pendingTeardowns: inout PendingTeardowns) {
    let removedRegistrations = RemovedRegistrations(registrations: registrations, added: added)
    retired.release(ending: cells, of: removedRegistrations, &pendingTeardowns)
    // What is scoped lives in the graphs themselves.
    let hasScoped = registrations.contains(where: \.scope.isScoped)
    for graph in graphs {
      graph.endUndeclaredCells(of: removedRegistrations, hasScoped: hasScoped, &pendingTeardowns)
    }
    for graph in graphs { graph.tellOfChange() }
  }
}
