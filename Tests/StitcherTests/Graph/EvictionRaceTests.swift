import Stitcher
import StitcherTestSupport
import StitcherTesting
import Testing

/// Containers that are deactivated and released while their factories run on other threads.
@Suite(.timeLimit(.minutes(20)), .dependencies()) struct EvictionRaceTests {
  /// The text that every intact instance has.
  private static let word = "alive"

  /// Activates and deactivates containers on one thread, while other threads inject.
  private func race(
    rounds: Int = 1_500, _ container: @escaping @Sendable () -> DependencyContainer,
    _ find: @escaping @Sendable (Int) -> String?
  ) {
    let isDone = Box(false)
    let writer = boundWorker {
      for _ in 0..<rounds {
        let one = container()
        DependencyGraph.activate(one)
        DependencyGraph.deactivate(one)
      }
      isDone.value = true
    }
    let wrong = runBoundThreads(2) { _ in
      var (wrong, round) = (0, 0)
      while !isDone.value {
        for _ in 0..<20 {
          if let text = find(round), text != Self.word { wrong += 1 }
          round += 1
        }
      }
      return wrong
    }
    writer.join()
    #expect(wrong == [0, 0])
  }

  @Test(arguments: [DependencyScope.instance, .shared, .singleton])
  func aFactoryRunsToItsEnd(_ scope: DependencyScope) {
    protocol Service: AnyObject { var text: String { get } }
    final class Marked: Service, Sendable {
      let text: String
      init(_ text: String) { self.text = text }
    }
    let name = "departure-\(scope)"
    race {
      let captured = [Self.word]
      return DependencyContainer {
        Dependency { Marked(captured[0]) }.scope(scope).conforms(to: (any Service).self)
        Dependency(named: name) { Marked(captured[0]) }.scope(scope)
      }
    } _: { round in
      switch round % 6 {
      case 0: (try? DependencyGraph.inject() as Marked)?.text
      case 1: (try? DependencyGraph.inject() as any Service)?.text
      case 2: (try? DependencyGraph.inject(byName: name) as Marked)?.text
      case 3: (try? DependencyGraph.inject() as [any Service])?.first?.text
      case 4: (try? DependencyGraph.inject() as Marked?)??.text
      default: (try? DependencyGraph.inject(byType: Marked.self))?.text
      }
    }
  }

  @Test func aFactoryWithParametersRunsToItsEnd() {
    final class Letter: Sendable {
      let text: String
      init(_ text: String) { self.text = text }
    }
    race {
      let captured = [Self.word]
      return DependencyContainer {
        Dependency { (number: Int) in Letter(number < 0 ? "negative" : captured[0]) }
          .scope(.instance)
      }
    } _: { round in
      (try? DependencyGraph.inject(parameters: round) as Letter)?.text
    }
  }

  @Test func aContainerIsDroppedWhileItsFactoryRuns() async {
    final class Service: Sendable {
      let text: String
      init(_ text: String) { self.text = text }
    }
    let (isInside, mayEnd) = (Gate(), Gate())
    weak var gone: DependencyContainer?
    let worker: Worker<String?>
    do {
      let captured = [Self.word]
      let container = DependencyContainer {
        Dependency {
          isInside.open()
          mayEnd.wait()
          return Service(captured[0])
        }
        .scope(.instance)
      }
      gone = container
      await DependencyGraph.activate(container)
      worker = boundWorker { (try? DependencyGraph.inject() as Service)?.text }
      isInside.wait()
      DependencyGraph.deactivate(container)
    }
    mayEnd.open()
    #expect(worker.join() == Self.word)
    // A factory of another test may run in an earlier snapshot of the graph.
    await eventually { gone == nil }
  }
}
