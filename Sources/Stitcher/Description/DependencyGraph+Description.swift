@_exported public import StitcherDescription
internal import StitcherEngine

extension DependencyGraph {
  /// Describes the current graph, as ``description(titled:)-swift.method`` does.
  ///
  /// - Parameter title: What is described; if nothing is given, the graph.
  /// - Returns: The description.
  /// - Complexity: O(*n* + *e* + *c*) in the number of registrations, needs and recorded creations,
  ///   times that of active containers.
  public static func description(titled title: String? = nil) -> GraphDescription {
    current.description(titled: title)
  }

  /// Describes what is active in this graph and its parents: what is registered, what needs what,
  /// what is alive, and what is wrong.
  ///
  /// ```swift
  /// DependencyGraph.process.recordCreations()
  /// start()
  /// print(DependencyGraph.process.description().mermaid())
  /// ```
  ///
  /// Runs no factory. What factories are known to ask for is declared, as by
  /// ``Dependency/init(_:autowired:file:line:)``. What closures have injected while they were
  /// run is known from while ``recordCreations()`` was on, in this graph or in one of its parents;
  /// so are the times. A graph that has ended has nothing. May be called on any thread, also in a
  /// factory.
  ///
  /// - Parameter title: What is described; if nothing is given, the graph.
  /// - Returns: The description.
  /// - Complexity: O(*n* + *e* + *c*) in the number of registrations, needs and recorded creations,
  ///   times that of active containers.
  public func description(titled title: String? = nil) -> GraphDescription {
    var describing = Describing(graph.outline)
    let known = parent == nil ? "Graph of the process" : "Graph"
    return describing.description(title ?? name.map { "Graph '\($0)'" } ?? known)
  }
}

extension DependencyContainer {
  /// Describes what the container declares: what is registered, and what is known to need what.
  /// What is needed and declared elsewhere is in it as missing, and no problem.
  ///
  /// Runs no factory. May be called on any thread.
  ///
  /// - Parameter title: What is described.
  /// - Returns: The description.
  /// - Complexity: O(*n* + *e*) in the number of registrations and needs.
  public func description(titled title: String = "Container") -> GraphDescription {
    var describing = Describing(registry.outline)
    return describing.description(title)
  }
}

/// Puts the engine's outline into words.
private struct Describing {
  /// The outline.
  private let outline: Outline

  /// What identifies the outline's nodes, in order.
  private var ids: [String] = []

  /// How often each text was used.
  private var uses: [String: Int] = [:]

  /// Starts to describe an outline.
  init(_ outline: Outline) { self.outline = outline }

  /// Describes the outline.
  mutating func description(_ title: String) -> GraphDescription {
    var nodes: [GraphDescription.Node] = []
    for node in outline.nodes {
      let id = id(KeyText(node.registration.locator.keys[0]).id)
      ids.append(id)
      nodes.append(GraphDescription.Node(id, node))
    }
    var edges: [Ends: GraphDescription.Edge] = [:]
    var absent: [LookupKey: String] = [:]
    for edge in outline.edges {
      let target: String
      switch edge.to {
      case .node(let position): target = ids[position]
      case .missing(let key):
        let text = KeyText(key)
        target = absent[key] ?? id(text.id)
        if absent.updateValue(target, forKey: key) == nil {
          nodes.append(
            GraphDescription.Node(
              id: target, kind: .missing, locator: text.locator, keys: [text.key],
              label: text.label, scope: ""))
        }
      }
      Self.add(
        GraphDescription.Edge(
          from: ids[edge.from], to: target, evidence: [edge.isObserved ? .observed : .declared],
          demand: GraphDescription.Edge.Demand(edge.demand), isLazy: edge.isLazy),
        to: &edges)
    }
    return GraphDescription(
      title: title, nodes: nodes, edges: Array(edges.values), problems: problems(absent))
  }

  /// The ends of an edge.
  private struct Ends: Hashable {
    let from: String
    let to: String
  }

  /// Adds an edge, or what it says of one that is there.
  private static func add(
    _ edge: GraphDescription.Edge, to edges: inout [Ends: GraphDescription.Edge]
  ) {
    let ends = Ends(from: edge.from, to: edge.to)
    guard var known = edges[ends] else {
      edges[ends] = edge
      return
    }
    let isDeclared = known.evidence.contains(.declared)
    known.evidence = GraphDescription.Edge.Evidence.allCases.filter {
      known.evidence.contains($0) || edge.evidence.contains($0)
    }
    // A declaration says more than what was seen.
    if !isDeclared || edge.evidence.contains(.declared) {
      known.isLazy = known.isLazy && edge.isLazy
      if edge.demand == .one || known.demand == .optional { known.demand = edge.demand }
    }
    edges[ends] = known
  }

  /// Returns a text that identifies a node: with a number, if others have the same.
  private mutating func id(_ text: String) -> String {
    let count = uses[text, default: 0] + 1
    uses[text] = count
    return count == 1 ? text : "\(text)#\(count)"
  }

  /// Describes the problems.
  private func problems(_ absent: [LookupKey: String]) -> [GraphDescription.Problem] {
    var positions: [ObjectIdentifier: Int] = [:]
    for (position, node) in outline.nodes.enumerated().reversed() {
      positions[ObjectIdentifier(node.registration)] = position
    }
    func ids(_ registrations: [Registration]) -> [String] {
      registrations.compactMap { positions[ObjectIdentifier($0)] }.map { self.ids[$0] }
    }
    return outline.problems.map { problem in
      let words = VerificationProblem(problem)
      var nodes = ids(problem.path)
      switch problem.kind {
      case .missing(let key): if let id = absent[key] { nodes.append(id) }
      case .ambiguous(_, let others), .parameters(_, let others): nodes += ids(others)
      case .cycle, .captive, .unrelated, .eagerWithParameters: break
      }
      return GraphDescription.Problem(
        severity: .error, kind: words.kind.rawValue, message: words.message, remedy: words.remedy,
        place: GraphDescription.Place(problem.subject.location), nodes: nodes)
    }
  }
}
