import GraphSamples
import StitcherDescription
import StitcherDrawing
import Testing

@Suite struct LayoutTests {
  @Test(arguments: [10, 20, 120, 700])
  func boxesDoNotOverlap(_ count: Int) {
    let layout = GraphLayout(GraphSamples.program(count))
    var columns: [Int: [GraphLayout.Box]] = [:]
    for box in layout.boxes {
      columns[box.x, default: []].append(box)
      #expect(box.x >= 0 && box.x + box.width <= layout.width)
      #expect(box.y >= 0 && box.y + box.height <= layout.height)
    }
    for boxes in columns.values {
      let sorted = boxes.sorted { $0.y < $1.y }
      for (upper, lower) in zip(sorted, sorted.dropFirst()) {
        #expect(upper.y + upper.height < lower.y)
      }
    }
  }

  @Test func linesLeadToTheRightUnlessTheyCloseACycle() {
    let description = GraphSamples.program(60)
    let layout = GraphLayout(description)
    #expect(layout.lines.count == description.edges.count)
    for line in layout.lines {
      let isRight = line.points[0].x < line.points[line.points.count - 1].x
      #expect(isRight != line.isBackward)
    }
    #expect(layout.lines.filter(\.isBackward).count == 1)
    let sound = GraphLayout(GraphSamples.program(60, problems: false))
    #expect(sound.lines.filter(\.isBackward).isEmpty)
  }

  @Test func columnsFollowTheNeeds() {
    func node(_ id: String) -> GraphDescription.Node {
      .init(id: id, keys: [id], label: id, scope: "instance")
    }
    let needs = [("a", "b"), ("b", "c"), ("a", "c"), ("d", "c")]
    let layout = GraphLayout(
      GraphDescription(
        title: "", nodes: "abcde".map { node(String($0)) },
        edges: needs.map { .init(from: $0.0, to: $0.1, evidence: [.proven]) }))
    // A node without requesters is in the column before its first dependency; a node without edges
    // is below.
    #expect(layout.boxes.map(\.column) == [0, 1, 2, 1, nil])
    #expect(layout.boxes[4].y > layout.boxes[0..<4].map(\.y).max() ?? 0)
    // The line from 'a' to 'c' passes the column of 'b'.
    #expect(layout.lines.map(\.points.count) == [2, 4, 2, 2])
  }

  @Test func isTheSameEachTime() {
    let description = GraphSamples.program(300)
    #expect(GraphLayout(description).boxes == GraphLayout(description).boxes)
    #expect(description.svg() == description.svg())
  }

  @Test func standsCyclesLoopsAndNothing() {
    #expect(GraphLayout(GraphDescription(title: "", nodes: [], edges: [])).boxes.isEmpty)
    let ids = (0..<50).map { "\($0)" }
    let ring = GraphDescription(
      title: "", nodes: ids.map { .init(id: $0, keys: [$0], label: $0, scope: "") },
      edges: ids.indices.map {
        .init(from: ids[$0], to: ids[($0 + 1) % 50], evidence: [.declared])
      } + [.init(from: "7", to: "7", evidence: [.declared])])
    let layout = GraphLayout(ring)
    #expect(layout.lines.filter(\.isBackward).count == 2)
    #expect(layout.lines.count == 51)
  }

  @Test func manyNodesBecomeAboutAsWideAsHigh() {
    let layout = GraphLayout(GraphSamples.program(1_000))
    let ratio = Double(layout.width) / Double(layout.height)
    #expect(ratio > 0.5 && ratio < 4, "\(layout.width) x \(layout.height)")
  }
}

@Suite struct PageTests {
  @Test func isOneFileWithoutANetwork() {
    let page = GraphSamples.program(20).html()
    #expect(page.hasPrefix("<!DOCTYPE html>\n"))
    #expect(page.contains("default-src 'none'"))
    for forbidden in ["src=", "@import", "url(http", "fetch(", "<link rel=\"stylesheet\""] {
      #expect(!page.contains(forbidden))
    }
    let addresses = page.components(of: "http://") + page.components(of: "https://")
    #expect(addresses.allSatisfy { $0.hasPrefix("www.w3.org/2000/svg") })
  }

  @Test func noTextEndsTheData() throws {
    let page = Small.strangeGraph.html()
    #expect(page.components(of: "</script").count == 2)
    #expect(page.components(of: "<script").count == 2)
    #expect(page.components(of: "<!--").isEmpty)
    let start = try #require(page.firstRange(of: "id=\"graph\">")?.upperBound)
    let data = page[start...].prefix(while: { $0 != "<" })
    #expect(try GraphDescription(json: String(data)) == Small.strangeGraph)
  }

  @Test func picturesAreMarkup() {
    let picture = Small.strangeGraph.svg()
    #expect(picture.contains("<title id=\"title\">a&quot;b\\c&lt;d&gt;&amp;e;f#g`"))
    #expect(!picture.unicodeScalars.contains("\u{1}"))
    #expect(picture.contains("role=\"img\""))
    #expect(picture.contains("1 node, 1 edge, 0 problems"))
  }
}

extension String {
  /// Returns the text after each occurrence of another text.
  fileprivate func components(of text: String) -> [Substring] {
    ranges(of: text).map { self[$0.upperBound...] }
  }
}
