/// The unpublished snapshots of a graph, to be released when no reader uses them.
///
/// Threads may still read them, and run factories of their registrations.
struct RetiredSnapshots: Sendable {
  /// The unpublished snapshots of the graph and of its child graphs.
  var snapshots: [Snapshot] = []

  /// The child graphs, retained during the change.
  var graphs: [Graph] = []

  /// Whether threads may still read the snapshots and the instances without a lock.
  var hasReaders = true

  /// Ends the cells of removed registrations, and releases snapshots and instances after the
  /// readers.
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
    for graph in graphs where !removedRegistrations.isEmpty || graph.hasDecoratedInstances {
      removed += graph.removeUndeclaredCells(
        of: removedRegistrations, includingPlain: !removedRegistrations.isEmpty, &pendingTeardowns)
    }
    // Declared as a constant, so that nothing else retains the instances when they are released.
    let discarded = (removed.isEmpty ? cells : removed + cells).end(&pendingTeardowns)
    // The cells are released with the snapshots, if the snapshots are their last owners.
    cells = []
    removed = []
    if snapshots.isEmpty, discarded.isEmpty { return }
    if hasReaders {
      Reclamation.waitForReaders()
      let unpublished = snapshots
      snapshots = []
      Reclamation.release(unpublished)
    } else {
      snapshots = []
    }
    discarded.release(&pendingTeardowns)
  }
}

/// The registrations that a change has removed from a graph, and those that it has added.
struct RemovedRegistrations {
  /// The previous contents of the registries that were changed or deactivated.
  var contents: [RegistryContents] = []

  /// The new contents of the registries that were changed or activated.
  var gains: [RegistryContents] = []

  /// The registrations that were removed from an editable registry.
  var registrations: [Registration] = []

  /// The registrations that were added to an editable registry.
  var added: [Registration] = []

  /// Whether the change is the end of the graph.
  var isEnd = false

  /// Whether the change has removed nothing.
  var isEmpty: Bool { contents.isEmpty && registrations.isEmpty }

  /// Whether a cell may belong to a removed registration.
  ///
  /// - Complexity: O(*n*) in the number of registries and of registrations.
  func contain(place cell: Cell) -> Bool {
    contain(cell)
      || contents.contains { contents in
        // The editable registry may no longer contain the registration that it contained at the
        // time of the change.
        if case .editable = contents { cell.isOwn } else { false }
      }
  }

  /// The hashes of the keys that are affected by changed registrations or decorators, or `nil` if
  /// all keys may be.
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

  /// Whether a cell belongs to a removed registration that is still known.
  ///
  /// - Complexity: O(*n*) in the number of registries and of registrations.
  func contain(_ cell: Cell) -> Bool {
    registrations.contains { cell.isPlace(of: $0) }
      || contents.contains { $0.contains(cell) { _ in true } }
  }
}
