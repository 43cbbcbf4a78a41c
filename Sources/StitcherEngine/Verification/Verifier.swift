/// Checks what declared edges prove about a snapshot.
struct Verifier {
  /// A registration with the graph in which its factory runs, and what it is known to need there.
  struct Node {
    /// The registration.
    let registration: Registration

    /// How long its instance lives; reading it of the registration costs more.
    let kind: Scope.Kind

    /// How many graphs farther away its factory runs.
    let home: Int

    /// What its factory needs before it returns.
    var targets: [Int] = []

    /// Something that is known to need it.
    var user: Int?

    /// The registry that keeps the instance, if that is not a graph.
    var registry: EditableRegistry?

    /// Whether the place of the instance is not that of equal registrations.
    var isOwn = false

    /// Whether its instance is kept for longer than a graph that is asked.
    var isKeptBeyondGraph: Bool { kind != .instance && kind != .scoped }
  }

  /// What tells nodes apart.
  private struct NodeID: Hashable {
    /// The registration.
    let registration: ObjectIdentifier

    /// How many graphs farther away its factory runs.
    let home: Int
  }

  /// What is checked.
  let snapshot: Snapshot

  /// Whether what is missing may be declared elsewhere.
  private let isOpen: Bool

  /// All nodes: what can be found, and then what is only found farther away.
  var nodes: [Node] = []

  /// Where the nodes are.
  private var positions: [NodeID: Int] = [:]

  /// What tells the nodes of decorations apart.
  struct DecorationID: Hashable {
    /// The decoration.
    let decoration: ObjectIdentifier

    /// The position of what is decorated.
    let inner: Int

    /// How many graphs farther away it is decorated.
    let home: Int
  }

  /// Where the nodes of decorations are.
  var decorated: [DecorationID: Int] = [:]

  /// How many of the nodes are counted in the result: those that can be found.
  var countedNodes = 0

  /// What was found.
  var result = Verification()

  /// What is told of everything that is found; nil if only problems are wanted.
  var outline: Outline?

  /// Problems, with the nodes that they belong to.
  var problems: [(node: Int, kind: Verification.Problem.Kind, path: [Int]?)] = []

  /// Starts to check.
  ///
  /// - Parameter outline: What is told of everything that is found, if that is wanted.
  init(_ snapshot: Snapshot, isOpen: Bool, outline: Outline? = nil) {
    self.snapshot = snapshot
    self.isOpen = isOpen
    self.outline = outline
  }

  /// What was found; call it after ``run()``.
  var finishedOutline: Outline {
    var outline = outline ?? Outline()
    outline.nodes = nodes.map {
      Outline.Node(
        registration: $0.registration, registry: $0.registry, isOwn: $0.isOwn, home: $0.home)
    }
    outline.problems = result.problems
    return outline
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
          let id = NodeID(registration: ObjectIdentifier(registration), home: visible.rank)
          let isFound = registration.locator.keys.contains { key in
            if let known = found[key] { return known.contains(id) }
            let all = Set(
              snapshot.registrations(for: key).map {
                NodeID(registration: ObjectIdentifier($0.registration), home: $0.place.rank)
              })
            found[key] = all
            return all.contains(id)
          }
          if !isFound { continue }
        }
        let node = add(registration, storeDistance: visible.storeDistance, seenFrom: 0)
        guard outline != nil, case .editable(let registry) = visible.active.contents else {
          continue
        }
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
  ///   - home: How many graphs farther away it was found from.
  private mutating func add(
    _ registration: Registration, storeDistance: Int, seenFrom home: Int
  ) -> Int {
    let kind = registration.scope.kind
    // Of what is not kept, or is scoped, the graph that asks runs the factory.
    let isKept = kind != .instance && kind != .scoped
    let home = isKept ? home + storeDistance : home
    let id = NodeID(registration: ObjectIdentifier(registration), home: home)
    if let known = positions[id] { return known }
    positions[id] = nodes.count
    nodes.append(Node(registration: registration, kind: kind, home: home))
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
    let home = snapshot.ancestor(nodes[node].home).object
    for edge in edges {
      guard let targets = resolve(edge, of: node, in: home) else { continue }
      if node < countedNodes { result.provenCount += 1 }
      for (registration, place) in targets.found {
        let base = add(
          registration, storeDistance: place.storeDistance, seenFrom: nodes[node].home)
        let target = decorate(base, by: targets.key, seenFrom: nodes[node].home)
        outline?.edges.append(
          Outline.Edge(
            from: node, to: target, demand: targets.demand, isLazy: edge.isLazy, isObserved: false))
        if nodes[target].user == nil, target != node { nodes[target].user = node }
        if !edge.isLazy { nodes[node].targets.append(target) }
      }
    }
  }

