import Stitcher
import StitcherTestSupport
import StitcherTesting
import Testing

private protocol Speaking: Sendable {}

/// A type with a hook, which counts its calls.
private final class Speaker: Speaking, PostInstantiationAware {
  let count = Counter()
  func didInstantiate() { count.count() }
}

/// A decorator's result with a hook.
private final class Wrapping: Speaking, PostInstantiationAware {
  let inner: any Speaking
  let count = Counter()
  init(_ inner: any Speaking) { self.inner = inner }
  func didInstantiate() { count.count() }
}

/// A type without a hook.
private struct Silent: Speaking {}

/// A class without a hook, which may have subclasses with one.
private class Quiet: Speaking, @unchecked Sendable {
  // Safe: no state.
  static func make() -> Quiet { Loud() }
}

private final class Loud: Quiet, PostInstantiationAware, @unchecked Sendable {
  // Safe: a constant.
  let count = Counter()
  func didInstantiate() { count.count() }
}

/// The hook is called for the result of a decorator, and once if the decorator returns its
/// argument.
@Suite(.dependencies()) struct DecoratedHookTests {
  static let scopes: [DependencyScope] = [.instance, .shared, .singleton, .scoped]

  private func graph(
    _ scope: DependencyScope, _ decorate: @escaping @Sendable (any Speaking) -> any Speaking,
    isAsynchronous: Bool
  ) -> DependencyGraph {
    DependencyGraph.current.isolated {
      if isAsynchronous {
        Dependency { () async -> Speaker in Speaker() }.conforms(to: (any Speaking).self).scope(
          scope)
      } else {
        Dependency { Speaker() }.conforms(to: (any Speaking).self).scope(scope)
      }
      Decorator((any Speaking).self) { decorate($0) }
    }
  }

  @Test(arguments: scopes, [false, true])
  func aWrapperIsNotified(_ scope: DependencyScope, _ isAsynchronous: Bool) async throws {
    let graph = graph(scope, { Wrapping($0) }, isAsynchronous: isAsynchronous)
    for _ in 0..<2 {
      let found: any Speaking = try await graph.injectAsync()
      let around = try #require(found as? Wrapping)
      #expect(around.count.value == 1)
      #expect((around.inner as? Speaker)?.count.value == 1)
    }
  }

  @Test(arguments: scopes, [false, true])
  func aForwardedInstanceIsNotifiedOnce(_ scope: DependencyScope, _ isAsynchronous: Bool)
    async throws
  {
    let graph = graph(scope, { $0 }, isAsynchronous: isAsynchronous)
    for _ in 0..<2 {
      let found: any Speaking = try await graph.injectAsync()
      #expect((found as? Speaker)?.count.value == 1)
    }
  }

  @Test func anInstanceOfASubclassIsNotified() throws {
    let plain = DependencyGraph.current.isolated {
      Dependency { Quiet() }.scope(.instance)
    }
    _ = try plain.inject() as Quiet
    let graph = DependencyGraph.current.isolated {
      Dependency { Quiet() as any Speaking }.scope(.instance)
      Decorator((any Speaking).self) { _ in Quiet.make() }
    }
    for _ in 0..<3 {
      let found: any Speaking = try graph.inject()
      #expect((found as? Loud)?.count.value == 1)
    }
  }

  @Test func severalDecoratorsTellOfTheLast() throws {
    let graph = DependencyGraph.current.isolated {
      Dependency { Speaker() }.conforms(to: (any Speaking).self).scope(.instance)
      Decorator((any Speaking).self) { Wrapping($0) }
      Decorator((any Speaking).self) { $0 }
    }
    for _ in 0..<3 {
      let found: any Speaking = try graph.inject()
      #expect((found as? Wrapping)?.count.value == 1)
    }
  }

  @Test func whatDoesNotWantItMayBeAround() throws {
    let graph = DependencyGraph.current.isolated {
      Dependency { Silent() }.conforms(to: (any Speaking).self).scope(.instance)
      Decorator((any Speaking).self) { Wrapping($0) }
    }
    for _ in 0..<3 {
      let found: any Speaking = try graph.inject()
      #expect((found as? Wrapping)?.count.value == 1)
    }
  }
}
