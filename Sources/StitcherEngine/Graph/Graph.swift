package import Synchronization

/// The registries that are active together, compiled into an index.
///
/// Graphs are independent of each other. All methods may be called from any thread, also from factories, hooks
/// and `deinit`s.
package final class Graph: Sendable {
  /// The table of the current snapshot, as bits. The graph owns the snapshot.
  let published: Atomic<UInt>

  /// The current snapshot and the version of the graph.
  private let state: Lock<State>

  /// Whether a cycle of instances that are not kept is looked for; others always are.
  package let detectsCycles = Atomic<Bool>(true)

  /// What is called after an instance was created.
  let hook: InstantiationHook?

  /// Whether there is a hook; read where the hook itself would be retained.
  let hasHook: Bool

  /// Keeps the hook apart from those of other graphs, in which a registration may be active as well.
  let hookSalt: UInt

  /// Sent by front ends when the dependencies that can be resolved have changed.
  package let changes = Signal<Void>()

  /// The object on whose behalf the graph resolves, as bits, or zero.
  let ownerBits = Atomic<UInt>(0)

  /// The graph, for its registries.
  let reference = LentReference<Graph>()

  /// What changes under the lock.
  private struct State {
    var snapshot: Snapshot
    var version: UInt64 = 0
  }

  /// Creates a graph in which nothing is active.
  package init(hook: InstantiationHook? = nil) {
    let snapshot = Snapshot(sources: [])
    self.hook = hook
    hasHook = hook != nil
    hookSalt = hook == nil ? 0 : InstantiationHook.makeSalt()
    published = Atomic(snapshot.tableBits)
    state = Lock(State(snapshot: snapshot))
    reference.refer(to: self)
  }

  deinit {
    let sources = state.withLock { $0.snapshot }.sources
    GraphChange.removingAll(sources).apply(to: ObjectIdentifier(self)).dispose()
  }

  /// The address of the graph, which tells it from others on the path of what is being created.
  @inline(__always)
  var bits: UInt { Unmanaged.passUnretained(self).bits }

  /// Says on whose behalf the graph resolves.
  ///
  /// - Parameter owner: The object, which is not retained; it has to outlive every use of the graph.
  package func setOwner(_ owner: AnyObject) {
    ownerBits.store(Unmanaged.passUnretained(owner).bits, ordering: .relaxed)
  }

  /// The owner of the graph that runs the innermost factory of the calling thread; nil outside of a factory, or if
  /// that graph has none.
  package static var askingOwner: UnsafeRawPointer? {
    let graph = ThreadRecord.current.path.pointee.innermostGraph
    guard graph != 0 else { return nil }
    // A graph lives while it runs a factory.
    let owner = Unmanaged<Graph>.fromBits(graph)._withUnsafeGuaranteedRef {
      $0.ownerBits.load(ordering: .relaxed)
    }
    return UnsafeRawPointer(bitPattern: owner)
  }

  /// The current snapshot.
  var snapshot: Snapshot { state.withLock { $0.snapshot } }

  /// Remembers what a key leads to, and publishes the table if it is still the snapshot's turn.
  func remember(
    _ word: UInt, in snapshot: Snapshot,
    _ make: (Unmanaged<Slot>?) -> (target: UInt, owned: AnyObject)?
  ) {
    let bits = snapshot.remember(word, make)
    Reclamation.sweepIfAsked()
    if bits == published.load(ordering: .relaxed) { return }
    state.withLock { state in
      // Another thread may have grown the table once more, so ask again.
      if state.snapshot === snapshot {
        published.store(snapshot.tableBits, ordering: .sequentiallyConsistent)
      }
    }
  }

  /// The current snapshot with the version of the graph.
  var versionedSnapshot: (snapshot: Snapshot, version: UInt64) {
    state.withLock { ($0.snapshot, $0.version) }
  }

  /// Performs an action that runs no foreign code, unless the graph has changed since a version.
  func isVersion(_ version: UInt64, then action: () -> Void) -> Bool {
    state.withLock { state in
      guard state.version == version else { return false }
      action()
      return true
    }
  }

  /// Starts a snapshot that has looked nothing up, since a registry has other contents.
  ///
  /// - Returns: The snapshot that is not used any more, to be released after the readers.
  func startSnapshot() -> Snapshot {
    state.withLock { state in
      let last = state.snapshot
      state.version += 1
      state.snapshot = Snapshot(sources: last.sources)
      published.store(state.snapshot.tableBits, ordering: .sequentiallyConsistent)
      return last
    }
  }

  /// Changes the sources: plans outside the lock, since it compares values, and publishes under it.
  ///
  /// - Parameter plan: Returns the change, or nil for none. It may be called again
  ///   if another thread was faster.
  /// - Returns: The plan's further result, or nil if there was no change.
  func update<Result>(_ plan: ([Source]) -> (change: GraphChange, result: Result)?) -> Result? {
    while true {
      let (current, version) = versionedSnapshot
      guard let (change, result) = plan(current.sources) else { return nil }
      let next = Snapshot(sources: change.sources)
      let remains = state.withLock { state -> [Remains]? in
        guard state.version == version, change.attach(to: self) else { return nil }
        state.version += 1
        state.snapshot = next
        published.store(next.tableBits, ordering: .sequentiallyConsistent)
        return change.apply(to: ObjectIdentifier(self))
      }
      guard let remains else { continue }
      Reclamation.retire([current], then: remains)
      return result
    }
  }
}
