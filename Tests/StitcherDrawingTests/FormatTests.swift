import GraphSamples
import StitcherDescription
import StitcherDrawing
import Testing

@Suite struct FormatTests {
  @Test(arguments: GraphDescription.Format.allCases)
  func writesEachFormat(_ format: GraphDescription.Format) {
    let text = Small.search.text(as: format)
    #expect(text.contains("Notes"))
    #expect(text.hasSuffix("\n"))
    #expect(GraphDescription(title: "", nodes: [], edges: []).text(as: format).hasSuffix("\n"))
  }
}

@Suite struct PictureTests {
  @Test func leavesOutEdgesToNowhere() {
    var description = Small.search
    description.nodes.removeFirst()
    #expect(!description.svg().contains("lazy\""))
  }

  @Test func marksWarningsInAnotherWay() {
    var description = Small.search
    description.problems = [
      .init(severity: .warning, kind: "stale", message: "", remedy: "", nodes: ["Notes.Store"])
    ]
    let picture = description.svg()
    #expect(picture.contains("class=\"node registration scope-singleton doubtful\""))
    #expect(!picture.contains("scope-singleton faulty"))
    // The worst severity is used.
    description.problems.insert(
      .init(severity: .error, kind: "captive", message: "", remedy: "", nodes: ["Notes.Store"]),
      at: 0)
    #expect(description.svg().contains("class=\"node registration scope-singleton faulty\""))
  }

  @Test func drawsDecoratorsAsSuch() {
    var description = Small.search
    description.nodes[0].kind = .decorator
    #expect(description.svg().contains("class=\"node decorator scope-singleton\""))
  }

  @Test func marksProblems() {
    #expect(GraphSamples.program(20).svg().contains("class=\"mark\""))
  }
}
