package import StitcherDescription
internal import StitcherSyntax

/// The command `why TYPE`, which prints a registration's dependencies, its dependents, and a path
/// to it.
package enum WhyCommand {
  /// Returns the explanations of all registrations, decorators and roots that a name matches.
  ///
  /// - Parameter name: The name of a type, with or without its module.
  package static func answer(
    _ name: String, _ reading: Reading, _ options: ToolOptions
  ) throws -> ToolAnswer {
    var texts: [String] = []
    var found: [Explanation] = []
    for graph in reading.graphs {
      let paths = GraphPaths(graph)
      for node in graph.nodes where matches(node, name) {
        found.append(Explanation(program: graph.title, node: node, paths))
        texts.append(text(of: node, paths, graph, isOneOfMany: reading.graphs.count > 1))
      }
    }
    let code: ToolFailure.Code = found.isEmpty ? .problems : .clean
    if options.isJSON { return ToolAnswer(try Rendering.json(found), code: code) }
    if found.isEmpty { texts = [nothing(name, reading.graphs)] }
    return ToolAnswer(texts.joined(separator: "\n\n"), code: code)
  }

  /// The JSON output about one node of the dependency graph.
  private struct Explanation: Encodable {
    /// The name of the program that contains the node.
    var program: String
    /// The explained node.
    var node: GraphDescription.Node
    /// The edges from the node to its dependencies.
    var needs: [GraphDescription.Edge]
    /// The edges from the node's dependents to the node.
    var neededBy: [GraphDescription.Edge]
    /// The decorators of the node, the innermost first.
    var decorators: [Decorator]
    /// The identifiers of the nodes on the shortest path to the node.
    var path: [String]

    /// A decorator with its dependencies.
    struct Decorator: Encodable {
      var node: GraphDescription.Node
      /// The edges to the decorator's dependencies, without the decorated node.
      var needs: [GraphDescription.Edge]
    }

    /// Collects the dependencies, dependents, decorators and path of a node.
    init(program: String, node: GraphDescription.Node, _ paths: GraphPaths) {
      self.program = program
      self.node = node
      needs = paths.needs[node.id] ?? []
      neededBy = paths.needed[node.id] ?? []
      decorators = paths.decorators(of: node.id).map { decorator in
        Decorator(node: decorator, needs: paths.needsOfItsOwn(decorator))
      }
      path = paths.path(to: node.id)
    }
  }

  /// Whether a name is the key, label or product of a node, with or without the module.
  package static func matches(_ node: GraphDescription.Node, _ name: String) -> Bool {
    let names = node.keys + [node.label] + (node.product.map { [$0] } ?? [])
    return names.contains { full in
      full == name || full.hasSuffix("." + name)
        // The name of a generic type, without its arguments.
        || full.prefix { $0 != "<" } == name || full.prefix { $0 != "<" }.hasSuffix("." + name)
    }
  }

  /// Returns the text that explains a node.
  private static func text(
    of node: GraphDescription.Node, _ paths: GraphPaths, _ graph: GraphDescription,
    isOneOfMany: Bool
  ) -> String {
    var lines = [title(of: node) + (isOneOfMany ? " in \(graph.title)" : "")]
    if let place = node.place {
      let verb = node.kind == .registration ? "registered at" : "at"
      var line = "  \(verb) \(place.shortText)"
      if let module = node.module { line += ", module \(module)" }
      if let container = node.container { line += ", container \(container)" }
      lines.append(line)
    }
    if let inner = paths.decorated(by: node) {
      lines.append("  decorates \(paths.label(inner.to))" + (isSure(inner) ? "" : " (maybe)"))
    }
    lines += list("needs", paths.needsOfItsOwn(node), paths) { $0.to }
    if !node.isComplete, node.kind == .registration || node.kind == .decorator {
      let what = node.kind == .registration ? "factory" : "closure"
      lines.append("    and maybe more: the tool cannot follow all calls of its \(what)")
    }
    let decorators = paths.decorators(of: node.id)
    if !decorators.isEmpty { lines.append("  is decorated, the first one innermost:") }
    lines += decorators.map { text(of: $0, paths) }
    let users = (paths.needed[node.id] ?? []).filter { !paths.isDecoration($0) }
    if decorators.isEmpty || !users.isEmpty {
      lines += list("is needed by", users, paths) { $0.from }
    }
    let path = paths.path(to: node.id)
    if path.count > 1 {
      lines.append("  is reached by " + path.map { paths.label($0) }.joined(separator: " -> "))
    } else if node.isEager {
      lines.append("  is created when its container is activated")
    } else if path.isEmpty {
      lines.append("  is not reached by any known injection")
    }
    for problem in graph.problems where problem.nodes.contains(node.id) {
      lines.append("  \(problem.severity.rawValue): \(problem.message)")
    }
    return lines.joined(separator: "\n")
  }

  /// Whether an edge is declared or proven, not only possible.
  private static func isSure(_ edge: GraphDescription.Edge) -> Bool { edge.evidence != [.possible] }

  /// Returns the lines about a decorator and its dependencies.
  private static func text(of decorator: GraphDescription.Node, _ paths: GraphPaths) -> String {
    let needs = paths.needsOfItsOwn(decorator).map { paths.label($0.to) }
    let isSure = paths.decorated(by: decorator).map(isSure) ?? true
    let place = decorator.place.map { "at \($0.shortText)" } ?? "somewhere"
    return "    for requests of \(decorator.label), \(place)\(isSure ? "" : " (maybe)")"
      + (needs.isEmpty ? "" : ", which needs \(needs.joined(separator: ", "))")
  }

  /// Returns the first line of the text about a node.
  private static func title(of node: GraphDescription.Node) -> String {
    var notes = node.scope.isEmpty ? [] : [node.scope]
    if node.isEager { notes.append("eager") }
    if let product = node.product, !node.keys.contains(product) { notes.append("makes \(product)") }
    switch node.kind {
    case .registration: break
    case .decorator: notes.append("decorates")
    case .root: notes.append("injects")
    case .missing: notes.append("not registered")
    }
    return node.label + (notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))")
  }

  /// Returns the lines about a node's dependencies or dependents.
  private static func list(
    _ heading: String, _ edges: [GraphDescription.Edge], _ paths: GraphPaths,
    _ end: (GraphDescription.Edge) -> String
  ) -> [String] {
    guard !edges.isEmpty else { return ["  \(heading): none known"] }
    return ["  \(heading):"]
      + edges.map { edge in
        var notes: [String] = []
        if edge.demand != .one { notes.append(edge.demand.rawValue) }
        if edge.isLazy { notes.append("lazily") }
        if edge.evidence == [.possible] { notes.append("maybe") }
        if let place = edge.place { notes.append("at \(place.shortText)") }
        let suffix = notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))"
        return "    \(paths.label(end(edge)))\(suffix)"
      }
  }

  /// Returns the text for a name that matches no node, with similar names.
  private static func nothing(_ name: String, _ graphs: [GraphDescription]) -> String {
    let known = CheckCommand.distinct(graphs.flatMap(\.nodes).map(\.label))
    let near = known.filter { $0.lowercased().contains(name.lowercased()) }.sorted().prefix(5)
    return "nothing is registered for '\(name)'"
      + (near.isEmpty ? "" : "; there are: \(near.joined(separator: ", "))")
  }
}
