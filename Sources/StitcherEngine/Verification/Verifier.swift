/// A check of the declared dependencies of all registrations in a snapshot.
struct Verifier {
  /// The snapshot that is checked.
  let snapshot: Snapshot

  /// Whether the verification ignores missing registrations, since they may be declared elsewhere.
  private let isOpen: Bool

  /// The nodes of all registrations and decorators that the verification has reached.
  ///
  /// The registrations that the graph itself sees come first, then those that only its ancestors
  /// see.
  var nodes: [Outline.Node] = []

  /// By the address of a registration or decorator: the positions of its nodes in ``nodes``.
  ///
  /// A registration has one node for each graph that runs its factory; usually, that is one graph.
  /// A decorator has one node for each graph and decorated node.
  var positions = [UInt: [Int]]()

  /// The number of nodes, from the start of ``nodes``, whose dependencies have been counted in the
  /// result.
  ///
  /// These nodes represent the registrations that the graph itself sees, and their decorators.
  var countedNodes = 0

  var result = Verification()

  /// Whether the verification also collects the nodes and edges of an outline.
  let hasOutline: Bool

  /// The edges of the outline; empty unless the verification collects an outline.
  var edges: [Outline.Edge] = []

  /// The problems that the verification has found so far, each with the position of its node.
  ///
  /// Problems of some kinds also have a path of nodes.
  var problems: [(node: Int, kind: Verification.Problem.Kind, path: [Int]?)] = []

  /// Verifies all registrations in the given snapshot.
  ///
  /// The snapshot of an ended graph has no problems.
  ///
  /// - Parameter hasOutline: Whether nodes and edges are collected for an outline, and not only
  ///   problems.
  init(_ snapshot: Snapshot, isOpen: Bool, hasOutline: Bool = false) {
    (self.snapshot, self.isOpen, self.hasOutline) = (snapshot, isOpen, hasOutline)
    if snapshot.hasEnded { return }
    collect()
    result.registrationCount = nodes.count
    decorateAll()
    countedNodes = nodes.count
    // The loop adds nodes for registrations that only parents see.
    var node = 0
    while node < nodes.count {
      checkItself(node)
      if let edges = nodes[node].registration.edges {
        let visible = snapshot.ancestor(nodes[node].distance).object
        for edge in edges { resolve(edge, of: node, in: visible) }
      } else if node < countedNodes {
        result.undeclaredCount += 1
      }
      node += 1
    }
    findCycles()
    findCaptives()
    result.problems = problems.inOrder { UInt64($0.node) }.map { problem in
      Verification.Problem(
        kind: problem.kind, subject: nodes[problem.node].registration,
        path: (problem.path ?? pathFromRoot(to: problem.node)).map { nodes[$0].registration })
    }
  }

  /// Adds a node for each registration that the checked graph sees.
  private mutating func collect() {
    for (position, visible) in snapshot.registries.enumerated() {
      let registrations = visible.active.contents.registrations
      nodes.reserveCapacity(nodes.count + registrations.count)
      positions.reserveCapacity(nodes.count + registrations.count)
      for registration in registrations {
        // An earlier registry may hide the registration. Nothing hides the registrations of the
        // first registry.
        let isFound =
          position == 0
          || registration.locator.keys.contains { key in
            snapshot.registrations(for: key).contains {
              $0.registration === registration && $0.place.rank == visible.rank
            }
          }
        if !isFound { continue }
        let node = add(registration, storeDistance: visible.storeDistance, seenFrom: 0)
        guard hasOutline, case .editable(let registry) = visible.active.contents else { continue }
        nodes[node].isOwn = true
        // An isolated graph in between keeps its own instance.
        if visible.storeDistance == visible.distance, !registration.scope.isScoped {
          nodes[node].registry = registry
        }
      }
    }
  }

  /// Returns the position of the node for the given registration. Adds the node if there is none.
  ///
  /// - Parameters:
  ///   - storeDistance: The number of parent links from the graph that finds the registration to
  ///     the graph that keeps the instance.
  ///   - origin: The number of parent links from the checked graph to the graph that finds the
  ///     registration.
  private mutating func add(
    _ registration: Registration, storeDistance: Int, seenFrom origin: Int
  ) -> Int {
    // The requesting graph runs the factory of a transient or scoped registration.
    let distance = registration.isKeptBeyondGraph ? origin + storeDistance : origin
    let id = UnretainedReference(registration).bits
    if let known = positions[id]?.first(where: { nodes[$0].distance == distance }) { return known }
    positions[id, default: []].append(nodes.count)
    nodes.append(Outline.Node(registration: registration, distance: distance))
    return nodes.count - 1
  }

