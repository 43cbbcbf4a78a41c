/// A planned change of a graph's active registries.
///
/// The plan is made outside the graph's lock.
struct GraphChange {
  /// The registries that are active in the graph after the change.
  var registries: [ActiveRegistry] = []

  /// The registries that the change activates or updates, each with its new contents.
  var attached: [ActiveRegistry] = []

  /// The registries that the change deactivates in the graph.
  var detached: [ActiveRegistry] = []

  /// The registries that the change updates, each with its former contents.
  var replaced: [ActiveRegistry] = []

  /// The eager registrations that the updated registries gain with their new contents.
  ///
  /// The key is the registry's identity.
  var added = [ObjectIdentifier: [Registration]]()

  /// The registry that the change activates permanently; `nil` if there is none.
  ///
  /// It stays active even if another thread's activation of it fails with an eager instance.
  var permanent: ObjectIdentifier?

  /// Creates a plan that leaves the given active registries unchanged.
  ///
  /// The array is copied. Otherwise, the thread sanitizer reports a race between an earlier reader
  /// of the array and the change in place. The copy has room for a new registry.
  init(_ registries: [ActiveRegistry]) {
    self.registries.reserveCapacity(registries.count + 1)
    self.registries += registries
  }

  /// Plans to activate a registry, after the registries that are active already.
  ///
  /// Nothing is planned if the registry is active already.
  mutating func place(_ registry: any Registry, owner: (any AnyObject & Sendable)? = nil) {
    if registries.contains(where: { $0.registry === registry }) { return }
    let new = ActiveRegistry(registry, owner: owner)
    registries.append(new)
    attached.append(new)
  }

  /// Makes this change adopt the current contents of all active registries, if contents were
  /// installed since the graph adopted them last.
  ///
  /// Contents that were installed together are adopted together.
  ///
  /// - Parameter followed: The number of installations in the process that the graph has adopted so
  ///   far.
  /// - Returns: The number of installations in the process that the graph has adopted after the
  ///   change.
  mutating func follow(_ followed: UInt64) -> UInt64 {
    // All versions are read under the lock, at one moment.
    let (captured, installations) = RegistryContentsLock.read { count in
      (count == followed ? [] : registries.map(\.captured), count)
    }
    for case (let position, let now?) in captured.enumerated() {
      let old = registries[position]
      let contents = now.contents()
      registries[position] = ActiveRegistry(
        old.registry, owner: old.owner, (.fixed(contents), now.version))
      attached.append(registries[position])
      replaced.append(old)
      added[ObjectIdentifier(old.registry)] = contents.eagerRegistrations.filter {
        old.contents.equal(of: $0) == nil
      }
    }
    return installations
  }

  /// Plans to deactivate a registry in the graph. Does nothing if the registry is not active.
  mutating func remove(_ registry: any Registry) {
    guard let position = registries.firstIndex(where: { $0.registry === registry }) else { return }
    detached.append(registries.remove(at: position))
  }

  /// Whether the plan changes nothing.
  var isEmpty: Bool { attached.isEmpty && detached.isEmpty }
}

