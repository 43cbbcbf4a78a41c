import Stitcher
import Testing

/// Graphs, in a module that is isolated to the main actor by default.
@Suite(.timeLimit(.minutes(20))) struct StitcherGraphTests {
  final class Mailbox {
    var count = 0
  }

  @Test func aGraphRunsOnTheMainActor() async throws {
    let graph = DependencyGraph.process.isolated(named: "test") {
      Dependency { @MainActor in Mailbox() }
        .scope(.singleton)
    }
    var mailboxes: [Mailbox] = []
    try graph.run { mailboxes.append(try DependencyGraph.inject()) }
    try await graph.run {
      MainActor.assertIsolated()
      await Task.yield()
      mailboxes.append(try DependencyGraph.inject())
    }
    mailboxes.append(try graph.inject())
    #expect(mailboxes.allSatisfy { $0 === mailboxes[0] })
    let bound = graph.bound { DependencyGraph.current === graph }
    #expect(bound())
    try await graph.end()
    #expect(throws: InjectionError.graphEnded("test")) { try graph.inject(byType: Mailbox.self) }
  }

  @Test func overridesRunOnTheMainActor() async throws {
    var seen = 0
    try DependencyGraph.withOverrides {
      Dependency { 5 }
    } operation: {
      seen += try DependencyGraph.inject(byType: Int.self)
    }
    try await DependencyGraph.withOverrides {
      Dependency { 6 }
    } operation: {
      await Task.yield()
      seen += try DependencyGraph.inject(byType: Int.self)
    }
    #expect(seen == 11)
  }
}
