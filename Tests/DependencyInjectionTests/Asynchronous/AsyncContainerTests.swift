import DependencyInjection
import Foundation
import StitcherTestSupport
import StitcherTesting
import Testing

/// Asynchronous containers that one task uses.
@Suite(.timeLimit(.minutes(20))) struct AsyncContainerTests {
  protocol P: Sendable {}
  struct Impl: P {}
  struct Clock: Sendable { let name: String }
  struct Greeter: Sendable { let clock: Clock }

  /// The text of the error that a closure throws.
  private func text(_ body: () async throws -> Any) async -> String {
    await #expect(throws: ResolutionError.self) { _ = try await body() }?.localizedDescription ?? ""
  }

  @Test func scopesAreThoseOfContainers() async {
    let lifetimes = Lifetimes()
    let container = AsyncContainer()
    await container.register { _ in Tracked(lifetimes) }
    let shared: Tracked = await container.resolve()
    #expect(await container.resolve(type: Tracked.self) === shared)
    await container.register(in: .new) { _ in Tracked(lifetimes) }
    #expect(await container.resolve(type: Tracked.self) !== shared)
    #expect(lifetimes.inits == 2)
    await container.register { (_, number: Int) in Tracked(lifetimes, number: number) }
    #expect(await container.resolve(type: Tracked.self, argument: 5).number == 5)
    await container.register(type: (any Numbered).self) { _ in Tracked(lifetimes, number: 9) }
    #expect(await container.resolve(type: (any Numbered).self).number == 9)
  }

  @Test(.dependencies()) func theSharedContainerIsOne() async {
    struct Mark: Sendable { let number: Int }
    await AsyncContainer.shared.register { _ in Mark(number: 3) }
    #expect(await AsyncContainer.shared.resolve(type: Mark.self).number == 3)
  }

  @Test func aZeroArgumentPackIsShared() async {
    func register<each Argument: Sendable>(
      _ container: AsyncContainer,
      _ factory:
        @escaping @Sendable (any AsyncDependencyResolving, repeat each Argument) async -> Engine
    ) async {
      await container.register(type: Engine.self, factory: factory)
    }
    let container = AsyncContainer()
    await register(container) { (_: any AsyncDependencyResolving) in Engine() }
    let engine: Engine = await container.resolve()
    #expect(await container.resolve(type: Engine.self) === engine)
  }

  @Test func anEqualKeyReplacesAndReleasesTheInstance() async {
    let lifetimes = Lifetimes()
    let container = AsyncContainer()
    await container.register { _ in Tracked(lifetimes, number: 1) }
    #expect(await container.resolve(type: Tracked.self).number == 1)
    await container.register { _ in Tracked(lifetimes, number: 2) }
    #expect(lifetimes.living == 0)
    #expect(await container.resolve(type: Tracked.self).number == 2)
  }

  @Test func cleaningAndReleasing() async {
    let lifetimes = Lifetimes()
    let container = AsyncContainer()
    await container.register { _ in Tracked(lifetimes) }
    _ = await container.resolve(type: Tracked.self)
    await container.releaseSharedInstances()
    #expect(lifetimes.living == 0)
    _ = await container.resolve(type: Tracked.self)
    #expect(lifetimes.inits == 2)
    await container.clean()
    #expect(lifetimes.living == 0)
    await #expect(throws: ResolutionError.self) {
      try await container.tryResolve(type: Tracked.self)
    }
  }

  @Test func aContainerEndsWithItsInstancesAndFactories() async {
    let lifetimes = Lifetimes()
    weak var gone: AsyncContainer?
    do {
      let container = AsyncContainer()
      let captured = Tracked(lifetimes)
      await container.register { _ in OtherTracked(lifetimes, number: captured.number) }
      await container.register { (r, number: Int) in
        Tracked(lifetimes, number: await r.resolve(type: OtherTracked.self).number)
      }
      _ = await container.resolve(type: Tracked.self, argument: 1)
      gone = container
    }
    #expect(gone == nil)
    // The task of the creation may release the container a moment later.
    await eventually { lifetimes.living == 0 }
  }

  @Test func argumentsMatchByTheirStaticTypes() async throws {
    let container = AsyncContainer()
    await container.register { (_, p: any P) in "existential" }
    let p: any P = Impl()
    #expect(await container.resolve(type: String.self, arguments: p) == "existential")
    #expect(await container.resolve(type: String.self, argument: p) == "existential")
    await #expect(throws: ResolutionError.self) {
      try await container.tryResolve(type: String.self, arguments: Impl())
    }
  }

  @Test func theKeyIsTheMetatypeThatIsPassed() async throws {
    // Safe: neither class has state.
    class Base: @unchecked Sendable { init() {} }
    final class Sub: Base, @unchecked Sendable {}  // Safe: see above.
    let type: Base.Type = Sub.self
    let container = AsyncContainer()
    await container.register(type: type) { _ in Sub() }
    let sub = await container.resolve(type: type)
    #expect(await container.resolve(type: Sub.self) === sub)
    #expect(await container.resolve(type: type) === sub)
    await #expect(throws: ResolutionError.self) { try await container.tryResolve(type: Base.self) }
    await container.register(type: Sub.self, in: .new) { _ in Sub() }
    #expect(await container.resolve(type: type) !== sub)
  }

  @Test func errorsHaveTheTextsOfContainers() async {
    let container = AsyncContainer()
    #expect(
      await text { try await container.tryResolve(type: Int.self) }
        == "Dependency not registered: Dependency of type Swift.Int"
        + " wasn't registered in container DependencyInjection.AsyncContainer")
    await container.register { (_, text: String) in 1 }
    #expect(
      await text { try await container.tryResolve(type: Int.self) }
        == "Unmatching argument type: Registration of type Swift.Int(Swift.String)"
        + " doesn't accept arguments of type Swift.Int")
    #expect(
      await text { try await container.tryResolve(type: Int.self, arguments: 1, 2) }
        == "Unmatching argument type: Registration of type Swift.Int(Swift.String)"
        + " doesn't accept arguments of type Swift.Int(Swift.Int, Swift.Int)")
    #expect(
      await text { try await container.tryResolve(type: Int.self, arguments: 1, 2, 3, 4) }
        == "Too many arguments: Maximum number of arguments is 3. Got 4.")
    await container.register { (_, a: Int, b: Int, c: Int, d: Int) in a + b + c + d }
    #expect(await container.resolve(type: Int.self, arguments: 1, 2, 3, 4) == 10)
  }

  @Test func errorsOfFactoriesReachTheOutermostResolutionAndAreNotKept() async throws {
    struct Broken: Error {}
    let container = AsyncContainer()
    let attempts = Counter()
    await container.register { _ -> Clock in
      if attempts.increment() == 0 { throw Broken() }
      return Clock(name: "x")
    }
    await container.register { r in Greeter(clock: try await r.tryResolve(type: Clock.self)) }
    await #expect(throws: Broken.self) { try await container.tryResolve(type: Greeter.self) }
    #expect(try await container.tryResolve(type: Greeter.self).clock.name == "x")
    #expect(attempts.value == 2)
  }

  @Test func aChildFallsBackToItsParentsAndOverridesThem() async throws {
    let lifetimes = Lifetimes()
    let grandparent = AsyncContainer()
    let parent = AsyncContainer(parent: grandparent)
    let child = AsyncContainer(parent: parent)
    #expect(child.parent === parent)
    #expect(AsyncContainer(parent: nil).parent == nil)
    await grandparent.register { _ in Tracked(lifetimes) }
    let shared: Tracked = await child.resolve()
    #expect(await parent.resolve(type: Tracked.self) === shared)
    #expect(await grandparent.resolve(type: Tracked.self) === shared)
    await child.register { _ in Tracked(lifetimes) }
    #expect(await child.resolve(type: Tracked.self) !== shared)
    #expect(await parent.resolve(type: Tracked.self) === shared)
    await child.clean()
    #expect(await child.resolve(type: Tracked.self) === shared)
    #expect(lifetimes.living == 1)
  }

  @Test func factoriesOfAParentResolveWhereTheirScopeSays() async {
    let parent = AsyncContainer()
    await parent.register { _ in Clock(name: "parent") }
    await parent.register { r in Greeter(clock: await r.resolve()) }
    await parent.register(in: .new) { r in [await r.resolve(type: Clock.self).name] }
    await parent.register { (r, text: String) in text + (await r.resolve(type: Clock.self).name) }
    let child = AsyncContainer(parent: parent)
    await child.register { _ in Clock(name: "child") }
    #expect(await child.resolve(type: Greeter.self).clock.name == "parent")
    #expect(await child.resolve(type: [String].self) == ["child"])
    #expect(await parent.resolve(type: [String].self) == ["parent"])
    #expect(await child.resolve(type: String.self, argument: "my ") == "my child")
  }

  @Test func factoriesRunOutsideOfTheActor() async {
    let container = AsyncContainer()
    await container.register { r in
      // Inside the actor, the factory would wait for itself.
      await container.register { _ in 7 }
      return "\(await r.resolve(type: Int.self))"
    }
    #expect(await container.resolve(type: String.self) == "7")
    await container.clean()
  }
}
