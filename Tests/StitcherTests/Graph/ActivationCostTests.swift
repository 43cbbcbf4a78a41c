import Stitcher
import StitcherTesting
import Testing

import func StitcherTestSupport.processorTime

/// The costs of activations, as ratios within one run.
@Suite(.timeLimit(.minutes(20)), .dependencies()) struct ActivationCostTests {
  /// Returns the shortest processor time of several runs.
  private static func best(_ body: () -> Void) -> Duration {
    (0..<50).map { _ in processorTime(body) }.min() ?? .zero
  }

  @Test func activatingAgainCostsTheSameHoweverMuchThereIs() {
    let small = DependencyContainer { Dependency(named: "again-small") { 1 }.scope(.singleton) }
    let large = DependencyContainer {
      for number in 0..<100_000 {
        Dependency(named: "again-\(number)") { number }.scope(.singleton)
      }
    }
    DependencyGraph.activate(small)
    DependencyGraph.activate(large)
    let few = Self.best { DependencyGraph.activate(small) }
    let many = Self.best { DependencyGraph.activate(large) }
    #expect(many < few * 100, "\(many), \(few)")
    DependencyGraph.deactivate(large)
    DependencyGraph.deactivate(small)
  }

  @Test func activatingAgainLooksAfterWhatIsEager() {
    final class Service: Sendable {}
    let made = Counter()
    let source = ChangeSource()
    let container = DependencyContainer {
      for number in 0..<10 { Dependency(named: "again-lazy-\(number)") { number } }
      Dependency {
        made.count()
        return Service()
      }
      .scope(.managed(by: source)).eagerness(.eager)
    }
    DependencyGraph.activate(container)
    #expect(made.value == 1)
    DependencyGraph.activate(container)
    #expect(made.value == 1, "it is there")
    source.fire()
    DependencyGraph.activate(container)
    #expect(made.value == 2, "it has ended")
    DependencyGraph.deactivate(container)
  }
}
