/// What a graph does not use any more. Readers may still look at it, and threads may still run its
/// factories.
struct RetiredSnapshots: Sendable {
  /// The snapshots of the graph and of those that are built on it.
  var snapshots: [Snapshot] = []

  /// The graphs that are built on it, which were held meanwhile.
  var graphs: [Graph] = []

  /// Whether threads may still read the snapshots and the instances without a lock.
  var hasReaders = true

  /// Ends the places of what has gone, and lets go as soon as no reader looks any more. Call it
  /// outside every lock.
  ///
  /// - Parameters:
  ///   - cells: The places.
  ///   - losses: What has gone.
  ///   - endings: Gets what has to be torn down.
  consuming func release(
    ending cells: consuming [Cell], of removedRegistrations: RemovedRegistrations,
    _ pendingTeardowns: inout PendingTeardowns
  ) {
    var gone: [Cell] = []
    for graph in graphs where !removedRegistrations.isEmpty || graph.hasDecoratedInstances {
      gone += graph.takeUndeclaredPlaces(
        of: removedRegistrations, includingPlain: !removedRegistrations.isEmpty, &pendingTeardowns)
    }
    // A constant, so that nothing else holds the instances when they are let go.
    let discarded = (gone.isEmpty ? cells : gone + cells).end(&pendingTeardowns)
    // They go with what has led to them, if that is the last that does.
    cells = []
    gone = []
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

/// What a change has taken away from a graph.
struct RemovedRegistrations {
  /// What registries held that hold something else now, or are not active any more.
  var contents: [RegistryContents] = []

  /// What registries hold now that held something else before, or were not active.
  var gains: [RegistryContents] = []

  /// Registrations that were taken out of an editable registry.
  var registrations: [Registration] = []

  /// Registrations that were added to an editable registry.
  var added: [Registration] = []

  /// Whether the graph has ended.
  var isEnd = false

  /// Whether nothing has gone.
  var isEmpty: Bool { contents.isEmpty && registrations.isEmpty }

  /// Whether a place may be one of something that has gone.
  ///
  /// - Complexity: O(*n*) in the number of registries and of registrations.
  func contain(place cell: Cell) -> Bool {
    contain(cell)
      || contents.contains { contents in
        // What an editable registry held then may be gone from it.
        if case .editable = contents { cell.isOwn } else { false }
      }
  }

  /// The hashes of the keys whose registrations or decorators have changed; nil if any key may be
  /// concerned.
  ///
  /// - Complexity: O(*n*) in the number of registrations and decorators.
  var keyHashes: Set<UInt>? {
    var hashes = Set((registrations + added).flatMap(\.locator.keys).map(\.hash))
    for contents in contents + gains {
      // What an editable registry held then may be gone from it.
      guard !isEnd, case .fixed(let set) = contents else { return nil }
      hashes.formUnion(set.registrations.flatMap(\.locator.keys).map(\.hash))
      hashes.formUnion(set.decorations.map(\.key.hash))
    }
    return isEnd ? nil : hashes
  }

  /// Whether a place is one of something that has gone, as far as that is still known.
  ///
  /// - Complexity: O(*n*) in the number of registries and of registrations.
  func contain(_ cell: Cell) -> Bool {
    registrations.contains { cell.isPlace(of: $0) }
      || contents.contains { $0.contains(cell) { _ in true } }
  }
}
