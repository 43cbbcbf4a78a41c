// Whatever threads may read without a lock is released only after a wait for all of them, which
// interrupts every processor. The graph of a request is used a few times, and then ends. As long as
// it has no readers, its end waits for nobody.

extension Graph {
  /// How many lookups of a graph with a parent take the lock: about as many as cost what the end of
  /// the graph would cost more otherwise.
  private static var lockedLookups: UInt8 { 16 }

  /// Lets threads read the graph's instances without a lock from now on, if the graph is used often
  /// enough, and returns whether they may.
  ///
  /// In a graph without readers, a lookup retains the snapshot, and reads instances under the locks
  /// of their cells. A graph without a parent has readers from the start.
  ///
  /// A table leads to instances of the ancestors, too. So they have readers before the graph has.
  ///
  /// Thread A ends the graph, and thread B calls this function: one comes first, by the graph's
  /// lock. After the end, the graph gets no readers any more. Before it, thread A sees that there
  /// are some.
  func admitReaders() -> Bool {
    if hasReaders { return true }
    let isUsedOften = withState { state in
      if state.lockedLookups < Self.lockedLookups {
        state.lockedLookups += 1
        return false
      }
      return true
    }
    if !isUsedOften { return false }
    // No recursion: a factory may make graphs until the stack is full.
    var graphs = [self]
    while let parent = graphs[graphs.count - 1].parent, !parent.hasReaders { graphs.append(parent) }
    return graphs.reversed().allSatisfy { graph in
      graph.withState { state in
        if state.hasEnded { return false }
        graph.readers.store(1, ordering: .releasing)
        return true
      }
    }
  }
}
