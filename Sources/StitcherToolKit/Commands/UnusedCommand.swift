package import StitcherDescription

/// `unused`: registrations that nothing reaches.
package enum UnusedCommand {
  /// Lists what no program reaches.
  package static func answer(_ reading: Reading, _ options: ToolOptions) throws -> ToolAnswer {
    let found = nodes(reading.graphs)
    let code: ToolFailure.Code = found.isEmpty ? .clean : .problems
    if options.isJSON { return ToolAnswer(try Rendering.json(found), code: code) }
    let lines = found.map { node in
      let place = node.place.map { $0.text(in: reading.root) + ":1: " } ?? ""
      return "\(place)warning: nothing asks for \(node.label)"
    }
    return ToolAnswer(
      lines.joined(separator: "\n"),
      summary: CheckCommand.count(found.count, "unused registration"),
      code: code)
  }

  /// The registrations that are in a graph and that no graph reaches.
  package static func nodes(_ graphs: [GraphDescription]) -> [GraphDescription.Node] {
    var reached: Set<String> = []
    var found: [(name: String, node: GraphDescription.Node)] = []
    for graph in graphs {
      let paths = GraphPaths(graph)
      for node in graph.nodes where node.kind == .registration {
        let name = "\(node.keys) \(node.place?.shortText ?? node.id)"
        if paths.isReached(node.id) { reached.insert(name) } else { found.append((name, node)) }
      }
    }
    var seen: Set<String> = []
    return found.filter { !reached.contains($0.name) && seen.insert($0.name).inserted }
      .map(\.node)
  }
}
