/// How a graph follows what its registries are built from.
///
/// Where that has changed, a registry is *due*, and so are the graphs that see it: nothing is found
/// in their published tables any more, so the next who looks something up comes here, and has built
/// what is due. A read pays nothing for it where nothing is due. What the calling thread may not
/// build, such as what belongs to an actor, stays as it is, and nothing is published until it was
/// built: so long, every read takes the slow way. The same holds for instances whose lifetime
/// depends on state of an actor that has not been read yet: who runs on that actor reads it first.
extension Graph {
  /// Notes that a registry that the graph sees has to be built anew.
  package func markStale() {
    // Let go outside the lock: the last reference to a graph may be among them.
    var held: [Graph] = []
    withState { markStale(&$0, holding: &held) }
    withExtendedLifetime(held) {}
  }

  /// Notes that the state is not read yet that a kept instance lives by: until then, nothing is
  /// published, so that who may read it does so before finding the instance.
  func markStale(until source: any LifetimeSource) {
    withState { state in
      if !state.unfollowed.contains(where: { $0 === source }) { state.unfollowed.append(source) }
    }
    markStale()
  }

  /// Has the state read that kept instances live by, as far as the calling thread may.
  ///
  /// - Returns: Whether all of it was read.
  private func followLifetimes() -> Bool {
    let sources = withState { $0.unfollowed }
    let followed = sources.filter { $0.follows() }
    withState { state in
      state.unfollowed.removeAll { source in followed.contains { $0 === source } }
    }
    return followed.count == sources.count
  }

  /// Counts that something has come due. Called under the lock.
  func recordStaleness(_ state: inout State) {
    state.staleCount += 1
    staleness.store(1, ordering: .sequentiallyConsistent)
  }

  /// Notes the same here, and in the graphs that are built on this one. Called under the lock.
  private func markStale(_ state: inout State, holding held: inout [Graph]) {
    recordStaleness(&state)
    published.store(LookupTable.empty, ordering: .sequentiallyConsistent)
    for graph in followers?.with({ $0.all }) ?? [] {
      graph.withState { graph.markStale(&$0, holding: &held) }
      held.append(graph)
    }
  }

  /// Has everything built that is due, here and in the parents, as far as the calling thread may.
  /// Call it outside every lock and read section.
  ///
  /// - Complexity: O(*d*) in the distance of the farthest graph if nothing is due.
  package func refreshStaleRegistries() {
    var stale: [Graph] = []
    // A graph retains its parents.
    var next: UnretainedReference<Graph>? = UnretainedReference(self)
    while let graph = next {
      if graph.with({ $0.isStale }) { stale.append(graph.object) }
      next = graph.with { $0.unretainedParent }
    }
    var isSettled = true
    // The farthest graph first. No recursion: a factory may make graphs until the stack is full.
    for graph in stale.reversed() { isSettled = graph.refreshItself(afterParents: isSettled) }
  }

  /// Has everything built that is due in the graph itself, as far as the calling thread may.
  ///
  /// - Parameter parentsAreSettled: Whether nothing is due in the parents.
  /// - Returns: Whether nothing is due any more, here and in the parents.
  private func refreshItself(afterParents parentsAreSettled: Bool) -> Bool {
    let count = withState { $0.staleCount }
    let registries = ownRegistries
    var updates = RegistryUpdates()
    updates.buildStale(of: registries)
    let isIncomplete = !followLifetimes() || updates.isIncomplete
    // Consumed, so that what is replaced goes as soon as it is.
    (consume updates).install()
    if isIncomplete || !parentsAreSettled { return false }
    return withState { state in
      // What has come due meanwhile, here or in a parent, is left to the next call.
      guard state.staleCount == count else { return false }
      staleness.store(0, ordering: .sequentiallyConsistent)
      if hasReaders, let snapshot = state.snapshot, recorder == nil {
        published.store(snapshot.tableBits, ordering: .sequentiallyConsistent)
      }
      return true
    }
  }

  /// The registries that are active in the graph itself, in order.
  package var ownRegistries: [any Registry] { withState { $0.registries }.map(\.registry) }

  /// Has everything built that is due, and that this thread has changed.
  package func refreshAfterOwnChanges() {
    ThreadRecord.current.followNotes()
    refreshStaleRegistries()
  }
}
