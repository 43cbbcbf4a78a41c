import DependencyInjection
import StitcherTestSupport
import Testing

/// The lifetimes of instances.
@Suite struct ScopeTests {
  @Test func thereAreTwoScopesAndSharedIsTheDefault() {
    let scopes: [DependencyScope] = [.new, .shared]
    #expect(scopes == [.new, .shared])
    #expect(Container.defaultScope == .shared)
    #expect(AsyncContainer.defaultScope == .shared)
  }

  @Test func aNewInstanceIsMadeEachTimeAndNotKept() {
    let lifetimes = Lifetimes()
    let container = Container()
    container.register(in: .new) { _ in Tracked(lifetimes) }
    for _ in 0..<10 { _ = container.resolve(type: Tracked.self) }
    #expect(lifetimes.inits == 10)
    #expect(lifetimes.living == 0)
  }

  @Test func aSharedInstanceIsMadeAtTheFirstResolution() {
    let lifetimes = Lifetimes()
    let container = Container()
    container.register { _ in Tracked(lifetimes) }
    #expect(lifetimes.inits == 0)
    for _ in 0..<10 { _ = container.resolve(type: Tracked.self) }
    #expect(lifetimes.inits == 1)
    #expect(lifetimes.living == 1)
  }

  @Test func anExpressionIsEvaluatedAtTheFirstResolutionOfEachGeneration() {
    let lifetimes = Lifetimes()
    let container = Container()
    container.register(dependency: Tracked(lifetimes))
    container.register(type: (any Numbered).self, dependency: Tracked(lifetimes, number: 1))
    #expect(lifetimes.inits == 0)
    #expect(
      container.resolve(type: Tracked.self) === container.resolve(type: Tracked.self))
    #expect(container.resolve(type: (any Numbered).self).number == 1)
    #expect(lifetimes.inits == 2)
    container.releaseSharedInstances()
    #expect(lifetimes.living == 0)
    _ = container.resolve(type: Tracked.self)
    #expect(lifetimes.inits == 3)
  }

  @Test func anExpressionThatNamesAnObjectGivesThatObjectForEver() {
    let object = Engine()
    let container = Container()
    container.register(dependency: object)
    #expect(container.resolve(type: Engine.self) === object)
    container.releaseSharedInstances()
    #expect(container.resolve(type: Engine.self) === object)
  }

  @Test func releasingKeepsRegistrationsAndClientsInstances() {
    let lifetimes = Lifetimes()
    let container = Container()
    container.register { _ in Tracked(lifetimes) }
    let kept: Tracked = container.resolve()
    container.releaseSharedInstances()
    container.releaseSharedInstances()
    #expect(lifetimes.living == 1)
    #expect(container.resolve(type: Tracked.self) !== kept)
    #expect(lifetimes.inits == 2)
  }

  @Test func cleaningRemovesAll() {
    let lifetimes = Lifetimes()
    let container = Container()
    container.register { _ in Tracked(lifetimes) }
    container.register { (_, number: Int) in Tracked(lifetimes, number: number) }
    _ = container.resolve(type: Tracked.self)
    container.clean()
    container.clean()
    #expect(lifetimes.living == 0)
    #expect(throws: ResolutionError.self) { try container.tryResolve(type: Tracked.self) }
    #expect(throws: ResolutionError.self) {
      try container.tryResolve(type: Tracked.self, argument: 1)
    }
    container.register { _ in Tracked(lifetimes, number: 2) }
    #expect(container.resolve(type: Tracked.self).number == 2)
  }

  @Test func sharedOptionalsAreMadeOnce() {
    let container = Container()
    let count = Counter()
    container.register(type: Int?.self) { _ in
      count.increment()
      return nil
    }
    #expect(container.resolve(type: Int?.self) == nil)
    #expect(container.resolve(type: Int?.self) == nil)
    #expect(count.value == 1)
    container.register(type: Int?.self, dependency: 7)
    #expect(container.resolve(type: Int?.self) == 7)
  }

  @Test func aContainerEndsWithItsInstancesAndFactories() {
    let lifetimes = Lifetimes()
    weak var gone: Container?
    do {
      let container = Container()
      let captured = Tracked(lifetimes)
      container.register { _ in OtherTracked(lifetimes, number: captured.number) }
      container.register(in: .new) { r in
        Tracked(lifetimes, number: r.resolve(type: OtherTracked.self).number)
      }
      container.register { (r, number: Int) in
        Tracked(lifetimes, number: r.resolve(type: OtherTracked.self).number + number)
      }
      _ = container.resolve(type: Tracked.self)
      _ = container.resolve(type: Tracked.self, argument: 1)
      gone = container
      #expect(lifetimes.living == 2)
    }
    #expect(gone == nil)
    #expect(lifetimes.living == 0)
  }

  @Test func theResolverIsTheContainer() {
    let container = Container()
    container.register(in: .new) { r in r is Container ? 1 : 0 }
    container.register { r in "\(r as? Container === container)" }
    container.register { r, number in (r as? Container === container) == number }
    #expect(container.resolve(type: Int.self) == 1)
    #expect(container.resolve(type: String.self) == "true")
    #expect(container.resolve(type: Bool.self, argument: true))
    container.clean()
  }
}
