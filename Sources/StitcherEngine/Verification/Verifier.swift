/// Checks what declared edges prove about a snapshot.
struct Verifier {
  /// What tells nodes apart.
  struct NodeID: Hashable {
    /// The registration, or the decoration.
    let object: ObjectIdentifier

    /// How many graphs farther away its factory runs.
    let distance: Int

    /// The position of what is decorated, if it is a decoration's.
    var inner: Int?
  }

  /// What is checked.
  let snapshot: Snapshot

  /// Whether what is missing may be declared elsewhere.
  private let isOpen: Bool

  /// All nodes: what can be found, and then what is only found farther away.
  var nodes: [Outline.Node] = []

  /// Where the nodes are.
  var positions: [NodeID: Int] = [:]

  /// How many of the nodes are counted in the result: those that can be found.
  var countedNodes = 0

  /// What was found.
  var result = Verification()

  /// Whether everything that is found is wanted, and not only problems.
  let hasOutline: Bool

  /// What needs what, if that is wanted.
  var edges: [Outline.Edge] = []

  /// Problems, with the nodes that they belong to.
  var problems: [(node: Int, kind: Verification.Problem.Kind, path: [Int]?)] = []

  /// Starts to check.
  ///
  /// - Parameter hasOutline: Whether everything that is found is wanted, and not only problems.
  init(_ snapshot: Snapshot, isOpen: Bool, hasOutline: Bool = false) {
    self.snapshot = snapshot
    self.isOpen = isOpen
    self.hasOutline = hasOutline
  }

  /// Checks everything.
  mutating func run() {
    collect()
    result.registrationCount = nodes.count
    decorateAll()
    countedNodes = nodes.count
    // What is only found farther away is added meanwhile.
    var node = 0
    while node < nodes.count {
      checkItself(node)
      resolveEdges(of: node)
      node += 1
    }
    findCycles()
    findCaptives()
    result.problems = problems.sorted { $0.node < $1.node }.map { problem in
      Verification.Problem(
        kind: problem.kind, subject: nodes[problem.node].registration,
        path: (problem.path ?? pathFromRoot(to: problem.node)).map { nodes[$0].registration })
    }
  }

  /// Collects the registrations that can be found.
  private mutating func collect() {
    // What each key finds, by its objects and how far away they are.
    var found: [LookupKey: Set<NodeID>] = [:]
    for (position, visible) in snapshot.registries.enumerated() {
      let registrations = visible.active.contents.registrations
      nodes.reserveCapacity(nodes.count + registrations.count)
      positions.reserveCapacity(nodes.count + registrations.count)
      for registration in registrations {
        // What stands in earlier ones may hide it; nothing hides what is in the first.
        if position > 0 {
          let id = NodeID(object: ObjectIdentifier(registration), distance: visible.rank)
          let isFound = registration.locator.keys.contains { key in
            if let known = found[key] { return known.contains(id) }
            let all = Set(
              snapshot.registrations(for: key).map {
                NodeID(object: ObjectIdentifier($0.registration), distance: $0.place.rank)
              })
            found[key] = all
            return all.contains(id)
          }
          if !isFound { continue }
        }
        let node = add(registration, storeDistance: visible.storeDistance, seenFrom: 0)
        guard hasOutline, case .editable(let registry) = visible.active.contents else { continue }
        nodes[node].isOwn = true
        // An isolated graph between keeps an instance of its own.
        if visible.storeDistance == visible.distance, !registration.scope.isScoped {
          nodes[node].registry = registry
        }
      }
    }
  }

  /// Returns the node of a registration, making it if there is none.
  ///
  /// - Parameters:
  ///   - storeDistance: How many graphs farther away the instance lives, if it is kept.
  ///   - origin: How many graphs farther away it was found from.
  private mutating func add(
    _ registration: Registration, storeDistance: Int, seenFrom origin: Int
  ) -> Int {
    let kind = registration.scope.kind
    // Of what is not kept, or is scoped, the graph that asks runs the factory.
    let isKept = kind != .instance && kind != .scoped
    let distance = isKept ? origin + storeDistance : origin
    let id = NodeID(object: ObjectIdentifier(registration), distance: distance)
    if let known = positions[id] { return known }
    positions[id] = nodes.count
    nodes.append(Outline.Node(registration: registration, kind: kind, distance: distance))
    return nodes.count - 1
  }

  /// Checks what a registration says of itself.
  private mutating func checkItself(_ node: Int) {
    let registration = nodes[node].registration
    if registration.isDecoration { return }
    if registration.isEager, !registration.parameterTypes.isEmpty {
      problems.append((node, .eagerWithParameters, nil))
    }
    guard case .types(let types) = registration.locator.storage else { return }
    let type = registration.producedType
    for other in types where !isRelated(type, to: other) {
      // The factory may return a subclass, which is.
      if type is AnyClass, !(other is AnyClass) || isRelated(other, to: type) { continue }
      problems.append((node, .unrelated(other), nil))
    }
  }

