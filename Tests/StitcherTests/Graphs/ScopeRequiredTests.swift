import Stitcher
import StitcherTestSupport
import StitcherTesting
import Testing

/// Scoped dependencies in the graph of the process, where all requests would share them.
@Suite(.timeLimit(.minutes(10))) struct ScopeRequiredTests {
  /// Each test has a type, since all tests share the graph of the process.
  final class Basket: Sendable {}
  final class Eager: Sendable {}
  final class Awaited: Sendable {}
  protocol Line: Sendable {}
  struct Scoped: Line {}
  struct Plain: Line {}

  @Test func everySpellingThrows() async throws {
    let line = #line + 2
    let container = DependencyContainer {
      Dependency { Basket() }.scope(.scoped)
      Dependency(named: "ScopeRequired.basket") { Basket() }.scope(.scoped)
      Dependency(for: "ScopeRequired.basket") { Basket() }.scope(.scoped)
      Dependency { (n: Int) in Basket() }.scope(.scoped)
    }
    await DependencyGraph.process.activate(container)
    defer { DependencyGraph.process.deactivate(container) }
    try await DependencyGraph.process.run {
      let error = try injectionError { try DependencyGraph.inject() as Basket }
      #expect(
        error.description == """
          Type[Basket] is '.scoped', and was injected in the graph of the process, where all requests would share its instance.
          Recovery: Inject it in a child graph: 'DependencyGraph.current.child().run { … }'. Detached tasks, dispatch queues, \
          threads and callbacks lose the current graph: pass them the closure that 'DependencyGraph.current.bound { … }' returns.
          Injected at StitcherTests/ScopeRequiredTests.swift:\(#line - 1).
            - Type[Basket], registered at StitcherTests/ScopeRequiredTests.swift:\(line)
          """)
      guard case .scopeRequired(let scoped) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(scoped.dependency == .type("Basket"))
      #expect(scoped.place == "StitcherTests/ScopeRequiredTests.swift:\(line)")
      for body: () throws -> Any in [
        { try (DependencyGraph.inject() as Basket?) as Any },
        { try DependencyGraph.inject(byType: [Basket].self) },
        { try DependencyGraph.inject(parameters: 1) as Basket },
        { try DependencyGraph.inject(byName: "ScopeRequired.basket") as Basket },
        { try DependencyGraph.inject(byValue: "ScopeRequired.basket") as Basket },
        { try DependencyGraph.process.inject() as Basket },
      ] {
        guard case .scopeRequired = try injectionError(body) else {
          Issue.record("another error")
          return
        }
      }
      let awaited = await #expect(throws: InjectionError.self) {
        try await DependencyGraph.injectAsync(byType: Basket.self)
      }
      guard case .scopeRequired = awaited else {
        Issue.record("another error")
        return
      }
    }
  }

  @Test func aChildHasAnInstanceAndADetachedTaskNeedsBound() async throws {
    let container = DependencyContainer {
      Dependency { () async in Awaited() }.scope(.scoped)
    }
    await DependencyGraph.process.activate(container)
    defer { DependencyGraph.process.deactivate(container) }
    let request = DependencyGraph.process.child()
    try await request.run {
      let one = try await DependencyGraph.injectAsync(byType: Awaited.self)
      #expect(try await one === DependencyGraph.injectAsync(byType: Awaited.self))
      await #expect(throws: InjectionError.self) {
        try await Task.detached { try await DependencyGraph.injectAsync(byType: Awaited.self) }
          .value
      }
      let bound = DependencyGraph.current.bound {
        try await DependencyGraph.injectAsync(byType: Awaited.self)
      }
      #expect(try await one === Task.detached(operation: bound).value)
    }
  }

  @Test func anEagerOneIsNotCreatedInTheProcess() async throws {
    let count = Counter()
    let container = DependencyContainer {
      Dependency {
        count.count()
        return Eager()
      }
      .scope(.scoped).eagerness(.eager)
    }
    try await DependencyGraph.process.activateAsync(container)
    #expect(count.value == 0)
    DependencyGraph.process.deactivate(container)
    await DependencyGraph.process.activate(container)
    #expect(count.value == 0)
    DependencyGraph.process.deactivate(container)
  }

  @Test func aCollectionWithOneThrows() async throws {
    let container = DependencyContainer {
      Dependency { Plain() as any Line }
      Dependency { Scoped() as any Line }.scope(.scoped)
    }
    await DependencyGraph.process.activate(container)
    defer { DependencyGraph.process.deactivate(container) }
    #expect(throws: InjectionError.self) {
      try DependencyGraph.process.inject(byType: [any Line].self)
    }
    #expect(try DependencyGraph.process.child().inject(byType: [any Line].self).count == 2)
  }
}
