import Observation
import Stitcher
import StitcherTesting
import Testing

/// The observable version of a graph, which makes views redraw after changes.
@Suite(.timeLimit(.minutes(20)), .dependencies()) struct GraphVersionTests {
  @Test func itGrowsAfterTheChangeAndOnceForSeveral() async {
    await #expect(processExitsWith: .success) { await growsOnceForSeveralChanges() }
  }

  @Test func itGrowsAfterChangesOfTheGraphsBelow() async {
    await #expect(processExitsWith: .success) { await growsAfterChangesOfTheGraphsBelow() }
  }

  @Test func noObjectRetainsIt() async {
    await MainActor.run {
      weak var gone: GraphVersion?
      do {
        let version = GraphVersion(of: .process)
        gone = version
        withExtendedLifetime(version) {}
      }
      #expect(gone == nil)
    }
  }
}

/// Runs in a separate process, in which no other code changes the graph.
@MainActor private func growsOnceForSeveralChanges() async {
  let version = GraphVersion(of: .process)
  let container = DependencyContainer { 1 }
  for _ in 1...3 {
    let before = version.number
    let (changes, continuation) = AsyncStream<Void>.makeStream()
    withObservationTracking {
      _ = version.number
    } onChange: {
      continuation.yield()
    }
    DependencyGraph.activate(container) {}
    DependencyGraph.deactivate(container)
    let meanwhile = version.number
    #expect(meanwhile == before, "not while something is drawn")
    // The notification precedes the change on this actor, so the change has happened after the
    // suspension.
    for await _ in changes { break }
    let after = version.number
    #expect(after == before + 1)
  }
}

/// Runs in a separate process, in which no other code changes the graph of the process.
@MainActor private func growsAfterChangesOfTheGraphsBelow() async {
  let application = DependencyGraph.process.isolated()
  let view = application.child()
  let version = GraphVersion(of: view)
  for (number, changed) in [view, application, .process].enumerated() {
    let (changes, continuation) = AsyncStream<Void>.makeStream()
    withObservationTracking {
      _ = version.number
    } onChange: {
      continuation.yield()
    }
    changed.activate(DependencyContainer { 1 }) {}
    for await _ in changes { break }
    let after = version.number
    #expect(after == number + 1)
  }
}
