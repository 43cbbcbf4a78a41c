// What finds an instance may be decorated: then a registration that decorates takes the place of
// the one that was found. What is kept is decorated where it is kept, once, by all that is seen
// there; each nearer graph that decorates it too puts its own around that, and keeps it.

extension Graph {
  /// All decorations that the graph sees, in the order in which they are applied: those of the
  /// farthest graph first, then in order of activation and of declaration.
  ///
  /// - Complexity: O(*n*) in the number of registries and decorations.
  package var decorations: [any Decoration] {
    followChanges()
    let snapshot = snapshot
    if snapshot.hasEnded { return [] }
    var layers: [(distance: Int, decorations: [any Decoration])] = []
    for registry in snapshot.registries {
      if layers.last?.distance != registry.distance { layers.append((registry.distance, [])) }
      layers[layers.count - 1].decorations += registry.active.contents.decorations
    }
    return layers.reversed().flatMap(\.decorations)
  }

  /// Whether the graph keeps instances that are decorated.
  var hasDecoratedInstances: Bool { withState { $0.store.decoratedCount > 0 } }

  /// Returns candidates with the decorations of the key that finds them; nil if the graph has
  /// changed meanwhile.
  func decorated(
    _ candidates: [Candidate], _ key: LookupKey, in snapshot: Snapshot
  ) -> [Candidate]? {
    let decorations = snapshot.decorations(of: key)
    if decorations.isEmpty { return candidates }
    var decorated: [Candidate] = []
    decorated.reserveCapacity(candidates.count)
    for candidate in candidates {
      var current = candidate
      var keeper = candidate.keeper(seenFrom: self)
      for layer in layers(of: keeper, decorations) {
        let registration = current.registration(
          with: layer.decorations, keptFarther: keeper - layer.distance)
        keeper = layer.distance
        var cell: Cell?
        if registration.isStored {
          let seen = snapshot.ancestor(layer.distance).bits
          cell = ancestor(layer.distance).with {
            $0.cell(for: registration, isOwn: false) { $0.snapshot?.bits == seen }
          }
          if cell == nil { return nil }
        }
        current = Candidate(
          registration: registration, cell: cell, creator: ancestor(layer.distance),
          distance: candidate.distance, isWatched: candidate.isWatched)
      }
      decorated.append(current)
    }
    return decorated
  }

  /// Whether a cell of this graph's is the place of a decorated instance that a key still finds.
  func declares(_ cell: Cell, decorated key: LookupKey, in snapshot: Snapshot) -> Bool {
    let decorations = snapshot.decorations(of: key)
    if decorations.isEmpty { return false }
    let found = snapshot.registrations(for: key) + snapshot.allRegistrations(for: key)
    for (registration, visible) in found where registration.isStored {
      let isOwn = visible.active.isEditable
      // Where it is kept only matters for the layers.
      var keeper = registration.scope.isScoped ? 0 : visible.storeDistance
      var current = Candidate(
        registration: registration,
        cell: isOwn ? Cell(for: registration, isOwn: true) : nil, creator: Borrowed(self),
        distance: visible.distance)
      for layer in layers(of: keeper, decorations) {
        let decorated = current.registration(
          with: layer.decorations, keptFarther: keeper - layer.distance)
        keeper = layer.distance
        if layer.distance == 0, cell.isPlace(of: decorated) { return true }
        current = Candidate(
          registration: decorated, cell: nil, creator: Borrowed(self), distance: visible.distance)
      }
    }
    return false
  }

  /// Splits decorations into those that are seen where an instance is kept, and those of each
  /// nearer graph, each with how many graphs farther away its instances are kept.
  private func layers(
    of keeper: Int, _ decorations: [(decoration: any Decoration, distance: Int)]
  ) -> [(distance: Int, decorations: [any Decoration])] {
    var layers: [(distance: Int, decorations: [any Decoration])] = []
    for (decoration, distance) in decorations {
      let place = min(distance, keeper)
      if layers.last?.distance == place {
        layers[layers.count - 1].decorations.append(decoration)
      } else {
        layers.append((place, [decoration]))
      }
    }
    return layers
  }
}

extension Candidate {
  /// Returns how many graphs farther away than a graph the instance is kept; zero if it is not.
  fileprivate func keeper(seenFrom graph: Graph) -> Int {
    if cell == nil { return 0 }
    var (distance, current) = (0, graph)
    while current !== creator.object, let parent = current.parent {
      (distance, current) = (distance + 1, parent)
    }
    return distance
  }

  /// Returns a registration that puts decorations around this candidate.
  ///
  /// - Parameter distance: How many graphs farther away than they the candidate is kept.
  fileprivate func registration(
    with decorations: [any Decoration], keptFarther distance: Int
  ) -> Registration {
    // There is no layer without one.
    decorations[decorations.count - 1].registration(
      of: self, isOwn: cell?.isOwn == true, keptFarther: distance, decorations)
  }
}
