/// A change of a graph, planned outside its lock.
struct GraphChange {
  /// The graph's registries after the change.
  var registries: [ActiveRegistry]

  /// The registries that are active from now on with other contents.
  var attached: [ActiveRegistry] = []

  /// The registries that are not active any more.
  var detached: [any Registry] = []

  /// What was active and is not, or with other contents.
  var left: [ActiveRegistry] = []

  /// The eager registrations that active registries did not have before.
  var added: [ObjectIdentifier: [Registration]] = [:]

  /// The registry that is active for good from now on, also if an activation that may be undone is
  /// under way.
  var settled: ObjectIdentifier?

  /// Starts with the registries as they are, in an array of its own: the thread sanitizer does not
  /// see that an array that others have read is changed in place only when they have let go of it.
  init(_ registries: [ActiveRegistry]) { self.registries = registries.map { $0 } }
}

extension GraphChange {
  /// Places a registry: where it is if it is active, and else at the end. Does nothing if it is
  /// active with the same contents.
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

  /// Takes over what the registries hold now: of all that was installed together, all or nothing.
  ///
  /// - Parameter followed: The number of installations that the graph has followed.
  /// - Returns: The number of those that it follows with the change.
  mutating func follow(_ followed: UInt64) -> UInt64 {
    // The few that were placed, which stand at the end if they are new.
    let placed = attached.map { entry in registries.lastIndex { $0 === entry } }
    let (differing, installations) = Installations.latest(
      registries, followed: followed, except: placed.compactMap { $0 })
    for (position, latest) in differing {
      let old = registries[position]
      registries[position] = latest
      if let position = placed.firstIndex(of: position) {
        attached[position] = latest
        if let former = left.first(where: { $0.registry === latest.registry }) {
          note(former, replacedBy: latest)
        }
      } else {
        replaced(old, by: latest)
      }
    }
    return installations
  }

  /// Notes that a registry is active with other contents.
  private mutating func replaced(_ old: ActiveRegistry, by new: ActiveRegistry) {
    attached.append(new)
    left.append(old)
    note(old, replacedBy: new)
  }

  /// Notes what is eager in other contents of a registry and was not there before.
  private mutating func note(_ old: ActiveRegistry, replacedBy new: ActiveRegistry) {
    added[ObjectIdentifier(old.registry)] = new.contents.registrations.filter {
      $0.canInstantiateEagerly && old.contents.equal(of: $0) == nil
    }
  }

  /// Takes a registry away, if it is active.
  mutating func remove(_ registry: any Registry) {
    guard let position = registries.firstIndex(where: { $0.registry === registry }) else { return }
    detached.append(registry)
    left.append(registries.remove(at: position))
  }

  /// Takes all registries away.
  mutating func removeAll() {
    detached += registries.map(\.registry)
    left += registries
    registries = []
  }

  /// Whether anything changes.
  var isEmpty: Bool { attached.isEmpty && detached.isEmpty }
}

extension Graph {
  /// The one way in which the graph becomes another: plans outside the lock, since that compares
  /// values, publishes under it, and releases what has gone as soon as no reader looks any more.
  ///
  /// - Parameters:
  ///   - isCurrent: Whether what was planned still holds; called under the lock.
  ///   - plan: Plans the change. It is called again if another thread was faster.
  /// - Returns: The change that was made; nil if there was none.
  @discardableResult
  func change(
    while isCurrent: () -> Bool = { true }, _ plan: (inout GraphChange) -> Void
  ) -> GraphChange? {
    var pendingTeardowns = PendingTeardowns()
    defer { pendingTeardowns.start() }
    return change(&pendingTeardowns, while: isCurrent, plan)
  }

