import StitcherEngine
import StitcherTestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct ActivationTests {
  @Test func isSeenByEveryThreadWhenItReturns() {
    let graph = Graph()
    defer { graph.deactivateAll() }
    let registry = DeclaredRegistry(contents: [
      .type(Int.self) { 1 }, .name("s", scope: .singleton) { 2 },
    ])
    let barrier = Barrier(2)
    let results = runThreads(2) { thread in
      (0..<500).count { round in
        if thread == 0, round % 2 == 0 { graph.activate(registry) }
        if thread == 0, round % 2 == 1 { graph.deactivate(registry) }
        barrier.wait()
        let isThere = (try? graph.resolve(Int.self)) != nil
        let isNamedThere = (try? graph.resolve(name: "s", as: Int.self)) != nil
        let all = try? graph.resolveAll(Int.self)
        barrier.wait()
        let expected = round % 2 == 0
        return isThere != expected || isNamedThere != expected || all?.isEmpty == expected
      }
    }
    #expect(results == [0, 0])
  }

  @Test func saysWhetherARegistryIsActive() {
    let graph = Graph()
    defer { graph.deactivateAll() }
    let other = Graph()
    let registry = DeclaredRegistry()
    #expect(!graph.isActive(registry))
    graph.activate(registry)
    #expect(graph.isActive(registry))
    #expect(!other.isActive(registry))
    #expect(graph.deactivate(registry))
    #expect(!graph.deactivate(registry))
    #expect(!graph.isActive(registry))
  }

  @Test(arguments: [Scope.singleton, .shared, .managed(Lifetime())])
  func endsWithTheReleaseOfInstances(scope: Scope) throws {
    let lifetimes = Lifetimes()
    let graph = Graph()
    defer { graph.deactivateAll() }
    let registry = DeclaredRegistry(contents: [
      .type(Tracked.self, also: [(any Numbered).self], scope: scope) { Tracked(lifetimes) },
      .name("n", scope: scope) { Tracked(lifetimes) },
    ])
    for _ in 0..<3 {
      graph.activate(registry)
      do {
        let instance = try graph.resolve((any Numbered).self)
        #expect(try graph.resolve(Tracked.self) === instance)
        _ = try graph.resolve(name: "n", as: Tracked.self)
      }
      graph.deactivate(registry)
      #expect(lifetimes.living == 0)
    }
    #expect(lifetimes.inits == 6)
  }

  @Test func endsForAllRegistriesAtOnce() throws {
    let lifetimes = Lifetimes()
    let graph = Graph()
    defer { graph.deactivateAll() }
    for name in ["a", "b", "c"] {
      graph.activate(
        DeclaredRegistry(contents: [.name(name, scope: .singleton) { Tracked(lifetimes) }]))
      _ = try graph.resolve(name: name, as: Tracked.self)
    }
    graph.deactivateAll()
    #expect(lifetimes.living == 0)
    #expect(graph.registrations.isEmpty)
    graph.deactivateAll()
  }

  @Test func leavesReferencesThatWereHandedOutValid() throws {
    let lifetimes = Lifetimes()
    let graph = Graph([.type(Tracked.self, scope: .singleton) { Tracked(lifetimes, number: 4) }])
    defer { graph.deactivateAll() }
    let instance = try graph.resolve(Tracked.self)
    graph.deactivateAll()
    #expect(lifetimes.living == 1)
    #expect(instance.number == 4)
  }

  @Test func storesNothingIfItEndsWhileAnInstanceIsCreated() throws {
    let lifetimes = Lifetimes()
    let isCreating = Gate()
    let mayFinish = Gate()
    let graph = Graph()
    defer { graph.deactivateAll() }
    let registry = DeclaredRegistry(contents: [
      .type(Tracked.self, scope: .singleton) {
        let isFirst = lifetimes.inits == 0
        let instance = Tracked(lifetimes)
        if isFirst {
          isCreating.open()
          mayFinish.wait()
        }
        return instance
      }
    ])
    graph.activate(registry)
    let creator = Worker { try? graph.resolve(Tracked.self) }
    isCreating.wait()
    graph.deactivate(registry)
    mayFinish.open()
    do {
      let instance = try #require(creator.join())
      #expect(lifetimes.living == 1)
      graph.activate(registry)
      #expect(try graph.resolve(Tracked.self) !== instance)
      graph.deactivate(registry)
    }
    #expect(lifetimes.living == 0)
  }

  @Test func storesNothingForThreadsThatAreLate() {
    // Threads that found a registration just before it was deactivated must not revive it.
    for _ in 0..<200 {
      let lifetimes = Lifetimes()
      let graph = Graph()
      defer { graph.deactivateAll() }
      let registry = DeclaredRegistry(contents: [
        .type(Tracked.self, scope: .singleton) { Tracked(lifetimes) }
      ])
      graph.activate(registry)
      let results = runThreads(3) { thread in
        if thread == 0 {
          graph.deactivate(registry)
          return false
        }
        return (try? graph.resolve(Tracked.self)) != nil
      }
      #expect(results[0] == false)
      #expect(lifetimes.living == 0)
    }
  }

  @Test func mayEndAndBeginAgainInAFactory() throws {
    let lifetimes = Lifetimes()
    let graph = Graph()
    defer { graph.deactivateAll() }
    let own = Box<DeclaredRegistry?>(nil)
    let registry = DeclaredRegistry(contents: [
      .type(Tracked.self, scope: .singleton) {
        if lifetimes.inits < 2, let registry = own.value {
          graph.deactivate(registry)
          graph.activate(registry)
        }
        return Tracked(lifetimes)
      },
      .type(Int.self) {
        if let registry = own.value { graph.deactivate(registry) }
        defer { if let registry = own.value { graph.activate(registry) } }
        return (try? graph.resolve(Int.self)) == nil ? 1 : 2
      },
    ])
    own.value = registry
    graph.activate(registry)
    let first = try graph.resolve(Tracked.self)
    #expect(try graph.resolve(Tracked.self) !== first)
    let third = try graph.resolve(Tracked.self)
    #expect(try graph.resolve(Tracked.self) === third)
    for _ in 0..<3 { #expect(try graph.resolve(Int.self) == 1) }
    own.value = nil
    graph.deactivateAll()
  }

  @Test func isIndependentInEachGraph() throws {
    let lifetimes = Lifetimes()
    let graph = Graph()
    defer { graph.deactivateAll() }
    let other = Graph()
    let registry = DeclaredRegistry(contents: [
      .type(Tracked.self, scope: .singleton) { Tracked(lifetimes) }
    ])
    graph.activate(registry)
    other.activate(registry)
    let instance = Weak(object: try graph.resolve(Tracked.self))
    #expect(try other.resolve(Tracked.self) !== instance.object)
    #expect(lifetimes.living == 2)
    graph.deactivate(registry)
    #expect(lifetimes.living == 1 && instance.object == nil)
    other.deactivate(registry)
    #expect(lifetimes.living == 0)
  }

  @Test func ofAnotherRegistryInOneStepLeavesNoMomentWithoutEither() throws {
    let lifetimes = Lifetimes()
    let graph = Graph()
    defer { graph.deactivateAll() }
    @Sendable func registry() -> DeclaredRegistry {
      DeclaredRegistry(contents: [
        .type(Tracked.self, scope: .singleton) { Tracked(lifetimes) }, .type(Int.self) { 1 },
      ])
    }
    let first = registry()
    graph.activate(first)
    let isOver = Box(false)
    let wrong = runThreads(3) { thread -> Int in
      if thread == 0 {
        var last = first
        for _ in 0..<2_000 {
          let next = registry()
          graph.replace(last, by: next)
          last = next
        }
        isOver.value = true
        return 0
      }
      var wrong = 0
      while !isOver.value {
        if (try? graph.resolve(Int.self)) != 1 { wrong += 1 }
        if (try? graph.resolve(Tracked.self)) == nil { wrong += 1 }
      }
      return wrong
    }
    #expect(wrong == [0, 0, 0])
    // On a busy machine, the other threads may not run before the first one is done.
    _ = try graph.resolve(Tracked.self)
    #expect(lifetimes.inits == 1)
  }

  @Test func endsWithTheGraph() throws {
    let lifetimes = Lifetimes()
    let registry = DeclaredRegistry(contents: [
      .type(Tracked.self, scope: .singleton) { Tracked(lifetimes) }
    ])
    do {
      let graph = Graph()
      graph.activate(registry)
      _ = try graph.resolve(Tracked.self)
      #expect(lifetimes.living == 1)
    }
    #expect(lifetimes.living == 0)
    let graph = Graph()
    defer { graph.deactivateAll() }
    graph.activate(registry)
    let instance = try graph.resolve(Tracked.self)
    #expect(try graph.resolve(Tracked.self) === instance)
  }
}
