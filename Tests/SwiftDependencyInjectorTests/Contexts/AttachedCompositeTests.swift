import StitcherTestSupport
import SwiftDependencyInjector
import Testing

import class Stitcher.DependencyGraph

private protocol Stage: Sendable {}
private struct Opening: Stage {}

/// Optionals and collections that are registered in a context and injected from a graph.
@Suite(.timeLimit(.minutes(20))) struct AttachedCompositeTests {
  @Test func eachIsFoundByItsType() throws {
    let injector = Injector.build(context: freshContext())
    let graph = DependencyGraph.process.child()
    graph.attach(injector)
    #expect(try (graph.inject() as [any Stage]).isEmpty)
    injector.register([any Stage].self) { [Opening(), Opening()] }
    injector.register((any Stage)?.self) { Opening() }
    #expect(try (graph.inject() as [any Stage]).count == 2)
    #expect(try (graph.inject() as (any Stage)?) is Opening)
  }
}