  /// Returns what an edge leads to; nil if that is not known, or wrong.
  private mutating func resolve(
    _ edge: DeclaredEdge, of node: Int, in home: Snapshot
  ) -> (
    found: [(registration: Registration, place: VisibleRegistry)], demand: DeclaredEdge.Demand,
    key: LookupKey
  )? {
    for (position, request) in edge.requests.enumerated() {
      let found =
        request.demand == .all
        ? home.allRegistrations(for: request.key) : home.registrations(for: request.key)
      let fitting = found.filter { $0.registration.parameterTypes.isEmpty }
      if request.demand == .all {
        guard fitting.isEmpty, isOpen else { return (fitting, .all, request.key) }
        noteOpen(request, edge, node)
        return nil
      }
      var candidates = fitting
      if fitting.count == 1 {
        // A registered optional or collection, and a dependency of the type that it contains: the
        // injection is ambiguous.
        candidates += edge.requests.dropFirst(position + 1).flatMap { part in
          home.allRegistrations(for: part.key).filter {
            $0.registration.parameterTypes.isEmpty && $0.registration !== fitting[0].registration
          }
        }
        if candidates.count == 1 { return (fitting, request.demand, request.key) }
      }
      if candidates.count > 1 {
        // A registration that is declared elsewhere may hide all of them.
        if isOpen {
          result.openCount += 1
        } else {
          problems.append((node, .ambiguous(request.key, candidates.map(\.registration)), nil))
        }
        noteWrong(candidates, request, edge, node)
        return nil
      }
      guard position == edge.requests.count - 1 else { continue }
      if isOpen {
        noteOpen(request, edge, node)
      } else if request.demand == .oneOrNil {
        return ([], .oneOrNil, request.key)
      } else if found.isEmpty {
        noteMissing(request.key, node)
        noteAbsence(request, edge, node)
      } else {
        problems.append((node, .parameters(request.key, found.map(\.registration)), nil))
        noteWrong(found, request, edge, node)
      }
    }
    return nil
  }

  /// Counts a request for a dependency that may be declared elsewhere.
  private mutating func noteOpen(
    _ request: DeclaredEdge.Request, _ edge: DeclaredEdge, _ node: Int
  ) {
    result.openCount += 1
    noteAbsence(request, edge, node)
  }

  /// Tells of what is needed and not declared.
  private mutating func noteAbsence(
    _ request: DeclaredEdge.Request, _ edge: DeclaredEdge, _ node: Int
  ) {
    outline?.absences.append(
      Outline.Absence(
        from: node, key: request.key, demand: request.demand, isLazy: edge.isLazy))
  }

  /// Tells of what is needed and cannot be had as it is asked for.
  private mutating func noteWrong(
    _ found: [(registration: Registration, place: VisibleRegistry)],
    _ request: DeclaredEdge.Request, _ edge: DeclaredEdge, _ node: Int
  ) {
    guard outline != nil else { return }
    for (registration, place) in found {
      let home =
        registration.isKeptBeyondGraph ? nodes[node].home + place.storeDistance : nodes[node].home
      let id = NodeID(registration: ObjectIdentifier(registration), home: home)
      guard let target = positions[id] else { continue }
      outline?.edges.append(
        Outline.Edge(
          from: node, to: target, demand: request.demand, isLazy: edge.isLazy, isObserved: false))
    }
  }

  /// Notes that nothing is declared for a key where a node's factory runs. What only a nearer graph
  /// has, and each graph for itself, cannot be had there.
  private mutating func noteMissing(_ key: LookupKey, _ node: Int) {
    let nearer = nodes[node].home == 0 ? [] : snapshot.registrations(for: key)
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
