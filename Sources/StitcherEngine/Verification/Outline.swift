/// An outline of a graph or registry: its registrations, their dependencies, and problems.
///
/// An outline is made without running a factory.
package struct Outline: Sendable {
  /// A registration or decorator in an ``Outline``.
  package struct Node: Sendable {
    /// The registration that the node represents.
    ///
    /// For a decorator, it is a registration that represents the decorator: see
    /// ``Registration/isDecoration``.
    package let registration: Registration

    /// The number of parent links from the outlined graph to the graph that runs the registration's
    /// factory.
    let distance: Int

    /// The positions of the nodes whose instances this node's factory needs before it returns.
    var targets: [Int] = []

    /// The position of one node whose factory needs the instance of this node; `nil` if none is
    /// known.
    var user: Int?

    /// The editable registry that keeps this node's instance; `nil` if a graph keeps the instance.
    var registry: EditableRegistry?

    /// Whether the node's registration has a cell that it does not share with equal registrations.
    var isOwn = false

    /// Whether a live instance of the node's registration exists; `nil` if that is not recorded.
    ///
    /// `nil` for a transient registration, and for the outline of a registry.
    package internal(set) var isLive: Bool?

    /// The duration of the most recent recorded creation of an instance; `nil` if none was
    /// recorded.
    package internal(set) var creation: TimeSpan?

    /// The kind of the registration's scope.
    var kind: Scope.Kind { registration.scope.kind }
  }

  /// An edge of an ``Outline``, which leads from a node to a dependency that the node needs.
  package struct Edge: Sendable {
    /// The dependency to which an edge leads.
    package enum Target: Sendable {
      /// A registered dependency, given by the position of its node.
      case node(Int)
      /// A missing dependency, given by a key without a registration.
      case missing(LookupKey)
    }

    /// The position of the node that needs the dependency.
    package let from: Int

    /// The dependency that the node needs.
    package let to: Target

    /// The number of dependencies that the node's factory requests: exactly one, at most one, or
    /// all.
    package let demand: DeclaredEdge.Demand

    /// Whether the dependency is requested lazily, after the node's factory has returned.
    package let isLazy: Bool

    /// Whether the node's factory was observed to request the dependency in a recorded creation.
    ///
    /// If not, the dependency was only declared.
    package let isObserved: Bool
  }

  /// The nodes of the outline: the registrations, in order, and their decorators.
  package internal(set) var nodes: [Node] = []

  /// The edges of the outline, each of which leads from a node to a dependency.
  ///
  /// If a dependency is both declared and recorded, there are two edges.
  package internal(set) var edges: [Edge] = []

  /// The problems that the verification of the outlined registrations has found.
  package internal(set) var problems: [Verification.Problem] = []
}

extension Graph {
  /// The outline of all registrations that this graph sees.
  ///
  /// The registrations belong to the graph and to its ancestors.
  ///
  /// The outline contains declared dependencies, dependencies that were observed while creations
  /// were recorded, and whether instances are live. It is empty if the graph has ended.
  ///
  /// Runs the `==` of values, and no factory.
  ///
  /// - Complexity: O(*n* + *e* + *c*) in the number of registrations, declared edges and recorded
  ///   creations, times the number of active registries.
  package var outline: Outline {
    refreshAfterOwnChanges()
    var outline = Outline(snapshot, isOpen: false)
    for position in outline.nodes.indices {
      outline.nodes[position].isLive = isLive(outline.nodes[position])
    }
    for graph in lineage { if let log = graph.recordedCreations { outline.add(log) } }
    return outline
  }
}

extension DeclaredRegistry {
  /// The outline of this registry's registrations and of their declared dependencies.
  ///
  /// - Complexity: O(*n* + *e*) in the number of registrations and declared edges.
  package var outline: Outline {
    refreshAfterOwnChanges()
    return Outline(Snapshot(own: [ActiveRegistry(self, owner: nil)]), isOpen: true)
  }
}

extension Outline {
  /// Creates the outline of all registrations in the given snapshot.
  ///
  /// - Parameter isOpen: Whether a missing registration may be declared elsewhere.
  fileprivate init(_ snapshot: Snapshot, isOpen: Bool) {
    let verifier = Verifier(snapshot, isOpen: isOpen, hasOutline: true)
    (nodes, edges, problems) = (verifier.nodes, verifier.edges, verifier.result.problems)
  }

  /// Adds the durations and dependencies that the given log has recorded to the outline's nodes and
  /// edges.
  fileprivate mutating func add(_ log: CreationLog) {
    // The positions of registrations and their decorators, the outermost decorator last.
    var places = [UInt: [Int]]()
    for (position, node) in nodes.enumerated() {
      places[node.registration.undecorated.cellHash, default: []].append(position)
    }
    /// Returns the position of the node for the given registration; `nil` if there is none.
    ///
    /// An equal registration counts, too, since a container may have been rebuilt.
    ///
    /// The requests of all decorators of a key are attributed to the outermost decorator.
    func find(_ registration: Registration) -> Int? {
      let base = registration.undecorated
      let known = (places[base.cellHash] ?? []).map { (position: $0, node: nodes[$0].registration) }
      let plain = known.filter { !$0.node.isDecoration }
      guard
        let found = plain.last(where: { $0.node === base })
          ?? plain.first(where: { $0.node.isEqual(to: base) })
      else { return nil }
      let decorator = known.last {
        registration.isDecoration && $0.node.isDecoration && $0.node.undecorated === found.node
          && $0.node.locator.keys[0] == registration.locator.keys[0]
      }
      return (decorator ?? found).position
    }
    for entry in log.entries where entry.error == nil {
      guard let position = find(entry.registration) else { continue }
      nodes[position].creation = entry.duration
    }
    var known = Set<Int>()
    for need in log.needs {
      guard let target = find(need.needed), let user = find(need.user), user != target,
        known.insert(user * nodes.count + target).inserted
      else { continue }
      edges.append(
        Edge(from: user, to: .node(target), demand: .one, isLazy: false, isObserved: true))
    }
  }
}
