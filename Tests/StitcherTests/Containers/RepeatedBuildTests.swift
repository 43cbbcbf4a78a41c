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

  /// A container retains the registrations of its last update. If a lookup has built newer ones in
  /// the meantime, the older ones must not stay until the next change.
  @Test(.timeLimit(.minutes(10))) func anUpdateThatALookupOvertakesLeavesNothing() async throws {
    let lifetimes = Lifetimes()
    let source = ChangeSource()
    let (isRunning, isBuilt) = (AsyncGate(), Gate())
    let begin: @Sendable () -> Tracked = {
      let token = Tracked(lifetimes, number: lifetimes.inits + 1)
      // The second build is that of the update, and the third one repeats it.
      if token.number == 3 {
        isRunning.open()
        isBuilt.wait()
      }
      return token
    }
    let container = DependencyContainer {
      let token = begin()
      Dependency { token.number }
    }
    .invalidated(tracking: source)
    let graph = DependencyGraph.current
    await graph.activate(container)
    source.fire()
    await isRunning.wait()
    // On a slow machine, the repetition may come so late that the lookup needs no build.
    let found: Int = try graph.inject()
    isBuilt.open()
    await eventually { (found < 4 || lifetimes.inits > 4) && lifetimes.living == 1 }
    #expect(try graph.inject() == lifetimes.inits)
    graph.deactivate(container)
  }
}
