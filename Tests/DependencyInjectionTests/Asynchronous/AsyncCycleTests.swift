import DependencyInjection
import Foundation
import StitcherTestSupport
import Testing

/// Asynchronous dependencies that need themselves.
@Suite(.timeLimit(.minutes(20))) struct AsyncCycleTests {
  struct A: Sendable { init(_ b: B) {} }
  struct B: Sendable { init(_ a: A?) {} }
  struct Start: Sendable { let a: A }

  /// The prefix of types' names.
  static let name = "DependencyInjectionTests.AsyncCycleTests."

  /// Returns the text of a cycle.
  private func text(_ type: String, _ path: String...) -> String {
    "Dependency not registered: Dependency of type \(Self.name)\(type) can't be created in container"
      + " DependencyInjection.AsyncContainer because it needs itself: "
      + path.map { Self.name + $0 }.joined(separator: " -> ")
  }

  /// The text of the error that a resolution throws.
  private func error<Value: Sendable>(
    _ container: AsyncContainer, _ type: Value.Type
  ) async -> String {
    await #expect(throws: ResolutionError.self) { _ = try await container.tryResolve(type: type) }?
      .localizedDescription ?? ""
  }

  @Test(arguments: [DependencyScope.new, .shared])
  func aCycleIsAnErrorWithThePath(_ scope: DependencyScope) async {
    let container = AsyncContainer()
    await container.register(in: scope) { r in A(try await r.tryResolve(type: B.self)) }
    await container.register(in: scope) { r in B(try await r.tryResolve(type: A.self)) }
    await container.register(in: .new) { r in Start(a: try await r.tryResolve(type: A.self)) }
    for _ in 0..<2 {
      #expect(await error(container, A.self) == text("A", "A", "B", "A"))
      #expect(await error(container, Start.self) == text("A", "Start", "A", "B", "A"))
    }
  }

  @Test func aCycleThroughAChildTaskIsFoundByTheResolver() async {
    let container = AsyncContainer()
    await container.register { r -> A in
      async let b = r.tryResolve(type: B.self)
      return A(try await b)
    }
    await container.register { r -> B in
      async let a = r.tryResolve(type: A.self)
      return B(try await a)
    }
    #expect(await error(container, A.self) == text("A", "A", "B", "A"))
  }

  @Test(arguments: [DependencyScope.new, .shared])
  func aChildTaskThatAsksTheContainerForItsFactorysInstanceIsAnError(
    _ scope: DependencyScope
  ) async {
    let container = AsyncContainer()
    await container.register(in: scope) { _ -> A in
      async let own = container.tryResolve(type: A.self)
      return try await own
    }
    await container.register(in: scope) { _ -> B in
      try await withThrowingTaskGroup(of: B.self) { group in
        group.addTask { try await container.tryResolve(type: B.self) }
        return try await group.next()!
      }
    }
    if scope == .shared {
      #expect(await error(container, A.self) == text("A", "A", "A"))
      #expect(await error(container, B.self) == text("B", "B", "B"))
    } else {
      #expect(await error(container, A.self).contains("because it needs itself"))
      #expect(await error(container, B.self).contains("because it needs itself"))
    }
    await container.clean()
  }

  @Test func aCycleOverTasksIsAnErrorAndNoDeadlock() async {
    for _ in 0..<300 {
      let container = AsyncContainer()
      let a = AsyncGate()
      let b = AsyncGate()
      await container.register { r -> A in
        a.open()
        await b.wait()
        return A(try await r.tryResolve(type: B.self))
      }
      await container.register { r -> B in
        b.open()
        await a.wait()
        return B(try await r.tryResolve(type: A.self))
      }
      async let one = error(container, A.self)
      async let other = error(container, B.self)
      // The request that closes the cycle gets the path from its own dependency; the other one gets
      // the same error.
      let texts = [await one, await other]
      #expect(texts[0] == texts[1])
      #expect(
        [text("B", "A", "B", "A"), text("A", "B", "A", "B")].contains(texts[0]),
        "\(texts[0])")
    }
  }

  @Test func aCycleOverParentsIsAnErrorWithThePath() async {
    let parent = AsyncContainer()
    let child = AsyncContainer(parent: parent)
    await parent.register(in: .new) { r in A(try await r.tryResolve(type: B.self)) }
    await child.register { r in B(try await r.tryResolve(type: A.self)) }
    #expect(await error(child, A.self) == text("A", "A", "B", "A"))
  }

  @Test func aSharedCycleOfAParentThatAChildAsksForIsAnError() async {
    let parent = AsyncContainer()
    let child = AsyncContainer(parent: parent)
    await parent.register { r in A(try await r.tryResolve(type: B.self)) }
    await parent.register { r in B(try await r.tryResolve(type: A.self)) }
    #expect(await error(child, A.self) == text("A", "A", "B", "A"))
  }

  @Test func aTypeMayNeedItselfWithOtherArguments() async {
    let container = AsyncContainer()
    await container.register { r in "<" + (await r.resolve(type: String.self, argument: 1)) + ">" }
    await container.register { (_, number: Int) in "\(number)" }
    #expect(await container.resolve(type: String.self) == "<1>")
  }
}
