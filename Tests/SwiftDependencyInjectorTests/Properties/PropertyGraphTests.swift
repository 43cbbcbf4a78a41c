import StitcherTestSupport
import SwiftDependencyInjector
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

  /// Registers a session, which each graph has for itself.
  static func activate() {
    DependencyGraph.activate(DependencyContainer { Dependency { Session() }.scope(.scoped) }) {}
  }

  /// Registers a basket that needs the session.
  static func register(in context: InjectionContext) {
    Injector.build(context: context).register(Basket.self) {
      Basket(try! DependencyGraph.inject())
    }
  }

  /// In a separate process, in which no graph is isolated.
  @Test func onesOfAChildResolveThere() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let context = freshContext()
      PropertyGraphTests.activate()
      let child = DependencyGraph.process.child(named: "request")
      let (regular, observed) = child.run {
        (Inject<Basket>(context: context), ObservedInject<Basket>(context: context))
      }
      PropertyGraphTests.register(in: context)
      let session: Session = try child.inject()
      precondition(regular.wrappedValue.session === session)
      precondition(observed.wrappedValue.session === session)
    }
    #expect(fatalErrors(in: result?.standardErrorContent) == [])
  }

  @Test func aReadAfterTheEndFindsNothing() async throws {
    let context = freshContext()
    let child = DependencyGraph.process.child(named: "request")
    let (lazy, observed) = child.run {
      (Injectable<Basket>(context: context), ObservedInjectable<Basket>(context: context))
    }
    Injector.build(context: context).register(Basket.self) { Basket(Session()) }
    try await child.end()
    let failure = problem(
      "CreationFailed",
      "'Basket' can't be created. The graph 'request' has ended. Request the dependency before"
        + " the graph ends, or in a graph that ends later.")
    let logged = [
      lines { if lazy.wrappedValue != nil { Issue.record() } },
      lines { if observed.wrappedValue != nil { Issue.record() } },
    ]
    #expect(logged.allSatisfy { $0.contains(failure) }, "\(logged)")
  }
}
