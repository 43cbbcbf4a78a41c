/// What a graph, or a registry, holds: registrations, what they need, and what is wrong, found
/// without running a factory.
package struct Outline: Sendable {
  /// A registration, or a decorator around one, with the graph in which its factory runs.
  package struct Node: Sendable {
    /// The registration; of a decorator, what stands for it: see ``Registration/isDecoration``.
    package let registration: Registration

    /// How long its instance lives; reading it of the registration costs more.
    let kind: Scope.Kind

    /// How many graphs farther away its factory runs.
    let home: Int

    /// The nodes that its factory needs before it returns.
    var targets: [Int] = []

    /// A node that is known to need it.
    var user: Int?

    /// The registry that keeps the instance, if that is not a graph.
    var registry: EditableRegistry?

    /// Whether the place of the instance is not that of equal registrations.
    var isOwn = false

    /// Whether an instance is kept and alive; nil if the registration keeps none, or if no graph
    /// was asked.
    package internal(set) var isLive: Bool?

    /// How long its last creation took, if that was recorded.
    package internal(set) var creation: TimeSpan?

    /// Whether its instance is kept for longer than a graph that is asked.
    var isKeptBeyondGraph: Bool { kind != .instance && kind != .scoped }
  }

  /// That a node needs a dependency.
  package struct Edge: Sendable {
    /// The dependency that is needed.
    package enum Target: Sendable {
      /// The node at a position.
      case node(Int)
      /// A key by which nothing is declared here.
      case missing(LookupKey)
    }

    /// The position of the node that needs.
    package let from: Int

    /// The dependency that is needed.
    package let to: Target

    /// How many are wanted.
    package let demand: DeclaredEdge.Demand

    /// Whether it is asked for after the factory has returned.
    package let isLazy: Bool

    /// Whether a creation was seen to do it; else it is declared.
    package let isObserved: Bool
  }

  /// The registrations, in order.
  package internal(set) var nodes: [Node] = []

  /// What needs what; the same may be both declared and observed.
  package internal(set) var edges: [Edge] = []

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
    refreshAfterOwnChanges()
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
    refreshAfterOwnChanges()
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
    var verifier = Verifier(self, isOpen: isOpen, hasOutline: true)
    verifier.run()
    return Outline(
      nodes: verifier.nodes, edges: verifier.edges, problems: verifier.result.problems)
  }
}

extension Outline {
  /// Adds what was seen while it was created.
  fileprivate mutating func add(_ log: CreationLog) {
    var places: [UInt: [Int]] = [:]
    // The decorators of a registration, the outermost last.
    var decorators: [ObjectIdentifier: [Int]] = [:]
    for (position, node) in nodes.enumerated() {
      if node.registration.isDecoration {
        decorators[ObjectIdentifier(node.registration.undecorated), default: []].append(position)
      } else {
        places[node.registration.placeHash, default: []].append(position)
      }
    }
    /// Returns where a registration is, or one that is equal: a container may have been built anew.
    /// What all decorators of a key have done is seen as done by the outermost.
    func find(_ registration: Registration) -> Int? {
      let base = registration.undecorated
      let equal = places[base.placeHash] ?? []
      guard
        let position = equal.last(where: { nodes[$0].registration === base })
          ?? equal.first(where: { nodes[$0].registration.isEqual(to: base) })
      else { return nil }
      guard registration.isDecoration else { return position }
      return decorators[ObjectIdentifier(nodes[position].registration)]?.last {
        nodes[$0].registration.locator.keys[0] == registration.locator.keys[0]
      } ?? position
    }
    for entry in log.entries where entry.error == nil {
      guard let position = find(entry.creation.registration) else { continue }
      nodes[position].creation = entry.creation.duration
    }
    var known: Set<[Int]> = []
    for need in log.needs {
      guard let target = find(need.needed), let user = find(need.user), user != target,
        known.insert([user, target]).inserted
      else { continue }
      edges.append(
        Edge(from: user, to: .node(target), demand: .one, isLazy: false, isObserved: true))
    }
  }
}