  /// Records the problems of the given node's own registration, without those of its dependencies.
  private mutating func checkItself(_ node: Int) {
    let registration = nodes[node].registration
    if registration.isDecoration { return }
    if registration.isEager, !registration.parameterTypes.isEmpty {
      problems.append((node, .eagerWithParameters, nil))
    }
    if registration.locator.keyCount == 1 { return }
    let type = registration.producedType
    for other in registration.locator.types where !isRelated(type, to: other) {
      // The factory may return an instance of a subclass that conforms or inherits.
      if type is AnyClass, !(other is AnyClass) || isRelated(other, to: type) { continue }
      problems.append((node, .unrelated(other), nil))
    }
  }

  /// Adds edges from the given node to the registrations that a request of the node has found.
  private mutating func addEdges(
    _ found: [(registration: Registration, place: VisibleRegistry)],
    _ request: DeclaredEdge.Request, _ edge: DeclaredEdge, _ node: Int,
    isProven: Bool = true
  ) {
    if isProven, node < countedNodes { result.provenCount += 1 }
    if !isProven, !hasOutline { return }
    for (registration, place) in found {
      var target = add(
        registration, storeDistance: place.storeDistance, seenFrom: nodes[node].distance)
      if isProven { target = decorate(target, by: request.key, seenFrom: nodes[node].distance) }
      addEdge(from: node, to: .node(target), request.demand, isLazy: edge.isLazy)
      if !isProven { continue }
      if nodes[target].user == nil, target != node { nodes[target].user = node }
      if !edge.isLazy { nodes[node].targets.append(target) }
    }
  }

  /// Resolves one declared dependency of the given node: adds edges to its registrations, or a
  /// problem.
  ///
  /// - Parameter visible: The snapshot of the graph that runs the node's factory.
  private mutating func resolve(_ edge: DeclaredEdge, of node: Int, in visible: Snapshot) {
    for (position, request) in edge.requests.enumerated() {
      let isAll = request.demand == .all
      let found = visible.registrations(for: request.key, all: isAll)
      let fitting = found.filter { $0.registration.parameterTypes.isEmpty }
      var candidates = fitting
      if !isAll, fitting.count == 1 {
        // The injection is ambiguous if both an optional or a collection and the type that it
        // contains are registered.
        candidates += edge.requests.dropFirst(position + 1).flatMap { part in
          visible.registrations(for: part.key, all: true).filter {
            $0.registration.parameterTypes.isEmpty && $0.registration !== fitting[0].registration
          }
        }
      }
      if !candidates.isEmpty, isAll || candidates.count == 1 {
        return addEdges(fitting, request, edge, node)
      }
      let isLast = position == edge.requests.count - 1
      if candidates.isEmpty, !isAll, !isLast { continue }
      // A registration that is declared elsewhere may be found, or hide the candidates.
      if isOpen { result.openCount += 1 }
      if candidates.count > 1 {
        if !isOpen {
          problems.append((node, .ambiguous(request.key, candidates.map(\.registration)), nil))
        }
        return addEdges(candidates, request, edge, node, isProven: false)
      }
      if !isOpen, isAll || request.demand == .oneOrNil {
        return addEdges([], request, edge, node)
      }
      if !isOpen, !found.isEmpty {
        problems.append((node, .parameters(request.key, found.map(\.registration)), nil))
        return addEdges(found, request, edge, node, isProven: false)
      }
      if !isOpen { reportMissing(request.key, node) }
      return addEdge(
        from: node, to: .missing(request.key), request.demand, isLazy: edge.isLazy)
    }
  }

  /// Adds an edge to the outline. Does nothing if the check collects no outline.
  mutating func addEdge(
    from node: Int, to target: Outline.Edge.Target, _ demand: DeclaredEdge.Demand = .one,
    isLazy: Bool = false
  ) {
    guard hasOutline else { return }
    edges.append(
      Outline.Edge(from: node, to: target, demand: demand, isLazy: isLazy, isObserved: false))
  }

  /// Adds the problem that a node's factory requests a key for which there is no registration.
  ///
  /// The graph that runs the factory has no registration for the key.
  ///
  /// If a nearer graph has a scoped registration for the key, the problem is a captive dependency.
  private mutating func reportMissing(_ key: LookupKey, _ node: Int) {
    let nearer = nodes[node].distance == 0 ? [] : snapshot.registrations(for: key)
    if let scoped = nearer.first(where: { $0.registration.scope.isScoped }) {
      let target = add(scoped.registration, storeDistance: 0, seenFrom: 0)
      problems.append((node, .captive(scoped.registration), [node, target]))
    } else {
      problems.append((node, .missing(key), nil))
    }
  }

  /// Returns a path of nodes that leads to the given node from a *root*: a node that no node needs.
  ///
  /// Only known needs count.
  private func pathFromRoot(to node: Int) -> [Int] {
    var path = [node]
    var known: Set = [node]
    while let user = nodes[path[path.count - 1]].user, known.insert(user).inserted {
      path.append(user)
    }
    return path.reversed()
  }
}