  /// Finds what a node is known to need.
  private mutating func resolveEdges(of node: Int) {
    guard let edges = nodes[node].registration.edges else {
      if node < countedNodes { result.undeclaredCount += 1 }
      return
    }
    let visible = snapshot.ancestor(nodes[node].distance).object
    for edge in edges { resolve(edge, of: node, in: visible) }
  }

  /// Notes the registrations that an edge is known to lead to.
  private mutating func addProvenEdges(
    _ found: [(registration: Registration, place: VisibleRegistry)],
    _ request: DeclaredEdge.Request, _ edge: DeclaredEdge, _ node: Int
  ) {
    if node < countedNodes { result.provenCount += 1 }
    for (registration, place) in found {
      let base = add(
        registration, storeDistance: place.storeDistance, seenFrom: nodes[node].distance)
      let target = decorate(base, by: request.key, seenFrom: nodes[node].distance)
      addEdge(from: node, to: .node(target), request.demand, isLazy: edge.isLazy)
      if nodes[target].user == nil, target != node { nodes[target].user = node }
      if !edge.isLazy { nodes[node].targets.append(target) }
    }
  }

  /// Finds what an edge leads to, or what is wrong with it.
  private mutating func resolve(_ edge: DeclaredEdge, of node: Int, in visible: Snapshot) {
    for (position, request) in edge.requests.enumerated() {
      let found =
        request.demand == .all
        ? visible.allRegistrations(for: request.key) : visible.registrations(for: request.key)
      let fitting = found.filter { $0.registration.parameterTypes.isEmpty }
      if request.demand == .all {
        guard fitting.isEmpty, isOpen else { return addProvenEdges(fitting, request, edge, node) }
        result.openCount += 1
        return addEdge(from: node, to: .missing(request.key), .all, isLazy: edge.isLazy)
      }
      var candidates = fitting
      if fitting.count == 1 {
        // A registered optional or collection, and a dependency of the type that it contains: the
        // injection is ambiguous.
        candidates += edge.requests.dropFirst(position + 1).flatMap { part in
          visible.allRegistrations(for: part.key).filter {
            $0.registration.parameterTypes.isEmpty && $0.registration !== fitting[0].registration
          }
        }
        if candidates.count == 1 { return addProvenEdges(fitting, request, edge, node) }
      }
      if candidates.count > 1 {
        // A registration that is declared elsewhere may hide all of them.
        if isOpen {
          result.openCount += 1
        } else {
          problems.append((node, .ambiguous(request.key, candidates.map(\.registration)), nil))
        }
        return addUnsuitableEdges(candidates, request, edge, node)
      }
      guard position == edge.requests.count - 1 else { continue }
      let absence = Outline.Edge.Target.missing(request.key)
      if isOpen {
        result.openCount += 1
        addEdge(from: node, to: absence, request.demand, isLazy: edge.isLazy)
      } else if request.demand == .oneOrNil {
        addProvenEdges([], request, edge, node)
      } else if found.isEmpty {
        reportMissing(request.key, node)
        addEdge(from: node, to: absence, request.demand, isLazy: edge.isLazy)
      } else {
        problems.append((node, .parameters(request.key, found.map(\.registration)), nil))
        addUnsuitableEdges(found, request, edge, node)
      }
    }
  }

  /// Adds to the outline what a node needs.
  mutating func addEdge(
    from node: Int, to target: Outline.Edge.Target, _ demand: DeclaredEdge.Demand = .one,
    isLazy: Bool = false
  ) {
    guard hasOutline else { return }
    edges.append(
      Outline.Edge(from: node, to: target, demand: demand, isLazy: isLazy, isObserved: false))
  }

  /// Tells of what is needed and cannot be had as it is asked for.
  private mutating func addUnsuitableEdges(
    _ found: [(registration: Registration, place: VisibleRegistry)],
    _ request: DeclaredEdge.Request, _ edge: DeclaredEdge, _ node: Int
  ) {
    guard hasOutline else { return }
    for (registration, place) in found {
      let target = add(
        registration, storeDistance: place.storeDistance, seenFrom: nodes[node].distance)
      addEdge(from: node, to: .node(target), request.demand, isLazy: edge.isLazy)
    }
  }

  /// Notes that nothing is declared for a key where a node's factory runs. What only a nearer graph
  /// has, and each graph for itself, cannot be had there.
  private mutating func reportMissing(_ key: LookupKey, _ node: Int) {
    let nearer = nodes[node].distance == 0 ? [] : snapshot.registrations(for: key)
    if let scoped = nearer.first(where: { $0.registration.scope.isScoped }) {
      let target = add(scoped.registration, storeDistance: 0, seenFrom: 0)
      problems.append((node, .captive(scoped.registration), [node, target]))
    } else {
      problems.append((node, .missing(key), nil))
    }
  }

  /// Returns how a node is reached from one that nothing known needs.
  private func pathFromRoot(to node: Int) -> [Int] {
    var path = [node]
    var known: Set = [node]
    while let user = nodes[path[path.count - 1]].user, known.insert(user).inserted {
      path.append(user)
    }
    return path.reversed()
  }
}
