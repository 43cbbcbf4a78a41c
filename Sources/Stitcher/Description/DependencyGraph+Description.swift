@_exported public import StitcherDescription
internal import StitcherEngine

extension DependencyGraph {
  /// Describes the registrations and dependencies of the current graph, without running any
  /// factory.
  ///
  /// See ``description(titled:)-swift.method`` for the details.
  ///
  /// - Parameter title: The title of the description; by default the name of the graph.
  /// - Returns: The description.
  /// - Complexity: O((*n* + *e* + *r*) × *c*) in the numbers of registrations, edges, recorded
  ///   creations and active containers.
  public static func description(titled title: String? = nil) -> GraphDescription {
    current.description(titled: title)
  }

  /// Describes this graph and its parents: registrations, their dependencies, live instances and
  /// problems.
  ///
  /// ```swift
  /// DependencyGraph.process.recordCreations()
  /// start()
  /// print(DependencyGraph.process.description().mermaid())
  /// ```
  ///
  /// The method runs no factory, and is thread-safe, also in a factory. The dependencies of
  /// autowired factories are known, as those of ``Dependency/init(_:autowired:file:line:)``.
  /// Injections in other factories, and durations, are known if ``recordCreations()`` was on in
  /// this graph or one of its parents. A graph that has ended is empty.
  ///
  /// - Parameter title: The title of the description; by default the name of the graph.
  /// - Returns: The description.
  /// - Complexity: O((*n* + *e* + *r*) × *c*) in the numbers of registrations, edges, recorded
  ///   creations and active containers.
  public func description(titled title: String? = nil) -> GraphDescription {
    var describing = Describing(graph.outline)
    let known = parent == nil ? "Graph of the process" : "Graph"
    return describing.description(title ?? name.map { "Graph '\($0)'" } ?? known)
  }
}

extension DependencyContainer {
  /// Describes the registrations of the container and their known dependencies, without running any
  /// factory.
  ///
  /// A dependency that the container does not register is described as missing, but not as a
  /// problem. May be called on any thread.
  ///
  /// - Parameter title: The title of the description.
  /// - Returns: The description.
  /// - Complexity: O(*n* + *e*) in the number of registrations and edges.
  public func description(titled title: String = "Container") -> GraphDescription {
    var describing = Describing(registry.outline)
    return describing.description(title)
  }
}

/// A converter from the engine's outline of a graph to the public description.
private struct Describing {
  private let outline: Outline

  /// The unique texts that identify the registrations and decorators in the graph description, in
  /// order.
  private var ids: [String] = []

  /// For each text that identifies a node, the number of nodes with that text; repeated texts get a
  /// number as a suffix.
  private var uses = [String: Int]()

  /// Creates a converter for the given outline of a graph.
  init(_ outline: Outline) { self.outline = outline }

  /// Returns the graph description with a title, converted from the engine's outline.
  mutating func description(_ title: String) -> GraphDescription {
    var nodes: [GraphDescription.Node] = []
    for node in outline.nodes {
      let id = id(KeyText(node.registration.locator.keys[0]).id)
      ids.append(id)
      nodes.append(GraphDescription.Node(id, node))
    }
    var edges = [Ends: GraphDescription.Edge]()
    var absent = [LookupKey: String]()
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

  /// The two nodes that an edge of the graph description connects.
  private struct Ends: Hashable {
    let from: String
    let to: String
  }

  /// Adds an edge to the graph description, or merges it with the edge that connects the same
  /// nodes.
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
    // A declared edge is more exact than an observed one.
    if !isDeclared || edge.evidence.contains(.declared) {
      known.isLazy = known.isLazy && edge.isLazy
      if edge.demand == .one || known.demand == .optional { known.demand = edge.demand }
    }
    edges[ends] = known
  }

  /// Returns a unique identifier for a node: the given text, with a number if another node has the
  /// same text.
  private mutating func id(_ text: String) -> String {
    let count = uses[text, default: 0] + 1
    uses[text] = count
    return count == 1 ? text : "\(text)#\(count)"
  }

  /// Returns the problems that the engine has found, in the form of the graph description.
  ///
  /// - Parameter absent: The identifiers of the missing dependencies.
  private func problems(_ absent: [LookupKey: String]) -> [GraphDescription.Problem] {
    var positions = [ObjectIdentifier: Int]()
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
