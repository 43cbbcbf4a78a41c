import Stitcher
import StitcherTestSupport
import StitcherTesting
import Testing

private final class File: Sendable {}

/// The end of the asynchronous sequence of a graph's events.
@Suite(.dependencies(), .timeLimit(.minutes(20))) struct EventStreamTests {
  /// Returns the name of an event's kind.
  private static func kind(_ event: GraphEvent) -> String {
    switch event {
    case .created: "created"
    case .failed: "failed"
    case .waited: "waited"
    case .released: "released"
    case .tornDown: "tornDown"
    case .changed: "changed"
    }
  }

  /// Reads all events of a graph that is ended or just released.
  @Test(arguments: [true, false])
  func itEndsWithTheGraph(hasEnd: Bool) async throws {
    let events: AsyncStream<GraphEvent>
    do {
      let graph = DependencyGraph.current.isolated {
        Dependency { File() }.scope(.singleton)
          .teardown { _ async in await Task.yield() }
      }
      events = graph.events
      _ = try graph.inject() as File
      if hasEnd { try await graph.end() }
    }
    var kinds: [String] = []
    for await event in events { kinds.append(Self.kind(event)) }
    #expect(kinds.first == "created" && kinds.last == "tornDown")
    #expect(kinds.contains("released"))
  }

  @Test func thatOfAParentGoesOn() async throws {
    let parent = DependencyGraph.current.isolated { Dependency { File() }.scope(.scoped) }
    var events = parent.events.makeAsyncIterator()
    for _ in 0..<2 {
      let child = parent.child()
      _ = try child.inject() as File
    }
    _ = try parent.inject() as File
    var created = 0
    while created < 3 {
      let event = try #require(await events.next())
      if case .created = event { created += 1 }
    }
  }

  @Test func whoIsCancelledGoesOn() async throws {
    let graph = DependencyGraph.current.isolated()
    let reader = Task { [events = graph.events] in for await _ in events {} }
    reader.cancel()
    await reader.value
    withExtendedLifetime(graph) {}
  }
}
