import GraphSamples
import StitcherDescription
import Testing

@Suite struct JSONTests {
  @Test func writesSortedKeysOfOneVersion() {
    let text = Small.search.json()
    #expect(text.hasPrefix("{\n  \"edges\" : [\n"))
    #expect(text.hasSuffix("\"version\" : 1\n}\n"))
    #expect(text.contains("\"file\" : \"Notes/App.swift\""))
    #expect(text == Small.search.json())
  }

  @Test func bringsNodesAndEdgesInOrder() {
    #expect(Small.search.nodes.map(\.label) == ["Clock", "Search", "Store"])
    #expect(Small.search.edges.map(\.to) == ["Notes.Clock", "Notes.Store"])
  }
}

@Suite struct LanguageTests {
  @Test func writesMermaid() {
    #expect(
      Small.search.mermaid() == """
        %% Notes
        flowchart LR
          n0["Clock<br/><small>singleton · Notes</small>"]
          n1["Search<br/><small>instance · Notes</small>"]
          n2["Store<br/><small>singleton · eager · Notes</small>"]
          n1 -.->|optional| n0
          n1 --> n2

        """)
  }

  @Test func writesGraphviz() {
    #expect(
      Small.search.dot() == #"""
        digraph "Notes" {
          rankdir=LR;
          node [shape=box, style=rounded, fontname="sans-serif", fontsize=11];
          edge [color="#6e7781", fontname="sans-serif", fontsize=9];
          "Notes.Clock" [label="Clock\nsingleton · Notes", tooltip="Notes/App.swift:9"];
          "Notes.Search" [label="Search\ninstance · Notes", tooltip="Notes/App.swift:3"];
          "Notes.Store" [label="Store\nsingleton · eager · Notes", tooltip="Notes/App.swift:7"];
          "Notes.Search" -> "Notes.Clock" [style=dashed, label=optional];
          "Notes.Search" -> "Notes.Store";
        }

        """#)
  }

  @Test func escapesWhatMermaidWouldRead() throws {
    let lines = Small.strangeGraph.mermaid().split(separator: "\n")
    #expect(lines.count == 4)
    let label = try #require(lines[2].firstRange(of: "[\"").map { lines[2][$0.upperBound...] })
    #expect(
      label.hasPrefix("a#34;b#92;c#60;d#62;#38;e#59;f#35;g#96;h\u{301} #60;/script#62;#60;!--"))
    #expect(label.unicodeScalars.filter { $0 == "\"" }.count == 1)
  }

  @Test func escapesWhatGraphvizWouldRead() {
    let text = Small.strangeGraph.dot()
    // Every quotation mark in the texts has a backslash, even one with a combining accent.
    #expect(text.contains(#"digraph "a\"b\\c<d>&e;f#g`"#))
    #expect(text.split(separator: "\n").count == 7)
  }

  @Test func leavesOutEdgesToNowhere() {
    var description = Small.search
    description.nodes.removeFirst()
    #expect(!description.mermaid().contains("-.->"))
    #expect(!description.dot().contains("Clock"))
  }

  @Test func marksWarningsInAnotherWay() {
    var description = Small.search
    description.problems = [
      .init(severity: .warning, kind: "stale", message: "", remedy: "", nodes: ["Notes.Store"])
    ]
    #expect(description.mermaid().contains("\n  class n2 warning\n"))
    #expect(!description.mermaid().contains("classDef problem"))
    #expect(description.dot().contains("color=\"#9a6700\""))
    #expect(!description.dot().contains("color=\"#d1242f\""))
    // The worst severity is used.
    description.problems.insert(
      .init(severity: .error, kind: "captive", message: "", remedy: "", nodes: ["Notes.Store"]),
      at: 0)
    #expect(!description.mermaid().contains("warning"))
  }

  @Test func drawsDecoratorsAsSuch() {
    var description = Small.search
    description.nodes[0].kind = .decorator
    #expect(description.mermaid().contains("[[\"Clock<br/><small>decorator · singleton · Notes"))
    #expect(description.dot().contains("peripheries=2"))
  }

  @Test func marksProblems() {
    let description = GraphSamples.program(20)
    #expect(description.mermaid().contains("classDef problem"))
    #expect(description.dot().contains("color=\"#d1242f\""))
  }
}
