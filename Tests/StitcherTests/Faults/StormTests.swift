import Stitcher
import StitcherTestSupport
import StitcherTesting
import Synchronization
import Testing

/// Very many changes in a row.
@Suite(.timeLimit(.minutes(20)), .dependencies()) struct StormTests {
  /// The number of changes in a storm; a sanitizer makes each of them slow.
  static let changes = bounded(100_000, sanitized: 10_000)

  /// A count of living objects.
  final class Census: Sendable {
    private let number = Atomic(0)
    var living: Int { number.load(ordering: .sequentiallyConsistent) }
    fileprivate func add(_ difference: Int) {
      number.add(difference, ordering: .sequentiallyConsistent)
    }
  }

  /// An object that a census counts.
  final class Counted: Sendable {
    private let census: Census
    init(_ census: Census) {
      self.census = census
      census.add(1)
    }
    deinit { census.add(-1) }
  }

  /// A container that counts its builds, the changes that it has seen, and its living objects.
  struct Watched: Sendable {
    let source = ChangeSource()
    let builds = Counter()
    let injections = Counter()
    let fired = Atomics()
    let captured = Census()
    let made = Census()

    /// Two numbers that any thread may change.
    final class Atomics: Sendable {
      let current = Atomic(0)
      let seen = Atomic(0)
    }

    /// Creates the container.
    func container(_ name: String) -> DependencyContainer {
      DependencyContainer { [self] in
        let _: Void = builds.count()
        let _: Void = fired.seen.store(
          fired.current.load(ordering: .sequentiallyConsistent), ordering: .sequentiallyConsistent)
        let token = Counted(captured)
        Dependency(named: name) { [made] in
          withExtendedLifetime(token) { Counted(made) }
        }
        .scope(.managed(by: source))
      }
      .invalidated(tracking: source)
    }

    /// Fires the source after the change.
    func fire() {
      fired.current.add(1, ordering: .sequentiallyConsistent)
      source.fire()
    }

    /// The number of changes that the container has seen.
    var seen: Int { fired.seen.load(ordering: .sequentiallyConsistent) }
  }

  @Test func aHundredThousandChangesInARowLeaveNothing() async throws {
    let watched = Watched()
    try await storm(watched, name: "storm-in-a-row") {
      for number in 1...Self.changes {
        watched.fire()
        guard number % 100 == 0 else { continue }
        // The change has evicted the instance; an interrupted reader may still hold it.
        await eventually { watched.made.living == 0 }
        watched.injections.count()
        let one: Counted = try DependencyGraph.inject(byName: "storm-in-a-row")
        withExtendedLifetime(one) {}
      }
    }
  }

  @Test func aHundredThousandChangesOfSeveralTasksLeaveNothing() async throws {
    let watched = Watched()
    try await storm(watched, name: "storm-of-tasks") {
      await withTaskGroup { group in
        for _ in 0..<4 {
          group.addTask {
            for number in 1...Self.changes / 4 {
              watched.fire()
              if number % 100 == 0 {
                watched.injections.count()
                _ = try? DependencyGraph.inject(byName: "storm-of-tasks") as Counted
              }
            }
          }
        }
      }
    }
  }

  /// Runs a storm of changes on a container in an isolated graph: injections of other tests in the
  /// same graph would build it as well.
  private func storm(
    _ watched: Watched, name: String, _ changes: () async throws -> Void
  ) async throws {
    weak var gone: DependencyContainer?
    do {
      let container = watched.container(name)
      gone = container
      try await DependencyGraph.process.isolated().run {
        await DependencyGraph.activate(container)
        defer { DependencyGraph.deactivate(container) }
        let start = ContinuousClock.now
        try await changes()
        // The container sees the last change, although most changes had no rebuild of their own.
        await eventually { watched.seen == Self.changes }
        let milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
        // An injection may build a stale container twice.
        let asked = Double(2 * watched.injections.value)
        #expect(Double(watched.builds.value) <= asked + 8 * milliseconds + 10)
        await eventually { watched.captured.living == 1 }
        let _: Counted = try DependencyGraph.inject(byName: name)
        #expect(watched.made.living == 1)
      }
    }
    // A running rebuild or check holds the container for a moment.
    await eventually { gone == nil }
    await eventually { watched.captured.living == 0 && watched.made.living == 0 }
  }
}
