/// A change of an editable registry, which takes effect as a whole.
package struct RegistryEdit: ~Copyable {
  /// The contents.
  fileprivate var table = RegistrationTable()

  /// The registrations that are new.
  fileprivate var added: [Registration] = []

  /// The registrations that are gone.
  fileprivate var removed: [Registration] = []

  /// Those whose instance passes on to another one.
  fileprivate var heirs: [(from: Registration, to: Registration)] = []

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

  /// Puts a registration in the place of another one.
  ///
  /// - Parameters:
  ///   - old: The registration that goes.
  ///   - new: The one that comes.
  ///   - keepingInstance: Whether the new one keeps the instance of the old one, also one that is being created.
  /// - Complexity: O(1) on average, plus the number of registrations with the same keys.
  package mutating func replace(
    _ old: Registration, by new: Registration, keepingInstance: Bool = false
  ) {
    guard old !== new, table.contains(old) else { return }
    table.replace(old, by: new)
    added.append(new)
    removed.append(old)
    if keepingInstance { heirs.append((old, new)) }
  }
}

extension Registry {
  /// Changes an editable registry, here and in every graph in which it is active.
  ///
  /// The change is seen as a whole, and by every thread when this returns. Instances of what is gone are released
  /// then, outside every lock, and the graphs' signals are sent. A creation that is under way ends for those who wait for it, and is not kept.
  ///
  /// - Parameter body: Makes the change, under the registry's lock: no foreign code may run in it.
  /// - Returns: What the closure returns.
  @discardableResult
  package func edit<Result: Sendable>(
    _ body: (inout RegistryEdit) -> sending Result
  ) -> Result {
    precondition(isEditable, "The contents of the registry are replaced as a whole.")
    let (result, outcome) = table.withLock { table in
      var edit = RegistryEdit()
      swap(&edit.table, &table)
      let result = body(&edit)
      swap(&edit.table, &table)
      return (result, commit(edit, table))
    }
    outcome?.dispose()
    return result
  }

  /// Returns the first registration that a key finds, after inserting one if there is none.
  ///
  /// - Parameter make: Makes the registration, under the registry's lock: no foreign code may run in it.
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

  /// All registrations of an editable registry, in order.
  package var registrations: [Registration] { table.withLock { $0.registrations } }

  /// Returns the registrations of an editable registry that a key finds, in order.
  package func registrations(for key: LookupKey) -> [Registration] {
    table.withLock { $0.registrations(for: key) }
  }

  /// Has the graphs use the new contents. Called under the lock of the table, so that who
  /// looks something up meanwhile waits, and finds the new contents.
  private func commit(_ edit: borrowing RegistryEdit, _ table: RegistrationTable) -> EditOutcome? {
    if edit.added.isEmpty, edit.removed.isEmpty { return nil }
    var outcome = EditOutcome(registrations: edit.removed)
    for registration in edit.added { registration.resume() }
    for (from, to) in edit.heirs { outcome.add(from.handOver(to: to)) }
    outcome.graphs = startVersion()
    for graph in outcome.graphs { outcome.snapshots.append(graph.startSnapshot()) }
    for registration in edit.removed where registration.isStored {
      // What was handed over lives on in the heir.
      if !edit.heirs.contains(where: { $0.from === registration }) {
        outcome.add(registration.end())
        // What was taken out and put in again goes on without its instance.
        if table.contains(registration) { registration.resume() }
      }
    }
    return outcome
  }
}

/// What an edit leaves behind, to be let go outside every lock.
private struct EditOutcome: Sendable {
  /// The registrations that are gone; their factories may hold objects.
  var registrations: [Registration]

  /// The graphs that use the new contents.
  var graphs: [Graph] = []

  /// The snapshots of the graphs that are not used any more.
  var snapshots: [Snapshot] = []

  /// What was taken out of cells.
  var remains: [Remains] = []

  /// Notes what was taken out of a cell.
  mutating func add(_ rest: Remains) { if !rest.isEmpty { remains.append(rest) } }

  /// Lets go of everything as soon as nobody reads it.
  consuming func dispose() {
    if graphs.isEmpty, remains.isEmpty { return Reclamation.sweepIfAsked() }
    Reclamation.retire(snapshots, then: remains)
    for graph in graphs { graph.changes.send(()) }
  }
}
