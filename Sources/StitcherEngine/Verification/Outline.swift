/// What a graph, or a registry, holds: registrations, what they need, and what is wrong, found
/// without running a factory.
package struct Outline: Sendable {
  /// A registration, or a decorator around one.
  package struct Node: Sendable {
    /// The registration; of a decorator, what stands for it: see ``Registration/isDecoration``.
    package let registration: Registration

    /// Whether an instance is kept and alive; nil if the registration keeps none, or if no graph
    /// was asked.
    package internal(set) var isLive: Bool?

    /// How long its last creation took, if that was recorded.
    package internal(set) var creation: Duration?

    /// The registry that keeps the instance, if that is not a graph.
    let registry: EditableRegistry?

    /// Whether the place of the instance is not that of equal registrations.
    let isOwn: Bool

    /// How many graphs farther away its factory runs.
    let home: Int
  }

  /// That one node needs another.
  package struct Edge: Sendable {
    /// The position of the node that needs.
    package let from: Int

    /// The position of the node that is needed.
    package let to: Int

    /// How many are wanted.
    package let demand: DeclaredEdge.Demand

    /// Whether it is asked for after the factory has returned.
    package let isLazy: Bool

    /// Whether a creation was seen to do it; else it is declared.
    package let isObserved: Bool
  }

  /// That a node needs what is not declared here.
  package struct Absence: Sendable {
    /// The position of the node.
    package let from: Int

    /// What is not declared.
    package let key: LookupKey

    /// How many are wanted.
    package let demand: DeclaredEdge.Demand

    /// Whether it is asked for after the factory has returned.
    package let isLazy: Bool
  }

  /// The registrations, in order.
  package internal(set) var nodes: [Node] = []

  /// What needs what; the same may be both declared and observed.
  package internal(set) var edges: [Edge] = []

  /// What needs what is not declared.
  package internal(set) var absences: [Absence] = []

  /// What is wrong.
  package internal(set) var problems: [Verification.Problem] = []
}

extension Graph {
  /// What the graph sees: active registrations, those of its parents, what they are declared to
  /// need and what they were seen to need while creations were recorded, and what is alive.
  ///
  /// Runs the `==` of values, and no factory. Nothing, if the graph has ended.
  ///
  /// - Complexity: O(*n* + *e* + *c*) in the number of registrations, declared edges and recorded
  ///   creations, times the number of active registries.
  package var outline: Outline {
    followChanges()
    var outline = snapshot.outline(isOpen: false)
    for position in outline.nodes.indices {
      let node = outline.nodes[position]
      outline.nodes[position].isLive = isLive(
        node.registration, isOwn: node.isOwn, in: node.registry, orAncestor: node.home)
    }
    for graph in lineage { if let log = graph.recordedCreations { outline.add(log) } }
    return outline
  }
}

extension DeclaredRegistry {
  /// What the registry holds, and what that is declared to need.
  ///
  /// - Complexity: O(*n* + *e*) in the number of registrations and declared edges.
  package var outline: Outline {
    followChanges()
    return Snapshot(
      own: [ActiveRegistry(self, owner: nil)], parent: nil, isIsolated: false, hasEnded: false
    ).outline(isOpen: true)
  }
}

extension Snapshot {
  /// What is seen.
  ///
  /// - Parameter isOpen: Whether what is missing may be declared elsewhere.
  fileprivate func outline(isOpen: Bool) -> Outline {
    if hasEnded { return Outline() }
    var verifier = Verifier(self, isOpen: isOpen, outline: Outline())
    verifier.run()
    return verifier.finishedOutline
  }
}

extension Outline {
  /// Adds what was seen while it was created.
  fileprivate mutating func add(_ log: CreationLog) {
    var positions: [ObjectIdentifier: Int] = [:]
    var places: [UInt: [Int]] = [:]
    // The outermost decorators: the others come before them.
    var decorators: [Decorated: Int] = [:]
    for (position, node) in nodes.enumerated() {
      positions[ObjectIdentifier(node.registration)] = position
      if node.registration.isDecoration {
        decorators[Decorated(node.registration.undecorated, node.registration)] = position
      } else {
        places[node.registration.placeHash, default: []].append(position)
      }
    }
    /// Returns where a registration is, or one that is equal: a container may have been built anew.
    /// What all decorators of a key have done is seen as done by the outermost.
    func find(_ registration: Registration) -> Int? {
      guard registration.isDecoration else { return findItself(registration) }
      guard let base = findItself(registration.undecorated) else { return nil }
      return decorators[Decorated(nodes[base].registration, registration)] ?? base
    }
    func findItself(_ registration: Registration) -> Int? {
      if let known = positions[ObjectIdentifier(registration)] { return known }
      return places[registration.placeHash]?.first {
        nodes[$0].registration.isEqual(to: registration)
      }
    }
    struct Decorated: Hashable {
      let base: ObjectIdentifier, key: LookupKey
      init(_ base: Registration, _ decorated: Registration) {
        (self.base, key) = (ObjectIdentifier(base), decorated.locator.keys[0])
      }
    }
    struct Pair: Hashable { let from: Int, to: Int }
    var known: Set<Pair> = []
    func add(_ requester: Registration, _ position: Int) {
      guard let user = find(requester), user != position,
        known.insert(Pair(from: user, to: position)).inserted
      else {
        return
      }
      edges.append(
        Edge(from: user, to: position, demand: .one, isLazy: false, isObserved: true))
    }
    let hasNeeds = log.hasNeeds
    for entry in log.entries {
      guard let position = find(entry.creation.registration) else { continue }
      if entry.error == nil { nodes[position].creation = entry.creation.duration }
      // The needs say more: also whether a factory or a decorator has injected.
      if !hasNeeds, let requester = entry.creation.requester { add(requester, position) }
    }
    // What was alive before, too.
    for need in log.needs { if let position = find(need.needed) { add(need.user, position) } }
  }
}
