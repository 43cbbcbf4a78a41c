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
  package func markDue() {
    // Let go outside the lock: the last reference to a graph may be among them.
    var held: [Graph] = []
    withState { markDue(&$0, holding: &held) }
    withExtendedLifetime(held) {}
  }

  /// Notes that the state is not read yet that a kept instance lives by: until then, nothing is
  /// published, so that who may read it does so before finding the instance.
  func markDue(until source: any LifetimeSource) {
    withState { state in
      if !state.unfollowed.contains(where: { $0 === source }) { state.unfollowed.append(source) }
    }
    markDue()
  }

  /// Has the state read that kept instances live by, as far as the calling thread may.
  ///
  /// - Returns: Whether all of it was read.
  private func followLifetimes() -> Bool {
    let sources = withState { $0.unfollowed }
    let followed = sources.filter { $0.follows() }
    if !followed.isEmpty {
      withState { state in
        state.unfollowed.removeAll { source in followed.contains { $0 === source } }
      }
    }
    return followed.count == sources.count
  }

  /// Counts that something has come due. Called under the lock.
  func noteDue(_ state: inout State) {
    state.dueCount += 1
    due.store(1, ordering: .sequentiallyConsistent)
  }

  /// Notes the same here, and in the graphs that are built on this one. Called under the lock.
  private func markDue(_ state: inout State, holding held: inout [Graph]) {
    noteDue(&state)
    published.store(SlotTable.empty, ordering: .sequentiallyConsistent)
    for graph in followers?.with({ $0.all }) ?? [] {
      graph.withState { graph.markDue(&$0, holding: &held) }
      held.append(graph)
    }
  }

  /// Has everything built that is due, here and in the parents, as far as the calling thread may.
  /// Call it outside every lock and read section.
  ///
  /// - Complexity: O(*d*) in the distance of the farthest graph if nothing is due.
  package func settle() {
    if isSettled { return }
    // The farthest graph first. No recursion: a factory may make graphs until the stack is full.
    var graphs = [self]
    while let parent = graphs[graphs.count - 1].parent { graphs.append(parent) }
    for graph in graphs.reversed() { graph.settleItself() }
  }

  /// Has everything built that is due in the graph itself, as far as the calling thread may.
  private func settleItself() {
    if !isDue { return }
    let count = withState { $0.dueCount }
    let registries = ownRegistries
    var updates = RegistryUpdates()
    updates.buildDue(of: registries)
    let isIncomplete = !followLifetimes() || updates.isIncomplete
    // Consumed, so that what is replaced goes as soon as it is.
    (consume updates).install()
    // A parent that comes due later counts here as well.
    guard !isIncomplete, lentParent?.with({ $0.isSettled }) ?? true else { return }
    withState { state in
      // What has come due meanwhile is left to the next one.
      guard state.dueCount == count else { return }
      due.store(0, ordering: .sequentiallyConsistent)
      if let snapshot = state.snapshot, recorder == nil {
        published.store(snapshot.tableBits, ordering: .sequentiallyConsistent)
      }
    }
  }

  /// The registries that are active in the graph itself, in order.
  package var ownRegistries: [any Registry] { withState { $0.registries }.map(\.registry) }

  /// Whether all that has come due here and in the parents was built.
  private var isSettled: Bool {
    var graph = Borrowed(self)
    while true {
      if graph.with({ $0.isDue }) { return false }
      // A graph holds its parents.
      guard let parent = graph.with({ $0.lentParent }) else { return true }
      graph = parent
    }
  }

  /// Has everything built that is due, and that this thread has changed.
  package func followChanges() {
    ThreadRecord.current.followNotes()
    settle()
  }

  /// Notes that there is something to tell of registries that were built, as far as they are
  /// active.
  package func note(_ news: Set<ObjectIdentifier>) {
    withState { state in
      for id in state.registries.map({ ObjectIdentifier($0.registry) }) where news.contains(id) {
        state.news.insert(id)
      }
    }
  }

  /// Takes out what has come with registries that were built, and nobody was told of; nil if there
  /// is nothing to tell.
  package func takeUntold() -> [Registration]? {
    withState { state -> [Registration]? in
      guard !state.news.isEmpty else { return nil }
      defer { (state.untold, state.news) = ([:], []) }
      return state.registries.flatMap { state.untold[ObjectIdentifier($0.registry)] ?? [] }
    }
  }
}
