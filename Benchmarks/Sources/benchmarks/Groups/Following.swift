import Foundation
import Observation
import Stitcher
import Synchronization

extension Benchmark {
  /// Containers that follow state.
  static let following: [Benchmark] = [
    // The share of a core that a container costs whose state changes 10,000 times a second, beside
    // the same changes without it.
    Benchmark(["follow.10k-changes"]) { results in
      let state = Watched()
      let shares = (0..<5).map { _ in
        let alone = processorTime { state.change(10_000, every: .microseconds(100)) }
        let container = DependencyContainer {
          Dependency { [value = state.value] in Changing(value: value) }
        }
        DependencyGraph.activate(container)
        let followed = processorTime { state.change(10_000, every: .microseconds(100)) }
        DependencyGraph.deactivate(container)
        return (followed - alone) * 100
      }
      results.add("follow.10k-changes", shares.median, "% of a core")
    },
    // A change, and an injection that sees it.
    Benchmark("follow.change+inject") { iterations in
      let state = Watched()
      let container = DependencyContainer {
        Dependency { [value = state.value] in Changing(value: value) }
      }
      DependencyGraph.activate(container)
      for _ in 0..<iterations {
        state.value += 1
        Sink<Changing>.take(try! DependencyGraph.inject())
      }
      DependencyGraph.deactivate(container)
    },
  ]

  /// The seconds of processor time that something takes, in all threads, until a second has passed.
  private static func processorTime(_ body: () -> Void) -> Double {
    let end = ContinuousClock.now + .seconds(1)
    let start = clock()
    body()
    while ContinuousClock.now < end { usleep(1_000) }
    return Double(clock() - start) / Double(CLOCKS_PER_SEC)
  }
}

/// What shows the state.
private struct Changing { let value: Int }

/// State that any thread may change.
private final class Watched: Observable, Sendable {
  private let registrar = ObservationRegistrar()
  private let stored = Atomic(0)

  var value: Int {
    get {
      registrar.access(self, keyPath: \.value)
      return stored.load(ordering: .relaxed)
    }
    set {
      registrar.withMutation(of: self, keyPath: \.value) {
        stored.store(newValue, ordering: .relaxed)
      }
    }
  }

  /// Changes so many times, at a pace.
  func change(_ count: Int, every pause: Duration) {
    let start = ContinuousClock.now
    for number in 1...count {
      value = number
      let next = start + pause * number
      while ContinuousClock.now < next { usleep(20) }
    }
  }
}
