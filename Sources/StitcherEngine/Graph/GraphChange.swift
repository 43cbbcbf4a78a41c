/// A planned change of a graph's active registries.
///
/// The plan is made outside the graph's lock.
struct GraphChange {
  /// The graph's registries after the change.
  var registries: [ActiveRegistry]

  /// The new entries of registries that are activated or get other contents.
  var attached: [ActiveRegistry] = []

  /// The registries that the change deactivates.
  var detached: [any Registry] = []

  /// The previous entries of registries that are deactivated or get other contents.
  var former: [ActiveRegistry] = []

  /// The eager registrations that active registries gain with their new contents.
  ///
  /// The key is the registry's identity.
  var added: [ObjectIdentifier: [Registration]] = [:]

  /// The registry that the change activates permanently; `nil` if there is none.
  ///
  /// It stays active even if another thread's activation of it fails with an eager instance.
  var permanent: ObjectIdentifier?

  /// Creates a plan that changes nothing yet.
  ///
  /// The array is copied. Otherwise, the thread sanitizer reports a race between an earlier reader
  /// of the array and the change in place.
  init(_ registries: [ActiveRegistry]) { self.registries = registries.map { $0 } }
}

extension GraphChange {
  /// Plans to activate a registry. If the registry is active already, adopts its current contents.
  ///
  /// A new registry is placed last; an active one keeps its place. Nothing is planned if the
  /// contents are the same.
  mutating func place(_ registry: any Registry, owner: (any AnyObject & Sendable)? = nil) {
    if let position = registries.firstIndex(where: { $0.registry === registry }) {
      let old = registries[position]
      let new = ActiveRegistry(registry, owner: owner ?? old.owner)
      if old.version == new.version { return }
      registries[position] = new
      return replaced(old, by: new)
    }
    let new = ActiveRegistry(registry, owner: owner)
    registries.append(new)
    attached.append(new)
  }

  /// Plans to read the current contents of all registries.
  ///
  /// Contents that were installed together are adopted together.
  ///
  /// - Parameter followed: The number of installations in the process that the graph has adopted so
  ///   far.
  /// - Returns: The number of installations in the process that the graph has adopted after the
  ///   change.
  mutating func follow(_ followed: UInt64) -> UInt64 {
    // The positions of the few registries that this change has placed. New ones are at the end.
    let placed = attached.map { entry in registries.lastIndex { $0 === entry } }
    let (differing, installations) = Installations.latest(
      registries, followed: followed, except: placed.compactMap { $0 })
    for (position, latest) in differing {
      let old = registries[position]
      registries[position] = latest
      if let position = placed.firstIndex(of: position) {
        attached[position] = latest
        if let old = former.first(where: { $0.registry === latest.registry }) {
          note(old, replacedBy: latest)
        }
      } else {
        replaced(old, by: latest)
      }
    }
    return installations
  }

  /// Records in the plan that an active registry gets other contents.
  private mutating func replaced(_ old: ActiveRegistry, by new: ActiveRegistry) {
    attached.append(new)
    former.append(old)
    note(old, replacedBy: new)
  }

  /// Records the eager registrations that only the new contents of a registry have.
  private mutating func note(_ old: ActiveRegistry, replacedBy new: ActiveRegistry) {
    added[ObjectIdentifier(old.registry)] = new.contents.registrations.filter {
      $0.canInstantiateEagerly && old.contents.equal(of: $0) == nil
    }
  }

  /// Plans to deactivate a registry. Does nothing if the registry is not active.
  mutating func remove(_ registry: any Registry) {
    guard let position = registries.firstIndex(where: { $0.registry === registry }) else { return }
    detached.append(registry)
    former.append(registries.remove(at: position))
  }

  /// Plans to deactivate all registries.
  mutating func removeAll() {
    detached += registries.map(\.registry)
    former += registries
    registries = []
  }

  /// Whether the plan changes nothing.
  var isEmpty: Bool { attached.isEmpty && detached.isEmpty }
}