  /// Changes the graph as ``change(while:_:)`` does.
  ///
  /// - Parameter endings: Gets what has to be torn down.
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
      if change.isEmpty {
        let isDone = withState { state in
          guard state.version == version, isCurrent() else { return false }
          state.installations = installations
          if let settled = change.settled { state.settleActivation(of: settled) }
          return true
        }
        if isDone { return nil }
        continue
      }
      let places = places(endedBy: change)
      var outdated = RetiredSnapshots()
      // Let go outside the lock.
      var untold: [Registration] = []
      let isDone = withState { state in
        // What was planned counts only if nothing else has happened meanwhile.
        guard state.version == version, isCurrent(),
          state.store.insertions == insertions || places.isComplete,
          change.attached.allSatisfy({
            $0.registry.attach(self, version: $0.version, in: version)
          })
        else { return false }
        let takesPlaces = !places.cells.isEmpty || change.left.contains(where: \.isEditable)
        pendingTeardowns.begin(&state, takingPlaces: takesPlaces)
        if let settled = change.settled { state.settleActivation(of: settled) }
        state.registries = change.registries
        state.installations = installations
        // One that comes due from here on finds the graph among its graphs.
        if change.attached.contains(where: \.registry.isStale) { recordStaleness(&state) }
        for cell in places.cells { state.store.remove(cell) }
        for registry in change.detached {
          let id = ObjectIdentifier(registry)
          state.news.remove(id)
          state.activations[id] = nil
          untold += state.untold.removeValue(forKey: id) ?? []
        }
        for (id, added) in change.added where !added.isEmpty {
          state.untold[id, default: []] += added
        }
        invalidate(&state, &outdated)
        return true
      }
      guard isDone else { continue }
      for registry in change.detached {
        registry.detach(ObjectIdentifier(self), in: version, &pendingTeardowns)
      }
      untold = []
      let removedRegistrations = RemovedRegistrations(
        contents: change.left.map(\.contents), gains: change.attached.map(\.contents))
      outdated.release(ending: places.cells, of: removedRegistrations, &pendingTeardowns)
      // What is scoped lives here also if its registration is an editable registry's.
      let hasScoped = change.left.contains {
        $0.isEditable && $0.contents.registrations.contains(where: \.scope.isScoped)
      }
      endUndeclaredPlaces(of: removedRegistrations, hasScoped: hasScoped, &pendingTeardowns)
      return change
    }
  }

  /// Returns the places that end with a change: those of registrations of which none is left that
  /// is equal.
  ///
  /// - Complexity: O(*n*) in the number of registrations that have gone, and *n* × *r* in the
  ///   number of those that have a place, and that of registries. O(1) if nothing has a place.
  private func places(endedBy change: GraphChange) -> (cells: [Cell], isComplete: Bool) {
    if change.left.isEmpty { return ([], true) }
    if withState({ $0.store.count == 0 }) { return ([], false) }
    // Here the instances of what farther graphs declare live as well, if it is scoped or the graph
    // is isolated.
    let farther = fartherRegistries.filter { !$0.isEditable }
    let own = change.registries.filter { !$0.isEditable }.map(\.contents)
    let all = own + farther.map(\.contents)
    var cells: [Cell] = []
    for case .fixed(let set) in change.left.map(\.contents) {
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

  /// Ends the places of what has gone, unless the graph or its parents still declare it.
  ///
  /// - Parameters:
  ///   - hasScoped: Whether other places than those of decorated instances may end.
  ///   - endings: Gets what has to be torn down.
  func endUndeclaredPlaces(
    of removedRegistrations: RemovedRegistrations, hasScoped: Bool,
    _ pendingTeardowns: inout PendingTeardowns
  ) {
    if !hasScoped, !hasDecoratedInstances { return }
    let gone = takeUndeclaredPlaces(
      of: removedRegistrations, includingPlain: hasScoped, &pendingTeardowns)
    [EvictedContents].end(gone, &pendingTeardowns)
  }

  /// Returns the places that may be of something that has gone, in order.
  private func places(concerning removedRegistrations: RemovedRegistrations, includingPlain: Bool)
    -> [Cell]
  {
    let all = includingPlain ? withState { $0.store.cells } : []
    let plain = all.filter { $0.decoratedKey == nil && removedRegistrations.contain(place: $0) }
    if !hasDecoratedInstances { return plain }
    let hashes = removedRegistrations.keyHashes
    let decorated = withState { $0.store.decoratedCells(of: hashes) }
    return (plain + decorated).sorted { $0.order < $1.order }
  }

  /// Takes out the places of what has gone, unless the graph or its parents still declare it; the
  /// caller ends them.
  ///
  /// A snapshot is built only if a place may end: many isolated graphs may follow a graph that
  /// changes often.
  ///
  /// - Parameters:
  ///   - includingPlain: Whether other places than those of decorated instances may end.
  ///   - endings: Where the closing of the change begins.
  func takeUndeclaredPlaces(
    of removedRegistrations: RemovedRegistrations, includingPlain: Bool,
    _ pendingTeardowns: inout PendingTeardowns
  ) -> [Cell] {
    while true {
      let cells = places(concerning: removedRegistrations, includingPlain: includingPlain)
      if cells.isEmpty { return [] }
      let snapshot = snapshot
      let gone = cells.filter { cell in
        if let key = cell.decoratedKey { return !declares(cell, decorated: key, in: snapshot) }
        // Where a parent has ended, whose own parents are not seen any more, what these declare
        // stays, also if it is declared anew.
        if snapshot.hasEnded, !removedRegistrations.contain(cell) || isDeclaredFarther(cell) {
          return false
        }
        return !snapshot.declares(cell)
      }
      if gone.isEmpty { return [] }
      let mayHaveTeardown = gone.contains(where: \.mayHaveTeardown)
      let isDone = withState { state in
        guard state.snapshot === snapshot else { return false }
        if mayHaveTeardown { pendingTeardowns.begin(&state) }
        for cell in gone { state.store.remove(cell) }
        return true
      }
      if isDone { return gone }
    }
  }

  /// What is active in the parents, also behind one that has ended.
  ///
  /// - Complexity: O(*r*) in the number of active registries of all parents.
  private var fartherRegistries: [ActiveRegistry] {
    lineage.dropFirst().flatMap { graph in graph.withState { $0.registries } }
  }

  /// Whether a parent declares what has a place here, also behind one that has ended.
  private func isDeclaredFarther(_ cell: Cell) -> Bool {
    fartherRegistries.contains { active in
      active.contents.contains(cell) { isIsolated || $0.scope.isScoped }
    }
  }
}
