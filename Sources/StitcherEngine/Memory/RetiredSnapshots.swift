/// The replaced snapshots of one or more graphs.
///
/// Threads may still read these snapshots, and run factories of their registrations. The snapshots
/// are released afterwards.
struct RetiredSnapshots: Sendable {
  /// The replaced snapshots of the graph and of its descendants.
  var snapshots: [Snapshot] = []

  /// The child graphs with snapshots that the change has replaced.
  ///
  /// They are retained until the end of the change.
  var graphs: [Graph] = []

  /// Whether threads may be reading the replaced snapshots and their instances without a lock.
  var hasReaders = true

  /// Ends the cells of removed registrations, and releases the instances and the replaced
  /// snapshots.
  ///
  /// Waits for readers before the release.
  ///
  /// Call it outside every lock.
  ///
  /// - Parameters:
  ///   - cells: The cells.
  ///   - removedRegistrations: The registrations that the change has removed.
  ///   - pendingTeardowns: The list to which instances with a teardown are added.
  consuming func release(
    ending cells: consuming [Cell], of removedRegistrations: RemovedRegistrations,
    _ pendingTeardowns: inout PendingTeardowns
  ) {
    var removed: [Cell] = []
    for graph in graphs {
      removed += graph.removeUndeclaredCells(of: removedRegistrations, &pendingTeardowns)
    }
    // Declared as a constant, so that nothing else retains the instances when they are released.
    let discarded = (removed.isEmpty ? cells : removed + cells).end(&pendingTeardowns)
    // The cells are released with the snapshots, if the snapshots are their last owners.
    cells = []
    removed = []
    if snapshots.isEmpty, discarded.isEmpty { return }
    if hasReaders {
      Reclamation.waitForReaders()
      Reclamation.release(&snapshots)
    }
    snapshots = []
    discarded.release(&pendingTeardowns)
  }
}

/// The registrations that a change of a graph has removed, and those that the change has added.
struct RemovedRegistrations {
  /// The contents that the changed and the deactivated registries had before the change.
  var contents: [RegistryContents] = []

  /// The contents that the changed and the activated registries have after the change.
  var gains: [RegistryContents] = []

  /// The registrations that were removed from an editable registry.
  var registrations: [Registration] = []

  /// The registrations that were added to an editable registry.
  var added: [Registration] = []

  /// Whether the change is the end of the graph, which removes all registrations.
  var isEnd = false

  /// Returns whether the given cell possibly stores the instance of a removed registration.
  ///
  /// - Complexity: O(*n*) in the number of registries and of registrations.
  func contain(place cell: Cell) -> Bool {
    registrations.contains { cell.isPlace(of: $0) }
      || contents.contains { contents in
        // The editable registry may no longer contain the registration that it contained at the
        // time of the change.
        if case .editable = contents, cell.isOwn { return true }
        return contents.contains(cell) { _ in true }
      }
  }

  /// The hashes of all keys whose registrations or decorators have changed; `nil` if any key may be
  /// affected.
  ///
  /// - Complexity: O(*n*) in the number of registrations and decorators.
  var keyHashes: Set<UInt>? {
    var hashes = Set((registrations + added).flatMap(\.locator.keys).map(\.hash))
    for contents in contents + gains {
      // The editable registry may no longer contain the registrations that it contained at the time
      // of the change.
      guard !isEnd, case .fixed(let set) = contents else { return nil }
      hashes.formUnion(set.registrations.flatMap(\.locator.keys).map(\.hash))
      hashes.formUnion(set.decorations.map(\.key.hash))
    }
    return isEnd ? nil : hashes
  }
}
