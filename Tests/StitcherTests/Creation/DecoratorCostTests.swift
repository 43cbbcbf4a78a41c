import Stitcher
import StitcherTesting
import Testing

import func StitcherTestSupport.processorTime

private final class Piece: Sendable {}

/// The costs of many decorators, compared with those of as many plain registrations in the same
/// run.
@Suite(.timeLimit(.minutes(20)), .dependencies()) struct DecoratorCostTests {
  /// Returns a container of singletons with names, decorated or plain.
  private static func container(_ count: Int, isDecorated: Bool) -> DependencyContainer {
    DependencyContainer {
      for number in 0..<count {
        Dependency(named: "cost-\(number)") { Piece() }.scope(.singleton)
        if isDecorated { Decorator(named: "cost-\(number)") { (item: Piece) in item } }
      }
    }
  }

  /// Returns the shortest duration of several runs.
  private static func best(_ runs: Int = 5, _ body: () throws -> Void) throws -> Duration {
    var best = Duration.seconds(1000)
    for _ in 0..<runs {
      var failure: (any Error)?
      let time = processorTime { do { try body() } catch { failure = error } }
      if let failure { throw failure }
      best = min(best, time)
    }
    return best
  }

  /// Injects a dependency by each of the names.
  private static func injectAll(_ names: some Sequence<Int>, in graph: DependencyGraph) throws {
    for number in names { _ = try graph.inject(byName: "cost-\(number)") as Piece }
  }

  @Test func theFirstLookupOfAKeyDoesNotSearchAllDecorators() throws {
    func time(_ isDecorated: Bool) throws -> Duration {
      let container = Self.container(10_000, isDecorated: isDecorated)
      return try Self.best {
        let graph = DependencyGraph.current.isolated { container }
        try Self.injectAll(0..<300, in: graph)
      }
    }
    let (plain, decorated) = (try time(false), try time(true))
    #expect(decorated < plain * 15, "\(decorated), \(plain)")
  }

  @Test func aChangeDoesNotSearchAllDecoratedInstances() throws {
    let other = DependencyContainer { Dependency(named: "cost-other") { Piece() } }
    func time(_ isDecorated: Bool) throws -> Duration {
      let graph = DependencyGraph.current.isolated {
        Self.container(4_000, isDecorated: isDecorated)
      }
      try Self.injectAll(0..<4_000, in: graph)
      return try Self.best {
        graph.activate(other)
        graph.deactivate(other)
      }
    }
    let (plain, decorated) = (try time(false), try time(true))
    #expect(decorated < plain * 15, "\(decorated), \(plain)")
  }

  @Test func aRebuildCostsAboutTheSameWithDecorators() throws {
    func time(_ isDecorated: Bool) throws -> Duration {
      let container = Self.container(4_000, isDecorated: isDecorated)
      let graph = DependencyGraph.current.isolated { container }
      try Self.injectAll(0..<4_000, in: graph)
      return try Self.best { container.rebuild() }
    }
    let (plain, decorated) = (try time(false), try time(true))
    #expect(decorated < plain * 15, "\(decorated), \(plain)")
  }

  @Test func aVerificationAndADescriptionDoNotSearchAllDecorators() throws {
    func times(_ count: Int) throws -> (verify: Duration, describe: Duration, build: Duration) {
      let graph = DependencyGraph.current.isolated { Self.container(count, isDecorated: true) }
      return (
        try Self.best { try graph.verify() }, try Self.best { _ = graph.description() },
        try Self.best { _ = Self.container(count, isDecorated: true) }
      )
    }
    let (few, many) = (try times(500), try times(4_000))
    #expect(many.verify < few.verify * 32, "\(many.verify), \(few.verify)")
    #expect(many.describe < few.describe * 32, "\(many.describe), \(few.describe)")
    #expect(many.build < few.build * 32, "\(many.build), \(few.build)")
  }
}
