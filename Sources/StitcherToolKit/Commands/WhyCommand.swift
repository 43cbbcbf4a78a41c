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
  ) -> ToolAnswer {
    var texts: [String] = []
    var found: [String] = []
    for graph in reading.graphs {
      let paths = GraphPaths(graph)
      for node in graph.nodes where matches(node, name) {
        found.append(json(of: node, in: graph.title, paths))
        texts.append(text(of: node, paths, graph, isOneOfMany: reading.graphs.count > 1))
      }
    }
    let code: ToolFailure.Code = found.isEmpty ? .problems : .clean
    if options.isJSON { return ToolAnswer(JSONText.list(found), code: code) }
    if found.isEmpty { texts = [nothing(name, reading.graphs)] }
    return ToolAnswer(texts.joined(separator: "\n\n"), code: code)
  }

  /// Returns the JSON output about one node of a program's dependency graph.
  private static func json(
    of node: GraphDescription.Node, in program: String, _ paths: GraphPaths
  ) -> String {
    let decorators = paths.decorators(of: node.id).map { decorator in
      JSONText.object([
        "needs": JSONText.list(paths.needsOfItsOwn(decorator).map(\.json)), "node": decorator.json,
      ])
    }
    return JSONText.object([
      "decorators": JSONText.list(decorators),
      "neededBy": JSONText.list((paths.needed[node.id] ?? []).map(\.json)),
      "needs": JSONText.list((paths.needs[node.id] ?? []).map(\.json)), "node": node.json,
      "path": JSONText.list(paths.path(to: node.id).map(JSONText.string)),
      "program": JSONText.string(program),
    ])
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
