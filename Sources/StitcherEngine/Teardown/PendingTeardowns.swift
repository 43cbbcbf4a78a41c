/// The instances that one change evicts.
///
/// The change passes the list along, and calls ``start()`` or `Graph.close(_:)` outside every lock
/// when all instances have been evicted.
package struct PendingTeardowns: Sendable {
  /// The teardowns, if the change may evict instances that have one.
  private(set) var batch: TeardownBatch?

  /// Whether the batch is that of another change; see ``join(_:)``.
  private var hasJoined = false

  /// The graph in whose queue the batch was put last.
  private var lastGraph: GraphReference?

  /// The graphs of creations that were in flight in evicted cells. The batch is put in their queues
  /// outside the locks of the cells.
  private var pendingGraphs: [GraphReference] = []

  /// The cleanups of released instances that have observers.
  private var released: [Cleanup] = []

  /// Creates an empty list.
  package init() {}

  /// Returns the batch.
  private mutating func makeBatch() -> TeardownBatch {
    let batch = batch ?? TeardownBatch()
    self.batch = batch
    return batch
  }

  /// Returns a list with the same batch, to be added with ``add(_:)-(Endings)``.
  fileprivate mutating func sharingBatch() -> PendingTeardowns {
    var pendingTeardowns = PendingTeardowns()
    pendingTeardowns.batch = makeBatch()
    return pendingTeardowns
  }

  /// Adds the contents of a list with the same batch.
  fileprivate mutating func add(_ other: PendingTeardowns) {
    released += other.released
    pendingGraphs += other.pendingGraphs
  }

  /// Puts the batch in the queue of a graph before instances are evicted, so that the end of the
  /// graph waits for them. Called under the graph's lock, with the change.
  ///
  /// - Parameter evictsInstances: Whether the change may evict instances.
  mutating func begin(_ state: inout Graph.State, evictingInstances evictsInstances: Bool = true) {
    guard evictsInstances, Teardown.isUsed else { return }
    state.lastBatch = makeBatch().enqueue(after: state.lastBatch)
  }

  /// Puts the batch in the queue of a graph whose instances are evicted afterwards.
  package mutating func begin(in graph: Graph) { graph.withState { begin(&$0) } }

  /// Puts the batch in the queues of the graphs that created, or are creating, the instances of
  /// cells that are emptied afterwards.
  ///
  /// - Returns: The graphs, which the caller releases outside every lock.
  @discardableResult
  mutating func begin(emptying cells: [Cell]) -> [Graph] {
    var graphs: [Graph] = []
    guard Teardown.isUsed else { return [] }
    for cell in cells.withMembers {
      guard let graph = cell.endingGraph, graph !== graphs.last else { continue }
      graphs.append(graph)
      begin(in: graph)
    }
    return graphs
  }

  /// Lets the instance of an abandoned creation join the last batch of a graph, as long as that
  /// batch is still collecting instances: its change may evict what the instance was created with.
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

  /// Lets the batch wait for a creation that is in flight in an evicted cell, and contain its
  /// instance. Called under the cell's lock.
  mutating func add(_ creation: Creation) {
    guard let graph = creation.graph else { return }
    creation.batch = makeBatch()
    creation.batch?.addBlocker()
    pendingGraphs.append(graph)
  }

  /// Notes that an instance was released.
  mutating func add(released cleanup: Cleanup) {
    if cleanup.observers != nil { released.append(cleanup) }
  }

  /// Notifies observers, and returns the batch with all its instances, in all its queues.
  consuming func finish() -> TeardownBatch? {
    for cleanup in released { cleanup.notifyOfRelease() }
    for graph in pendingGraphs.compactMap(\.object) { begin(in: graph) }
    return batch
  }

  /// Starts the teardowns without waiting for them. Those at the front that are synchronous run on
  /// this thread, unless other batches come first; the rest runs in a task. Failures are printed.
  ///
  /// Call it outside every lock.
  package consuming func start() {
    let (hasJoined, batch) = (hasJoined, finish())
    if hasJoined { batch?.unblock() } else { batch?.start() }
  }
}

/// The instances of lifetimes that end together on one thread. All their cells are emptied before
/// the first instance is released, and their teardowns are one batch.
final class GatheredTeardowns {
  /// The list of evicted instances.
  var pendingTeardowns = PendingTeardowns()

  /// The contents of emptied cells that are not released yet.
  var discarded: [EvictedContents] = []

  /// Collects the lifetimes that end on the calling thread while a closure runs. Then releases and
  /// tears down their instances.
  static func gather(_ body: () -> Void) { take { _ in body() } }

  /// Empties cells at the end of a lifetime. Releases their instances, or leaves that to the
  /// enclosing ``gather(_:)``. Call it outside every lock.
  static func take(_ body: (GatheredTeardowns) -> Void) {
    let record = ThreadRecord.current
    if let gathered = record.path.pointee.gathered { return body(gathered) }
    let gathered = GatheredTeardowns()
    record.path.pointee.gathered = gathered
    body(gathered)
    // The release may run foreign code, which may end other lifetimes.
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
