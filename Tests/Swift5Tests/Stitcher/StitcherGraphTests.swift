import Stitcher
import Testing

/// Graphs, in Swift 5 mode.
@Suite(.timeLimit(.minutes(20))) struct StitcherGraphTests {
  final class Mailbox {
    var count = 0
  }

  @Test func graphsWork() async throws {
    let graph = DependencyGraph.process.child(named: "test") {
      Dependency { Mailbox() }
        .scope(.scoped)
    }
    let mailbox: Mailbox = try graph.run { try DependencyGraph.inject() }
    let same: Mailbox = try await graph.run {
      await Task.yield()
      return try DependencyGraph.inject()
    }
    #expect(mailbox === same)
    let bound = graph.bound { (number: Int) in DependencyGraph.current === graph ? number : 0 }
    #expect(await Task.detached { bound(5) }.value == 5)
    let overridden: Int = try await DependencyGraph.withOverrides {
      Dependency { 6 }
    } operation: {
      await Task.yield()
      return try DependencyGraph.inject()
    }
    #expect(overridden == 6)
    try await graph.end()
  }
}