extension Graph {
  /// Changes the active registries of the graph, as the closure `plan` describes.
  ///
  /// Only the end of the graph does not use this function.
  ///
  /// The plan is made outside the lock, since it compares values. The result is published under the
  /// lock. Evicted instances are released after the wait for readers.
  ///
  /// - Parameters:
  ///   - pendingTeardowns: Collects the teardowns of the evicted instances.
  ///   - isCurrent: Whether the plan is still valid; called under the lock.
  ///   - plan: Plans the change. The closure is called again if another thread has changed the
  ///     graph meanwhile.
  /// - Returns: The change that was made; `nil` if nothing has changed.
  @discardableResult
  func change(
    _ pendingTeardowns: inout PendingTeardowns, while isCurrent: () -> Bool = { true },
    _ plan: (inout GraphChange) -> Void
  ) -> GraphChange? {
    while true {
      let (registries, version, followed, hasEnded) = withState {
        ($0.registries, $0.version, $0.installations, $0.hasEnded)
      }
      if hasEnded { return nil }
      var change = GraphChange(registries)
      plan(&change)
      let installations = change.follow(followed)
      var retired = RetiredSnapshots()
      // Released outside the lock.
      var unreportedRegistrations: [Registration] = []
      let isDone = withState { state in
        // The plan is valid only if the graph and the registries' contents are unchanged since.
        guard state.version == version, isCurrent(),
          change.attached.allSatisfy({
            $0.registry.attach(self, version: $0.version, in: version)
          })
        else { return false }
        if let permanent = change.permanent { state.settleActivation(of: permanent) }
        state.installations = installations
        if change.isEmpty { return true }
        if !change.detached.isEmpty || !change.replaced.isEmpty { pendingTeardowns.begin(&state) }
        state.registries = change.registries
        // A registry that becomes stale after this line marks the graph as stale itself, since the
        // registry lists the graph now.
        if change.attached.contains(where: \.registry.isStale) { recordStaleness(&state) }
        for active in change.detached {
          let id = ObjectIdentifier(active.registry)
          state.unreportedRegistries.remove(id)
          state.activations.removeAll { $0.registry == id }
          unreportedRegistrations += state.unreportedRegistrations.removeValue(forKey: id) ?? []
        }
        if !change.added.isEmpty {
          state.unreportedRegistrations.merge(change.added, uniquingKeysWith: +)
        }
        invalidate(&state, &retired)
        return true
      }
      guard isDone else { continue }
      if change.isEmpty { return nil }
      for active in change.detached {
        active.registry.detach(ObjectIdentifier(self), in: version, &pendingTeardowns)
      }
      unreportedRegistrations = []
      let removedRegistrations = RemovedRegistrations(
        contents: (change.detached + change.replaced).map(\.contents),
        gains: change.attached.map(\.contents))
      retired.graphs.append(self)
      retired.release(ending: [], of: removedRegistrations, &pendingTeardowns)
      return change
    }
  }

  /// Removes the cells of removed registrations from this graph's store, unless an equal
  /// registration remains.
  ///
  /// The registrations belong to this graph or an ancestor. Cells of decorated instances are
  /// removed, too. The cells are compared after the change was published, when lookups no longer
  /// find the removed registrations.
  ///
  /// - Returns: The removed cells, in order of creation.
  /// - Complexity: O(*n*) in the number of removed registrations or in that of cells, whichever is
  ///   lower; in that of cells, if an editable registry was deactivated. Each cell of a removed
  ///   registration is compared with all active registries.
  func removeUndeclaredCells(
    of removedRegistrations: RemovedRegistrations, _ pendingTeardowns: inout PendingTeardowns
  ) -> [Cell] {
    while true {
      var cells = withState { removedRegistrations.places(in: $0.store) }.filter {
        $0.decoratedKey == nil && removedRegistrations.contain(place: $0)
      }
      if withState({ $0.store.hasDecorated }) {
        let hashes = removedRegistrations.keyHashes
        cells += withState { $0.store.decoratedCells(of: hashes) }
      }
      if cells.isEmpty { return [] }
      let numbers = withState { $0.store.numbers(of: cells) }
      cells = positions(inOrderOf: numbers).map { cells[$0] }
      let snapshot = snapshot
      let registries = snapshot.registries
      let gone = cells.filter { cell in
        if let key = cell.decoratedKey { return !declares(cell, decorated: key, in: snapshot) }
        return !registries.contains { $0.declares(cell) }
      }
      if gone.isEmpty { return [] }
      let isDone = withState { state in
        guard state.snapshot === snapshot else { return false }
        // In any case: another thread may be about to create an instance in one of the cells.
        pendingTeardowns.begin(&state)
        state.store.remove(gone)
        return true
      }
      if isDone { return gone }
    }
  }
}

extension RemovedRegistrations {
  /// Returns the cells of the given store that may belong to the removed registrations.
  ///
  /// Runs no foreign code, and may be called under the graph's lock.
  fileprivate func places(in store: InstanceStore) -> [Cell] {
    var all = registrations
    for former in contents {
      // The editable registry may no longer contain the registrations that it contained at the time
      // of the change.
      guard case .fixed(let set) = former, set.registrations.count < store.count else {
        return store.cells
      }
      all += set.registrations
    }
    return all.count < store.count ? all.flatMap { store.chain(of: $0) } : store.cells
  }
}
