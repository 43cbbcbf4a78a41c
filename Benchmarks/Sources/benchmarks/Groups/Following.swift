import Foundation
import Observation
import Stitcher
import Synchronization

extension Benchmark {
  /// Containers that follow state.
  static let following: [Benchmark] = [
    // The share of a core that a container costs if its state changes 10,000 times a second,
    // compared with the same changes without the container.
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
    // One change, and one injection that finds the new state.
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

  /// Runs a closure and returns the processor time of all threads during the next second, including
  /// it.
  private static func processorTime(_ body: () -> Void) -> Double {
    let end = ContinuousClock.now + .seconds(1)
    let start = clock()
    body()
    while ContinuousClock.now < end { usleep(1_000) }
    return Double(clock() - start) / Double(CLOCKS_PER_SEC)
  }
}

/// A dependency with the value of the state.
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

  /// Makes a number of changes, with a pause after each.
  func change(_ count: Int, every pause: Duration) {
    let start = ContinuousClock.now
    for number in 1...count {
      value = number
      let next = start + pause * number
      while ContinuousClock.now < next { usleep(20) }
    }
  }
}