extension Graph {
  /// Changes the active registries of the graph.
  ///
  /// Only the end of the graph does not use this function.
  ///
  /// The plan is made outside the lock, since it compares values. The result is published under the
  /// lock. Evicted instances are released after the wait for readers.
  ///
  /// - Parameters:
  ///   - isCurrent: Whether the plan is still valid; called under the lock.
  ///   - plan: Plans the change. The closure is called again if another thread has changed the
  ///     graph meanwhile.
  /// - Returns: The change that was made; `nil` if nothing has changed.
  @discardableResult
  func change(
    while isCurrent: () -> Bool = { true }, _ plan: (inout GraphChange) -> Void
  ) -> GraphChange? {
    PendingTeardowns.collect { change(&$0, while: isCurrent, plan) }
  }

  /// Changes the active registries like ``change(while:_:)``, but does not start the teardowns.
  ///
  /// - Parameter pendingTeardowns: Collects the teardowns of the evicted instances.
  @discardableResult
  func change(
    _ pendingTeardowns: inout PendingTeardowns, while isCurrent: () -> Bool = { true },
    _ plan: (inout GraphChange) -> Void
  ) -> GraphChange? {
    while true {
      let (registries, version, insertions, followed, hasEnded) = withState {
        ($0.registries, $0.version, $0.store.insertions, $0.installations, $0.hasEnded)
      }
      if hasEnded { return nil }
      var change = GraphChange(registries)
      plan(&change)
      let installations = change.follow(followed)
      let ended = cells(endedBy: change)
      var retired = RetiredSnapshots()
      // Released outside the lock.
      var unreportedRegistrations: [Registration] = []
      let isDone = withState { state in
        // The plan is valid only if the graph, its cells and the registries' contents are unchanged
        // since.
        guard state.version == version, isCurrent(),
          state.store.insertions == insertions || ended.isComplete,
          change.attached.allSatisfy({
            $0.registry.attach(self, version: $0.version, in: version)
          })
        else { return false }
        if let permanent = change.permanent { state.settleActivation(of: permanent) }
        state.installations = installations
        if change.isEmpty { return true }
        let evictsInstances = !ended.cells.isEmpty || change.former.contains(where: \.isEditable)
        pendingTeardowns.begin(&state, evictingInstances: evictsInstances)
        state.registries = change.registries
        // A registry that becomes stale after this line marks the graph as stale itself, since the
        // registry lists the graph now.
        if change.attached.contains(where: \.registry.isStale) { recordStaleness(&state) }
        for cell in ended.cells { state.store.remove(cell) }
        for registry in change.detached {
          let id = ObjectIdentifier(registry)
          state.unreportedRegistries.remove(id)
          state.activations[id] = nil
          unreportedRegistrations += state.unreportedRegistrations.removeValue(forKey: id) ?? []
        }
        for (id, added) in change.added where !added.isEmpty {
          state.unreportedRegistrations[id, default: []] += added
        }
        invalidate(&state, &retired)
        return true
      }
      guard isDone else { continue }
      if change.isEmpty { return nil }
      for registry in change.detached {
        registry.detach(ObjectIdentifier(self), in: version, &pendingTeardowns)
      }
      unreportedRegistrations = []
      let removedRegistrations = RemovedRegistrations(
        contents: change.former.map(\.contents), gains: change.attached.map(\.contents))
      retired.release(ending: ended.cells, of: removedRegistrations, &pendingTeardowns)
      // This graph stores the scoped instances even of an editable registry's registrations.
      let hasScoped = change.former.contains {
        $0.isEditable && $0.contents.registrations.contains(where: \.scope.isScoped)
      }
      endUndeclaredCells(of: removedRegistrations, hasScoped: hasScoped, &pendingTeardowns)
      return change
    }
  }

  /// Returns the cells of registrations that a change removes.
  ///
  /// A cell is left out if an equal registration remains.
  ///
  /// - Returns: The cells in order of creation, and whether the result stays valid if another
  ///   thread adds cells.
  /// - Complexity: O(*n*) in the number of removed registrations, and *n* × *r* in the number of
  ///   those with a cell, and that of registries. O(1) if the graph has no cell.
  private func cells(endedBy change: GraphChange) -> (cells: [Cell], isComplete: Bool) {
    if change.former.isEmpty { return ([], true) }
    if withState({ $0.store.count == 0 }) { return ([], false) }
    // This graph also stores instances of registrations of its ancestors, if they are scoped or the
    // graph is isolated. Such an instance stays if an ancestor declares an equal registration.
    let farther = fartherRegistries.filter { !$0.isEditable }
    let own = change.registries.filter { !$0.isEditable }.map(\.contents)
    let all = own + farther.map(\.contents)
    var cells: [Cell] = []
    for case .fixed(let set) in change.former.map(\.contents) {
      for registration in set.registrations where registration.isStored {
        let chain = withState { $0.store.chain(of: registration) }
        guard let cell = chain?.cell(of: registration) else { continue }
        let remaining = isIsolated || registration.scope.isScoped ? all : own
        if remaining.allSatisfy({ $0.equal(of: registration) == nil }) { cells.append(cell) }
      }
    }
    let positions = positions(inOrderOf: cells.map { UInt64($0.order) })
    return (positions.map { cells[$0] }, false)
  }

