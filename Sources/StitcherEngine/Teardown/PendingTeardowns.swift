/// The pending teardowns of one change: the teardowns of all instances that the change evicts.
///
/// The change passes this list along. After all instances have been evicted, the change calls
/// ``start()`` outside every lock, or lets `Graph.close(_:)` wait for the teardowns.
package struct PendingTeardowns: Sendable {
  /// The batch that will run these teardowns in order.
  ///
  /// `nil` until an instance with a teardown may be evicted.
  fileprivate(set) var batch: TeardownBatch?

  /// Whether these teardowns have joined a batch that was created by another change.
  ///
  /// ``join(_:)`` has then made that batch wait for this list.
  private var hasJoined = false

  /// The graph that has created the most recently added instance.
  ///
  /// The batch is in the teardown queue of this graph.
  private var lastGraph: GraphReference?

  /// The graphs that were still creating instances of cells when the cells were emptied.
  ///
  /// ``finish()`` adds the batch to the teardown queues of these graphs, outside the locks of the
  /// cells.
  private var pendingGraphs: [GraphReference] = []

  /// The cleanups of released instances. Observers have not been notified of these releases yet.
  private var released: [Cleanup] = []

  /// Creates an empty list of teardowns.
  package init() {}

  /// Calls a closure that makes a change. Then starts the teardowns that the change has collected.
  @discardableResult
  package static func collect<Result>(
    _ change: (inout PendingTeardowns) throws -> Result
  ) rethrows -> Result {
    var pendingTeardowns = PendingTeardowns()
    defer { pendingTeardowns.start() }
    return try change(&pendingTeardowns)
  }

  /// Returns the batch for these teardowns. Creates the batch if there is none.
  fileprivate mutating func makeBatch() -> TeardownBatch {
    let batch = batch ?? TeardownBatch()
    self.batch = batch
    return batch
  }

  /// Adds the batch to a graph's teardown queue, before instances of that graph are evicted.
  ///
  /// The end of the graph then waits for their teardowns. Called under the graph's lock.
  ///
  /// - Parameter state: The state of the graph.
  mutating func begin(_ state: inout Graph.State) {
    guard Teardown.isUsed else { return }
    state.lastBatch = makeBatch().enqueue(after: state.lastBatch)
  }

  /// Adds the batch of these teardowns to the given graph's teardown queue.
  ///
  /// Called before the change evicts instances of the graph.
  package mutating func begin(in graph: Graph) { graph.withState { begin(&$0) } }

  /// Adds the batch to the teardown queue of each graph that creates instances of the given cells.
  ///
  /// Must be called before the cells are emptied. Creations that are still running count, too.
  ///
  /// - Returns: The graphs, which the caller releases outside every lock.
  @discardableResult
  mutating func begin(emptying cells: [Cell]) -> [Graph] {
    var graphs: [Graph] = []
    guard Teardown.isUsed else { return [] }
    for cell in cells.withMembers {
      guard let graph = cell.teardownGraph, graph !== graphs.last else { continue }
      graphs.append(graph)
      begin(in: graph)
    }
    return graphs
  }

  /// Adds these teardowns to the graph's most recent batch, if it still collects instances.
  /// Otherwise, creates a new batch.
  ///
  /// The change of the most recent batch may evict instances that an instance of this list uses.
  /// The instance is torn down before them only if all are in the same batch.
  ///
  /// Called under the graph's lock.
  ///
  /// - Parameter state: The state of the graph.
  mutating func join(_ state: inout Graph.State) {
    batch = state.lastBatch?.join() == true ? state.lastBatch : nil
    hasJoined = batch != nil
    if !hasJoined { begin(&state) }
  }

  /// Adds an evicted instance to the batch of these teardowns.
  ///
  /// Call this method outside every lock.
  mutating func add(_ instance: EvictedInstance) {
    let batch = makeBatch()
    if let reference = instance.cleanup.graph, reference !== lastGraph {
      lastGraph = reference
      if let graph = reference.object { begin(in: graph) }
    }
    batch.add(instance)
  }

  /// Makes the batch wait for a running creation whose cell was emptied.
  ///
  /// The instance of that creation is then added to the batch. Called under the cell's lock.
  mutating func add(_ creation: Creation) {
    guard let graph = creation.graph else { return }
    creation.batch = makeBatch()
    creation.batch?.addBlocker()
    pendingGraphs.append(graph)
  }

  /// Stores the cleanup of a released instance. ``finish()`` notifies the observers of the release.
  mutating func add(released cleanup: Cleanup) {
    if cleanup.observers != nil { released.append(cleanup) }
  }

  /// Notifies observers of all released instances, and returns the batch of the pending teardowns.
  ///
  /// Before that, adds the batch to the remaining teardown queues.
  @_optimize(speed) consuming func finish() -> TeardownBatch? {
    for cleanup in released {
      guard let registration = cleanup.registration else { continue }
      cleanup.observers?.notify(
        GraphEventRecord(kind: .released, registration: registration.undecorated))
    }
    for graph in pendingGraphs.compactMap(\.object) { begin(in: graph) }
    return batch
  }

  /// Starts the pending teardowns, and does not wait for their end.
  ///
  /// The synchronous teardowns at the front run on this thread, unless other batches block the
  /// batch. The others run in a task. Failures are printed. Call this function outside every lock.
  package consuming func start() {
    let (hasJoined, batch) = (hasJoined, finish())
    if hasJoined { batch?.unblock() } else { batch?.start() }
  }
}

/// The instances that one thread evicts because their lifetimes end together.
///
/// All their cells are emptied before the first instance is released. Their teardowns are one
/// batch.
final class GatheredTeardowns {
  /// The teardowns of the evicted instances.
  var pendingTeardowns = PendingTeardowns()

  /// The instances and other contents of emptied cells, which are released later.
  var discarded: [EvictedContents] = []

  /// Calls a closure that empties cells. Then releases the instances that were in these cells.
  ///
  /// A nested call leaves the release to the outermost call. Call this method outside every lock.
  static func take(_ body: (GatheredTeardowns) -> Void) {
    let record = ThreadRecord.current
    if let gathered = record.path.pointee.gathered { return body(gathered) }
    let gathered = GatheredTeardowns()
    record.path.pointee.gathered = gathered
    body(gathered)
    // The release runs foreign code, which may end further lifetimes.
    while !gathered.discarded.isEmpty {
      var discarded: [EvictedContents] = []
      swap(&discarded, &gathered.discarded)
      // A list of its own for the same batch, since foreign code may change the gathered list.
      var pendingTeardowns = PendingTeardowns()
      pendingTeardowns.batch = gathered.pendingTeardowns.makeBatch()
      discarded.dispose(&pendingTeardowns)
      _ = pendingTeardowns.finish()
    }
    record.path.pointee.gathered = nil
    gathered.pendingTeardowns.start()
  }
}
