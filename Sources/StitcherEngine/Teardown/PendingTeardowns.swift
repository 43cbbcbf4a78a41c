/// The teardowns of the instances that one change evicts.
///
/// The change passes this list along. After all instances have been evicted, the change calls
/// ``start()`` outside every lock, or lets `Graph.close(_:)` wait for the teardowns.
package struct PendingTeardowns: Sendable {
  /// The batch of teardowns, if the change may evict instances that have one.
  private(set) var batch: TeardownBatch?

  /// Whether the batch belongs to another change; see ``join(_:)``.
  private var hasJoined = false

  /// The last graph that has got the batch in its queue.
  private var lastGraph: GraphReference?

  /// The graphs of creations that were in flight in emptied cells. The batch is put in their queues
  /// later, outside the locks of the cells.
  private var pendingGraphs: [GraphReference] = []

  /// The cleanups of released instances, if their observers have not been notified yet.
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

  /// Returns the batch, and creates it if there is none.
  private mutating func makeBatch() -> TeardownBatch {
    let batch = batch ?? TeardownBatch()
    self.batch = batch
    return batch
  }

  /// Returns a new list with the same batch. The list is merged later with `add(_:)`.
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

  /// Puts the batch in the queue of a graph before instances are evicted. So the end of the graph
  /// waits for their teardowns. Called under the graph's lock.
  ///
  /// - Parameters:
  ///   - state: The state of the graph.
  ///   - evictsInstances: Whether the change may evict instances. If not, the call does nothing.
  mutating func begin(_ state: inout Graph.State, evictingInstances evictsInstances: Bool = true) {
    guard evictsInstances, Teardown.isUsed else { return }
    state.lastBatch = makeBatch().enqueue(after: state.lastBatch)
  }

  /// Puts the batch in the queue of a graph, before the change evicts instances of the graph.
  package mutating func begin(in graph: Graph) { graph.withState { begin(&$0) } }

  /// Puts the batch in the queue of each graph that has created, or is creating, an instance of
  /// some cells. The change empties the cells afterwards.
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

  /// Adds the instance of an abandoned creation to the last batch of its graph, if that batch still
  /// collects instances. That change may evict instances that the factory resolved.
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

  /// Makes the batch wait for a creation that is in flight in an emptied cell. The creation's
  /// instance is added to the batch. Called under the cell's lock.
  mutating func add(_ creation: Creation) {
    guard let graph = creation.graph else { return }
    creation.batch = makeBatch()
    creation.batch?.addBlocker()
    pendingGraphs.append(graph)
  }

  /// Adds a released instance. ``finish()`` notifies its observers.
  mutating func add(released cleanup: Cleanup) {
    if cleanup.observers != nil { released.append(cleanup) }
  }

  /// Notifies observers of releases, puts the batch in its last queues, and returns the batch.
  consuming func finish() -> TeardownBatch? {
    for cleanup in released {
      guard let registration = cleanup.registration else { continue }
      cleanup.observers?.notify(.released(registration.undecorated))
    }
    for graph in pendingGraphs.compactMap(\.object) { begin(in: graph) }
    return batch
  }

  /// Starts the teardowns without waiting for them.
  ///
  /// The synchronous teardowns at the front run on this thread, unless other batches block the
  /// batch. The others run in a task. Failures are printed. Call this function outside every lock.
  package consuming func start() {
    let (hasJoined, batch) = (hasJoined, finish())
    if hasJoined { batch?.unblock() } else { batch?.start() }
  }
}

/// The instances of lifetimes that end together on one thread.
///
/// All their cells are emptied before the first instance is released. Their teardowns are one
/// batch.
final class GatheredTeardowns {
  /// The teardowns of the instances.
  var pendingTeardowns = PendingTeardowns()

  /// The contents of emptied cells that have not been released yet.
  var discarded: [EvictedContents] = []

  /// Runs a closure that empties cells. Then releases the instances, unless an enclosing call on
  /// this thread does so later. Call it outside every lock.
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
