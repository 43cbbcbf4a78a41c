import DependencyInjection
import StitcherTestSupport
import Testing

import class Stitcher.DependencyGraph

private protocol Stage: Sendable {}
private struct Opening: Stage {}

/// Optionals and collections that are registered in a container and injected from a graph.
@Suite(.timeLimit(.minutes(20))) struct AttachedCompositeTests {
  @Test func eachIsFoundByItsType() async throws {
    let container = Container()
    let graph = DependencyGraph.process.child()
    graph.attach(container)
    #expect(try (graph.inject() as [any Stage]).isEmpty)
    container.register(type: [any Stage].self) { @Sendable _ in [Opening(), Opening()] }
    container.register(type: (any Stage)?.self) { @Sendable _ in Opening() }
    #expect(try (graph.inject() as [any Stage]).count == 2)
    #expect(try (graph.inject() as (any Stage)?) is Opening)
    #expect(try await (graph.injectAsync() as [any Stage]).count == 2)
  }

  @Test func onesThatWereRegisteredBeforeAreFoundToo() throws {
    let container = Container()
    container.register(type: [any Stage].self) { @Sendable _ in [Opening()] }
    let graph = DependencyGraph.process.child()
    graph.attach(container)
    #expect(try (graph.inject() as [any Stage]).count == 1)
  }
}
