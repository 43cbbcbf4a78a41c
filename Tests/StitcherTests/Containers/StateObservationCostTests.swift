import Observation
import Stitcher
import StitcherTestSupport
import StitcherTesting
import Testing

/// The cost of a change of state that many containers read.
@Suite(.dependencies()) @MainActor struct StateObservationCostTests {
  @Observable final class Settings {
    var number = 0
  }

  /// Returns the shortest time of a change with the next lookup.
  private func time(containers count: Int) throws -> Duration {
    let settings = Settings()
    let containers = (0..<count).map { position in
      DependencyContainer { Dependency(for: position) { [number = settings.number] in number } }
    }
    let graph = DependencyGraph.current.isolated { for container in containers { container } }
    return try (1...5).map { number in
      try ContinuousClock().measure {
        settings.number = number
        let found: Int = try graph.inject(byValue: count - 1)
        #expect(found == number)
      }
    }.min() ?? .zero
  }

  @Test(.timeLimit(.minutes(20))) func aChangeCostsTheSameForEachContainer() throws {
    // A factor of eight for eight times as many containers; the rest for caches and a busy machine.
    let limit = 16.0
    let few = max(125, fewerInDebug(500))
    var ratio = try time(containers: 8 * few) / time(containers: few)
    if ratio >= limit { ratio = try time(containers: 8 * few) / time(containers: few) }
    #expect(ratio < limit)
  }
}
