import Stitcher
import StitcherTestSupport
import StitcherTesting
import Testing

@Suite(.dependencies()) struct RepeatedBuildTests {
  /// A build must not wrap the container's closure in another one: nested closures would fill the
  /// stack.
  @Test func buildsNeedTheSameStackHoweverManyTheyAre() throws {
    let container = DependencyContainer { Dependency { 1 } }
    let graph = DependencyGraph.current
    graph.activate(container)
    defer { graph.deactivate(container) }
    let found = Worker(stackSize: 1 << 19) { () -> Int? in
      for _ in 0..<30_000 { container.rebuild() }
      return try? graph.inject()
    }
    #expect(found.join() == 1)
  }

  /// While an update runs, a lookup builds newer registrations. The container releases the
  /// registrations of the update without waiting for the next change.
  @Test(.timeLimit(.minutes(10))) func anUpdateThatALookupOvertakesLeavesNothing() async throws {
    let lifetimes = Lifetimes()
    let source = ChangeSource()
    let graph = DependencyGraph.current
    let isOvertaken = Gate()
    let overtaken = StitcherTestSupport.Counter()
    let begin: @Sendable () -> Tracked = {
      let token = Tracked(lifetimes)
      // Only updates run in a task. The lookup is made while the update runs.
      if isOvertaken.hasOpened, withUnsafeCurrentTask(body: { $0 != nil }) {
        overtaken.increment()
        _ = Worker { try? graph.inject() as Int }.join()
      }
      return token
    }
    let container = DependencyContainer {
      let token = begin()
      Dependency { token.number }
    }
    .invalidated(tracking: source)
    await graph.activate(container)
    // The lookup comes after the update and its repetition. It is the first one of the thread that
    // made the change, so it makes the container stale again, and causes one more repetition.
    let worker = Worker {
      source.fire()
      isOvertaken.wait()
      return try? graph.inject() as Int
    }
    await eventually { lifetimes.inits == 3 }
    isOvertaken.open()
    #expect(worker.join() == 0)
    await eventually { overtaken.value > 0 && lifetimes.living == 1 }
    graph.deactivate(container)
  }
}
