// A decorated instance has a registration of its own, which takes the place of the one that a
// lookup has found. A kept instance is decorated once, in the graph that keeps it, by all
// decorators that this graph sees. Each nearer graph that decorates the instance, too, puts its own
// decorators around the result, and keeps what they return.

/// The decorators of a key in one graph.
package struct DecorationLayer {
  /// How many graphs farther away the decorators are active.
  package let distance: Int

  /// The decorators, the innermost first.
  package var decorations: [any Decoration]
}

extension Graph {
  /// All decorators that the graph sees, in the order in which they are applied: those of the
  /// farthest graph first, then in order of activation and of declaration.
  ///
  /// - Complexity: O(*n*) in the number of registries and decorators.
  package var decorations: [any Decoration] {
    refreshAfterOwnChanges()
    return snapshot.decorations(of: nil).flatMap(\.decorations)
  }

  /// Whether the graph keeps decorated instances.
  var hasDecoratedInstances: Bool { withState { $0.store.hasDecorated } }

  /// Returns candidates with the decorators of the key that finds them; nil if the graph has
  /// changed meanwhile.
  func decorated(
    _ candidates: [Candidate], _ key: LookupKey, in snapshot: Snapshot
  ) -> [Candidate]? {
    let layers = snapshot.decorations(of: key)
    if layers.isEmpty { return candidates }
    var decorated: [Candidate] = []
    decorated.reserveCapacity(candidates.count)
    for candidate in candidates {
      let outermost = decorate(candidate, keptAt: candidate.keeper(seenFrom: self), by: layers) {
        registration, distance in
        let seen = snapshot.ancestor(distance).bits
        return ancestor(distance).with {
          $0.cell(for: registration, isOwn: false) { $0.snapshot?.bits == seen }
        }
      }
      guard let outermost else { return nil }
      decorated.append(outermost)
    }
    return decorated
  }

  /// Whether a cell of this graph is the place of a decorated instance that a key still finds.
  func declares(_ cell: Cell, decorated key: LookupKey, in snapshot: Snapshot) -> Bool {
    let layers = snapshot.decorations(of: key)
    if layers.isEmpty { return false }
    var isDeclared = false
    let found = snapshot.registrations(for: key) + snapshot.allRegistrations(for: key)
    for (registration, visible) in found where registration.isStored && !isDeclared {
      let own = visible.active.isEditable ? Cell(for: registration, isOwn: true) : nil
      let candidate = Candidate(
        registration: registration, cell: own, creator: UnretainedReference(self),
        distance: visible.distance)
      let keeper = registration.scope.isScoped ? 0 : visible.storeDistance
      _ = decorate(candidate, keptAt: keeper, by: layers) { decorated, distance in
        isDeclared = isDeclared || distance == 0 && cell.isPlace(of: decorated)
        return cell
      }
    }
    return isDeclared
  }

  /// Puts layers of decorators around a candidate: first all layers that the graph sees that keeps
  /// the candidate, as one, then each nearer layer.
  ///
  /// - Parameters:
  ///   - keeper: How many graphs farther away the candidate is kept.
  ///   - place: Returns the cell of a decorated instance in the graph that is so many steps farther
  ///     away, or nil to stop.
  /// - Returns: The outermost candidate; nil if there is no cell for one of them.
  private func decorate(
    _ candidate: Candidate, keptAt keeper: Int, by layers: [DecorationLayer],
    _ place: (Registration, Int) -> Cell?
  ) -> Candidate? {
    let kept = layers.prefix { $0.distance >= keeper }
    var merged = Array(layers[kept.endIndex...])
    if !kept.isEmpty {
      merged.insert(
        DecorationLayer(distance: keeper, decorations: kept.flatMap(\.decorations)), at: 0)
    }
    var (current, distance) = (candidate, keeper)
    for layer in merged {
      let registration = current.decorated(
        by: layer.decorations, keptFarther: distance - layer.distance)
      distance = layer.distance
      let cell = registration.isStored ? place(registration, distance) : nil
      if registration.isStored, cell == nil { return nil }
      current = Candidate(
        registration: registration, cell: cell, creator: ancestor(distance),
        distance: candidate.distance, isWatched: candidate.isWatched)
    }
    return current
  }
}

extension Candidate {
  /// Returns how many graphs farther away than a graph the instance is kept; zero if no graph keeps
  /// the instance.
  fileprivate func keeper(seenFrom graph: Graph) -> Int {
    if cell == nil { return 0 }
    var (distance, current) = (0, graph)
    while current !== creator.object, let parent = current.parent {
      (distance, current) = (distance + 1, parent)
    }
    return distance
  }

  /// Returns a registration of this candidate's instances with decorators around them.
  ///
  /// - Parameters:
  ///   - all: The decorators, at least one, the innermost first.
  ///   - distance: How many graphs farther away than the decorators the candidate is kept.
  fileprivate func decorated(
    by all: [any Decoration], keptFarther distance: Int
  ) -> Registration {
    let outermost = all[all.count - 1]
    let actors = ([registration.isolation] + all.map(\.isolation)).compactMap { $0 }
    let isOneActor = actors.allSatisfy { $0 === actors[0] }
    let needsTask =
      registration.isAsynchronous || !isOneActor || all.contains(where: \.isAsynchronous)
    let identity = DecorationIdentity(
      base: registration, isOwn: cell?.isOwn == true, distance: distance, decorations: all)
    var details = Registration.Details(
      locator: outermost.key.locator, scope: registration.scope,
      identity: registration.identity.within(RegistrationIdentity(identity)),
      // A task goes to each actor by itself.
      location: registration.location, isolation: needsTask ? nil : actors.first)
    details.decoratorLocations = all.map(\.location)
    return outermost.registration(details, around: self, all, needsTask: needsTask)
  }

  /// Whether an instance is the object that this candidate keeps for some arguments.
  func keeps(_ instance: Any, for arguments: [Any]) -> Bool {
    guard let kept = self.instance(for: arguments)?.anyValue else { return false }
    return isSameObject(kept, instance)
  }
}

/// The identity of a decorated registration among the registrations with the same key.
private struct DecorationIdentity: Hashable, @unchecked Sendable {
  // Safe: constants that are only compared.

  /// The registration that is decorated.
  let base: Registration

  /// Whether the instance of that registration has a place of its own.
  let isOwn: Bool

  /// How many graphs farther away that instance is kept: an equal registration may come to be kept
  /// nearer.
  let distance: Int

  /// The decorators, the innermost first.
  let decorations: [any Decoration]

  static func == (left: Self, right: Self) -> Bool {
    left.isOwn == right.isOwn && left.distance == right.distance
      && left.decorations.count == right.decorations.count
      && zip(left.decorations, right.decorations).allSatisfy { $0.isLike($1) }
      && (left.isOwn ? left.base.origin === right.base.origin : left.base.isEqual(to: right.base))
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(isOwn)
    hasher.combine(base.placeHash)
    hasher.combine(decorations.count)
  }
}
