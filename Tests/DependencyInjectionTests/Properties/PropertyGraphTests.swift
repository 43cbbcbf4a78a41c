import DependencyInjection
import StitcherTestSupport
import Testing

import struct Stitcher.Dependency
import class Stitcher.DependencyContainer
import class Stitcher.DependencyGraph

/// Properties resolve in the graph in which they were created.
@Suite(.timeLimit(.minutes(20))) struct PropertyGraphTests {
  final class Session: Sendable {}
  final class Basket: Sendable {
    let session: Session
    init(_ session: Session) { self.session = session }
  }

  /// Registers a session, which each graph has for itself, and a basket that needs it.
  static func register() {
    DependencyGraph.activate(DependencyContainer { Dependency { Session() }.scope(.scoped) }) {}
    Container.shared.register(type: Basket.self, in: .new) { @Sendable _ in
      Basket(try DependencyGraph.inject())
    }
  }

  /// In a separate process, in which no graph is isolated.
  @Test func onesOfAChildResolveThere() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      PropertyGraphTests.register()
      let child = DependencyGraph.process.child(named: "request")
      let property = child.run { LazyInjected<Basket>() }
      let session: Session = try child.inject()
      precondition(property.wrappedValue.session === session)
      precondition(Worker { property.wrappedValue.session }.join() === session)
    }
    #expect(fatalErrors(in: result?.standardErrorContent) == [])
  }

  @Test func aReadAfterTheEndStopsTheProgram() async {
    let text = """
      Dependency not registered: Dependency of type DependencyInjectionTests.PropertyGraphTests.Basket can't be resolved in \
      container DependencyInjection.Container. The graph 'request' has ended. Request the dependency before the graph \
      ends, or in a graph that ends later.
      """
    let ended = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      PropertyGraphTests.register()
      let child = DependencyGraph.process.child(named: "request")
      let property = child.run { LazyInjected<Basket>() }
      try await child.end()
      _ = property.wrappedValue
    }
    #expect(fatalErrors(in: ended?.standardErrorContent) == [text])
    let gone = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      PropertyGraphTests.register()
      let property = DependencyGraph.process.child(named: "request").run { LazyInjected<Basket>() }
      _ = property.wrappedValue
    }
    #expect(fatalErrors(in: gone?.standardErrorContent) == [text])
  }
}
