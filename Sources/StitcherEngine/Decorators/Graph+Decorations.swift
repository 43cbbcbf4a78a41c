// A decorated instance has its own registration, which replaces the registration that a lookup has
// found. If the scope keeps the instance, the graph that keeps it decorates it once, with all
// decorators that this graph sees. Each nearer graph with decorators applies its own decorators to
// that result, and keeps the new result.

extension Graph {
  /// All decorators that this graph and its ancestors declare, in the order in which they are
  /// applied.
  ///
  /// Decorators of the farthest graph come first, then the order is that of activation and of
  /// declaration.
  ///
  /// - Complexity: O(*n*) in the number of registries and decorators.
  package var decorations: [any Decoration] {
    refreshAfterOwnChanges()
    return snapshot.decorations(of: nil).map(\.decoration)
  }

  /// Returns the given candidates, each wrapped in the decorators that are declared for the key.
  ///
  /// Returns `nil` if the graph has changed meanwhile.
  func decorated(
    _ candidates: [Candidate], _ key: LookupKey, in snapshot: Snapshot
  ) -> [Candidate]? {
    let decorations = snapshot.decorations(of: key)
    if decorations.isEmpty { return candidates }
    let decorated = candidates.compactMap { candidate in
      // The graphs nearer than the one that keeps the instance. A transient instance has none.
      let nearer = lineage.prefix { candidate.cell != nil && $0 !== candidate.creator.object }
      return decorate(candidate, keptAt: nearer.count, by: decorations) {
        self.cell(for: $0, isOwn: false, at: $1, in: snapshot)
      }
    }
    return decorated.count == candidates.count ? decorated : nil
  }

  /// Whether lookups for the given key still use the given cell, which contains a decorated
  /// instance.
  func declares(_ cell: Cell, decorated key: LookupKey, in snapshot: Snapshot) -> Bool {
    let decorations = snapshot.decorations(of: key)
    if decorations.isEmpty { return false }
    var isDeclared = false
    let found = snapshot.registrations(for: key) + snapshot.registrations(for: key, all: true)
    for (registration, visible) in found where registration.isStored && !isDeclared {
      let own = visible.active.isEditable ? Cell(for: registration, isOwn: true) : nil
      let candidate = Candidate(
        registration: registration, cell: own, creator: UnretainedReference(self),
        distance: visible.distance)
      let keeper = registration.scope.isScoped ? 0 : visible.storeDistance
      _ = decorate(candidate, keptAt: keeper, by: decorations) { decorated, distance in
        isDeclared = isDeclared || distance == 0 && cell.isPlace(of: decorated)
        return cell
      }
    }
    return isDeclared
  }

  /// Wraps a candidate in the decorators that several graphs declare, starting with the farthest
  /// graph.
  ///
  /// The graph that keeps the candidate's instance sees its own decorators and those of its
  /// ancestors. These are applied as if they were decorators of one graph, and afterwards those of
  /// each nearer graph.
  ///
  /// - Parameters:
  ///   - keeper: The number of parent links from this graph to the one that keeps the candidate's
  ///     instance.
  ///   - place: Returns the cell of a decorated instance in the ancestor that is a number of parent
  ///     links away, or `nil` to stop.
  /// - Returns: The candidate with all decorators, or `nil` if `place` has returned `nil`.
  private func decorate(
    _ candidate: Candidate, keptAt keeper: Int,
    by decorations: [(decoration: any Decoration, distance: Int)],
    _ place: (Registration, Int) -> Cell?
  ) -> Candidate? {
    var (current, distance, remaining) = (candidate, keeper, decorations[...])
    while let next = remaining.first {
      let nextDistance = min(next.distance, keeper)
      let layer = remaining.prefix { min($0.distance, keeper) == nextDistance }
      remaining = remaining.dropFirst(layer.count)
      let registration = current.decorated(
        by: layer.map(\.decoration), keptFarther: distance - nextDistance)
      distance = nextDistance
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
  /// Returns a registration that applies the given decorators to the instances of this candidate.
  ///
  /// - Parameters:
  ///   - all: The decorators, at least one, the innermost first.
  ///   - distance: The number of parent links from the graph of the decorators to the graph that
  ///     keeps the candidate's instance.
  fileprivate func decorated(by all: [any Decoration], keptFarther distance: Int) -> Registration {
    let outermost = all[all.count - 1]
    let actors = ([registration.isolation] + all.map(\.isolation)).compactMap { $0 }
    let isOneActor = actors.allSatisfy { $0 === actors[0] }
    let needsTask =
      registration.isAsynchronous || !isOneActor || all.contains(where: \.isAsynchronous)
    let identity = DecorationIdentity(
      base: registration, isOwn: cell?.isOwn == true, distance: distance, decorations: all)
    var details = Registration.Details(
      locator: Locator(outermost.key), scope: registration.scope,
      identity: registration.identity.within(RegistrationIdentity(identity)),
      // A task switches to each actor itself.
      location: registration.location, isolation: needsTask ? nil : actors.first)
    (details.decorated, details.decoratorLocations) = (registration, all.map(\.location))
    return outermost.registration(details, around: self, all, needsTask: needsTask)
  }
}

/// The identity of a registration that applies decorators, by which equal ones are recognized.
private struct DecorationIdentity: Hashable, @unchecked Sendable {
  // Safe: constants that are only compared.

  /// The registration whose instances are decorated.
  let base: Registration

  /// Whether the decorated registration has a cell that it does not share with equal registrations.
  let isOwn: Bool

  /// The number of parent links from the decorating graph to the graph that keeps the undecorated
  /// instance.
  ///
  /// This number distinguishes the registration from an equal one that a nearer graph registers
  /// later.
  let distance: Int

  /// The decorators that are applied, the innermost first.
  let decorations: [any Decoration]

  static func == (left: Self, right: Self) -> Bool {
    left.isOwn == right.isOwn && left.distance == right.distance
      && left.decorations.count == right.decorations.count
      && zip(left.decorations, right.decorations).allSatisfy { $0.isLike($1) }
      && (left.isOwn ? left.base.origin === right.base.origin : left.base.isEqual(to: right.base))
  }

  func hash(into hasher: inout Hasher) { hasher.combine(base.cellHash) }
}
