import GraphSamples
import StitcherDescription
import StitcherDrawing
import Testing

@Suite struct DifferenceTests {
  @Test func isEmptyBetweenEquals() {
    let difference = Small.search.difference(from: Small.search)
    #expect(difference.isEmpty)
    #expect(difference.text == "The graph is the same.\n")
  }

  @Test func doesNotTellOfRunsAndLines() {
    var later = Small.search
    for position in later.nodes.indices {
      later.nodes[position].isLive = true
      later.nodes[position].creationSeconds = 2
      later.nodes[position].place?.line += 10
    }
    later.edges[0].evidence = [.declared, .proven]
    #expect(later.difference(from: Small.search).isEmpty)
  }

  @Test func showsAddedRemovedAndChangedParts() {
    let before = Small.search
    var nodes = before.nodes.filter { $0.id != "Notes.Clock" }
    nodes[0].scope = "shared"
    nodes.append(Small.node("Notes.Index", scope: "managed", line: 12))
    let after = GraphDescription(
      title: "Notes", nodes: nodes,
      edges: [
        .init(from: "Notes.Search", to: "Notes.Store", evidence: [.declared], isLazy: true),
        .init(from: "Notes.Search", to: "Notes.Index", evidence: [.declared], demand: .all),
      ],
      problems: [
        .init(
          severity: .error, kind: "captive", message: "'Index' is kept.", remedy: "Do not.",
          nodes: ["Notes.Index"])
      ])
    let difference = after.difference(from: before)
    #expect(difference.addedNodes.map(\.id) == ["Notes.Index"])
    #expect(difference.removedNodes.map(\.id) == ["Notes.Clock"])
    #expect(difference.changedNodes.map(\.after.scope) == ["shared"])
    #expect(
      difference.text == """
        Dependencies: 1 added, 1 removed, 1 changed
        + Notes.Index (managed · Notes, Notes/App.swift:12)
        - Notes.Clock (singleton · Notes, Notes/App.swift:9)
        ~ Notes.Search: scope instance → shared
        Needs: 2 added, 2 removed
        + Notes.Search → Notes.Index (all)
        + Notes.Search → Notes.Store (lazy)
        - Notes.Search → Notes.Clock (optional, lazy)
        - Notes.Search → Notes.Store
        Problems: 1 added
        + error captive: 'Index' is kept.

        """)
    let back = before.difference(from: after)
    #expect(back.addedNodes == difference.removedNodes)
    #expect(back.removedEdges == difference.addedEdges)
    #expect(back.removedProblems == difference.addedProblems)
  }

  @Test func keepsEachThingInALine() {
    let text = Small.strangeGraph.difference(from: Small.search).text
    #expect(text.split(whereSeparator: \.isNewline).count == text.split(separator: "\n").count)
  }

  @Test func writesJSON() {
    let before = GraphDescription(
      title: "", nodes: [], edges: [.init(from: "a", to: "b", evidence: [])])
    let problem = GraphDescription.Problem(
      severity: .warning, kind: "stale", message: "Old.", remedy: "")
    let after = GraphDescription(title: "", nodes: [], edges: [], problems: [problem])
    #expect(
      after.difference(from: before).json == """
        {
          "addedEdges" : [

          ],
          "addedNodes" : [

          ],
          "addedProblems" : [
            {
              "kind" : "stale",
              "message" : "Old.",
              "nodes" : [

              ],
              "remedy" : "",
              "severity" : "warning"
            }
          ],
          "changedNodes" : [

          ],
          "removedEdges" : [
            {
              "demand" : "one",
              "evidence" : [

              ],
              "from" : "a",
              "isLazy" : false,
              "to" : "b"
            }
          ],
          "removedNodes" : [

          ],
          "removedProblems" : [

          ]
        }
        """)
  }
}
