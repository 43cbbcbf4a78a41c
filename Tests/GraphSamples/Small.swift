package import StitcherDescription

/// Descriptions of a few nodes.
package enum Small {
  /// A search that needs a store and, optionally, a clock.
  package static var search: GraphDescription {
    GraphDescription(
      title: "Notes",
      nodes: [
        node("Notes.Search", scope: "instance", line: 3, isComplete: true),
        node("Notes.Store", scope: "singleton", line: 7, isEager: true),
        node("Notes.Clock", scope: "singleton", line: 9),
      ],
      edges: [
        .init(from: "Notes.Search", to: "Notes.Store", evidence: [.declared]),
        .init(
          from: "Notes.Search", to: "Notes.Clock", evidence: [.observed], demand: .optional,
          isLazy: true),
      ])
  }

  /// Returns a node of the module Notes.
  package static func node(
    _ id: String, scope: String, line: Int, isEager: Bool = false, isComplete: Bool = false
  ) -> GraphDescription.Node {
    GraphDescription.Node(
      id: id, keys: [id], label: String(id.split(separator: ".").last ?? ""), scope: scope,
      isEager: isEager, module: "Notes", place: .init(file: "Notes/App.swift", line: line),
      isComplete: isComplete)
  }

  /// A text with all characters that the output formats must escape.
  package static let strange = #"a"b\c<d>&e;f#g`h"# + "\u{301}\n</script><!-- \u{2028}]]>\u{1}"

  /// A node with such texts, and an edge to itself.
  package static var strangeGraph: GraphDescription {
    GraphDescription(
      title: strange,
      nodes: [
        .init(id: strange, locator: .name, keys: [strange], label: strange, scope: strange)
      ],
      edges: [.init(from: strange, to: strange, evidence: [.proven])])
  }
}
