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
}
