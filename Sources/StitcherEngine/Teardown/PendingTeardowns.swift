/// The teardowns of the instances that one change evicts.
///
/// The change passes this list along. After all instances have been evicted, the change calls
/// ``start()`` outside every lock, or lets `Graph.close(_:)` wait for the teardowns.
package struct PendingTeardowns: Sendable {
  /// The batch that runs the teardowns in order; `nil` until an instance with a teardown may be
  /// evicted.
  private(set) var batch: TeardownBatch?

  /// Whether the batch was created by another change, and ``join(_:)`` has made it wait for this
  /// list.
  private var hasJoined = false

  /// The graph of the last evicted instance that was added. The batch is in the teardown queue of
  /// this graph.
  private var lastGraph: GraphReference?

  /// The graphs of creations that were running for emptied cells. ``finish()`` puts the batch in
  /// the queues of these graphs, outside the locks of the cells.
  private var pendingGraphs: [GraphReference] = []

  /// The cleanups of released instances with observers that have not been notified yet.
  private var released: [Cleanup] = []

  /// Creates an empty list.
  package init() {}

  /// Calls a closure that makes a change, and starts the teardowns that the closure has collected.
  package static func collect<Result>(
    _ change: (inout PendingTeardowns) throws -> Result
  ) rethrows -> Result {
    var pendingTeardowns = PendingTeardowns()
    defer { pendingTeardowns.start() }
    return try change(&pendingTeardowns)
  }

  /// Returns the batch. Creates the batch first, if there is none.
  private mutating func makeBatch() -> TeardownBatch {
    let batch = batch ?? TeardownBatch()
    self.batch = batch
    return batch
  }

  /// Returns a new list with the same batch. The caller merges the list later with `add(_:)`.
  fileprivate mutating func sharingBatch() -> PendingTeardowns {
    var pendingTeardowns = PendingTeardowns()
    pendingTeardowns.batch = makeBatch()
    return pendingTeardowns
  }

  /// Merges a list that has the same batch.
  fileprivate mutating func add(_ other: PendingTeardowns) {
    released += other.released
    pendingGraphs += other.pendingGraphs
  }

  /// Puts the batch in the queue of a graph before instances are evicted, so that the end of the
  /// graph waits for their teardowns. Called under the graph's lock.
  ///
  /// - Parameters:
  ///   - state: The state of the graph.
  ///   - evictsInstances: Whether the change may evict instances. If not, the call does nothing.
  mutating func begin(_ state: inout Graph.State, evictingInstances evictsInstances: Bool = true) {
    guard evictsInstances, Teardown.isUsed else { return }
    state.lastBatch = makeBatch().enqueue(after: state.lastBatch)
  }

  /// Puts the batch in the teardown queue of a graph, before the change evicts instances of the
  /// graph.
  package mutating func begin(in graph: Graph) { graph.withState { begin(&$0) } }

  /// Puts the batch in the queue of each graph that has created, or is creating, instances of some
  /// cells. Must be called before the cells are emptied.
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

  /// Uses the last batch of a graph for the instance of an abandoned creation, if that batch still
  /// collects instances; otherwise creates a batch.
  ///
  /// The change of that batch may evict instances that the factory resolved. These are torn down
  /// after the new instance only if they are in the same batch.
  mutating func join(_ graph: Graph) {
    batch = graph.withState { $0.lastBatch?.join() == true ? $0.lastBatch : nil }
    hasJoined = batch != nil
    if !hasJoined { begin(in: graph) }
  }

  /// Adds an evicted instance. Call it outside every lock.
  mutating func add(_ instance: EvictedInstance) {
    let batch = makeBatch()
    if let reference = instance.cleanup.graph, reference !== lastGraph {
      lastGraph = reference
      if let graph = reference.object { begin(in: graph) }
    }
    batch.add(instance)
  }

  /// Makes the batch wait for the running creation of an emptied cell. The new instance is added to
  /// the batch. Called under the cell's lock.
  mutating func add(_ creation: Creation) {
    guard let graph = creation.graph else { return }
    creation.batch = makeBatch()
    creation.batch?.addBlocker()
    pendingGraphs.append(graph)
  }

  /// Adds the cleanup of a released instance, so that ``finish()`` notifies its observers.
  mutating func add(released cleanup: Cleanup) {
    if cleanup.observers != nil { released.append(cleanup) }
  }

  /// Notifies observers of the released instances, puts the batch in the remaining queues, and
  /// returns the batch.
  consuming func finish() -> TeardownBatch? {
    for cleanup in released {
      guard let registration = cleanup.registration else { continue }
      cleanup.observers?.notify(.released(registration.undecorated))
    }
    for graph in pendingGraphs.compactMap(\.object) { begin(in: graph) }
    return batch
  }

  /// Starts the teardowns without waiting for their end.
  ///
  /// The synchronous teardowns at the front run on this thread, unless other batches block the
  /// batch. The others run in a task. Failures are printed. Call this function outside every lock.
  package consuming func start() {
    let (hasJoined, batch) = (hasJoined, finish())
    if hasJoined { batch?.unblock() } else { batch?.start() }
  }
}

/// A collection of the instances that are evicted because their lifetimes end together, on one
/// thread.
///
/// All their cells are emptied before the first instance is released. Their teardowns are one
/// batch.
final class GatheredTeardowns {
  /// The teardowns of the instances.
  var pendingTeardowns = PendingTeardowns()

  /// The contents of emptied cells, to be released later.
  var discarded: [EvictedContents] = []

  /// Runs a closure that empties cells, and then releases their instances. A nested call leaves the
  /// release to the outermost one. Call it outside every lock.
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
      var pendingTeardowns = gathered.pendingTeardowns.sharingBatch()
      discarded.dispose(&pendingTeardowns)
      gathered.pendingTeardowns.add(pendingTeardowns)
    }
    record.path.pointee.gathered = nil
    gathered.pendingTeardowns.start()
  }
}
