/// What a graph does not use any more. Readers may still look at it, and threads may still run its
/// factories.
struct Outdated: Sendable {
  /// The snapshots of the graph and of those that are built on it.
  var snapshots: [Snapshot] = []

  /// The graphs that are built on it, which were held meanwhile.
  var graphs: [Graph] = []

  /// Ends the places of what has gone, and lets go as soon as no reader looks any more. Call it
  /// outside every lock.
  ///
  /// - Parameters:
  ///   - cells: The places.
  ///   - hasLosses: Whether registrations have gone.
  consuming func release(ending cells: [Cell], hasLosses: Bool = true) {
    if hasLosses { for graph in graphs { graph.endUndeclaredPlaces() } }
    let discarded = cells.map { $0.end() }
    if snapshots.isEmpty, discarded.isEmpty { return }
    Reclamation.waitForReaders()
    let unpublished = snapshots
    snapshots = []
    Reclamation.release(unpublished)
    discarded.release()
  }
}
