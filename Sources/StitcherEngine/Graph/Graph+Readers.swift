// If threads may read an object without a lock, the object is released only after a wait for all
// readers. Such a wait interrupts every processor. The graph of a request is used a few times, and
// then ends. As long as such a graph has no readers, its end needs no wait.

extension Graph {
  /// Allows *readers*, which are threads that read instances without a lock, if the graph is used
  /// often.
  ///
  /// In a graph without readers, a lookup retains the snapshot, and reads instances under the locks
  /// of their cells. A graph without a parent has readers from the start.
  ///
  /// A table also leads to instances of the ancestors. So the ancestors get readers before the
  /// graph does.
  ///
  /// Thread A ends the graph while thread B calls this function. The graph's lock decides which
  /// thread is first. If thread A is first, thread B does not admit readers. If thread B is first,
  /// thread A sees that there are readers, and waits for them.
  ///
  /// - Returns: Whether threads may read without a lock.
  func admitReaders() -> Bool {
    if hasReaders { return true }
    let lookups = withState { state in
      state.lockedLookups = min(state.lockedLookups + 1, 17)
      return state.lockedLookups
    }
    // So many lookups with a lock cost about as much as a wait for readers.
    if lookups <= 16 { return false }
    // No recursion: the chain of ancestors may be too long for the stack.
    return lineage.prefix { !$0.hasReaders }.reversed().allSatisfy { graph in
      graph.withState { state in
        if state.hasEnded { return false }
        graph.readers.store(1, ordering: .releasing)
        return true
      }
    }
  }
}
