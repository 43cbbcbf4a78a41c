import Observation
import Stitcher
import Testing

/// What has views redrawn when the graph changes.
@Suite(.timeLimit(.minutes(2))) struct GraphVersionTests {
  @Test func itGrowsAfterTheChangeAndOnceForSeveral() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let version = GraphVersion()
      let container = DependencyContainer { 1 }
      for _ in 1...3 {
        let before = version.number
        let (changes, continuation) = AsyncStream<Void>.makeStream()
        withObservationTracking {
          _ = version.number
        } onChange: {
          continuation.yield()
        }
        DependencyGraph.activate(container)
        DependencyGraph.deactivate(container)
        #expect(version.number == before, "not while something is drawn")
        for await _ in changes { break }
        #expect(version.number == before + 1)
      }
    }
  }

  @Test func nobodyKeepsIt() async {
    await MainActor.run {
      weak var gone: GraphVersion?
      do {
        let version = GraphVersion()
        gone = version
        withExtendedLifetime(version) {}
      }
      #expect(gone == nil)
    }
  }
}
