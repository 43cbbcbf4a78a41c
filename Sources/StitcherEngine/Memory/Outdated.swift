/// What a graph does not use any more. Readers may still look at it, and threads may still run its
/// factories.
struct Outdated: Sendable {
  /// The snapshots of the graph and of those that are built on it.
  private var snapshots: [Snapshot] = []

  /// The graphs that are built on it, which were held meanwhile.
  private var graphs: [Graph] = []

  /// Whether registrations have gone.
  private let hasLosses: Bool

  /// The domain of the readers that may still be looking; zero if there are several.
  private let domain: UInt

  /// Creates a collection of nothing.
  init(hasLosses: Bool = true, domain: UInt = 0) {
    self.hasLosses = hasLosses
    self.domain = domain
  }

  /// Adds a snapshot.
  mutating func add(_ snapshot: Snapshot?) { if let snapshot { snapshots.append(snapshot) } }

  /// Adds a graph that is built on the one that has changed.
  mutating func add(_ graph: Graph) { graphs.append(graph) }

  /// Ends the places of what has gone, and lets go as soon as no reader looks any more. Call it
  /// outside every lock.
  ///
  /// - Parameter cells: The places.
  consuming func release(ending cells: [Cell]) {
    if hasLosses { for graph in graphs { graph.endUndeclaredPlaces() } }
    let remains = cells.map { $0.end() }.filter { !$0.isEmpty }
    if snapshots.isEmpty, remains.isEmpty { return }
    Reclamation.retire(snapshots, then: remains, in: domain)
  }
}