  /// Ends the cells of removed registrations.
  ///
  /// A cell is left out if the graph still sees its registration in another registry.
  ///
  /// - Parameters:
  ///   - removedRegistrations: The removed registrations.
  ///   - hasScoped: Whether cells of scoped instances may have to end. If not, only cells of
  ///     decorated instances may.
  ///   - pendingTeardowns: Collects the teardowns of the evicted instances.
  func endUndeclaredCells(
    of removedRegistrations: RemovedRegistrations, hasScoped: Bool,
    _ pendingTeardowns: inout PendingTeardowns
  ) {
    if !hasScoped, !hasDecoratedInstances { return }
    let gone = removeUndeclaredCells(
      of: removedRegistrations, includingPlain: hasScoped, &pendingTeardowns)
    gone.end(&pendingTeardowns).dispose(&pendingTeardowns)
  }

  /// Removes the cells of removed registrations from the store. The caller ends the cells.
  ///
  /// A cell is left out if the graph still sees its registration in another registry.
  ///
  /// A snapshot is built only if there is a cell that may end. Otherwise, each change of a graph
  /// would cost a snapshot in each of its isolated descendants.
  ///
  /// - Parameters:
  ///   - removedRegistrations: The removed registrations.
  ///   - includingPlain: Whether cells of undecorated instances may have to end. If not, only cells
  ///     of decorated instances may.
  ///   - pendingTeardowns: Puts its batch in the graph's queue, if a removed cell may have a
  ///     teardown.
  func removeUndeclaredCells(
    of removedRegistrations: RemovedRegistrations, includingPlain: Bool,
    _ pendingTeardowns: inout PendingTeardowns
  ) -> [Cell] {
    while true {
      let (all, hasDecorated) = withState { state in
        (includingPlain ? state.store.cells : [], state.store.hasDecorated)
      }
      var cells = all.filter {
        $0.decoratedKey == nil && removedRegistrations.contain(place: $0)
      }
      if hasDecorated {
        let hashes = removedRegistrations.keyHashes
        cells += withState { $0.store.decoratedCells(of: hashes) }
        cells.sort { $0.order < $1.order }
      }
      if cells.isEmpty { return [] }
      let snapshot = snapshot
      let gone = cells.filter { cell in
        if let key = cell.decoratedKey { return !declares(cell, decorated: key, in: snapshot) }
        // If an ancestor has ended, the snapshot no longer shows the registries behind it. Cells of
        // registrations of those registries stay, even if a registration is replaced by an equal
        // one.
        if snapshot.hasEnded {
          let isFarther = fartherRegistries.contains { active in
            active.contents.contains(cell) { isIsolated || $0.scope.isScoped }
          }
          if isFarther || !removedRegistrations.contain(cell) { return false }
        }
        return !snapshot.declares(cell)
      }
      if gone.isEmpty { return [] }
      let mayHaveTeardown = gone.withMembers.contains { $0.teardownGraph != nil }
      let isDone = withState { state in
        guard state.snapshot === snapshot else { return false }
        if mayHaveTeardown { pendingTeardowns.begin(&state) }
        for cell in gone { state.store.remove(cell) }
        return true
      }
      if isDone { return gone }
    }
  }

  /// The active registries of all ancestors.
  ///
  /// They include the registries behind an ancestor that has ended.
  ///
  /// - Complexity: O(*r*) in the number of active registries of all ancestors.
  private var fartherRegistries: [ActiveRegistry] {
    lineage.dropFirst().flatMap { graph in graph.withState { $0.registries } }
  }
}
