import StitcherEngine
import StitcherTestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct SingletonTests {
  @Test(arguments: [Scope.singleton, .shared, .managed(Lifetime())])
  func isCreatedOnceByManyThreadsOnAColdCache(scope: Scope) {
    let rounds = 300
    let threads = 4
    let lifetimes = (0..<rounds).map { _ in Lifetimes() }
    let graphs = lifetimes.map { lifetimes in
      Graph([
        .type(Tracked.self, also: [(any Numbered).self], scope: scope) { Tracked(lifetimes) },
        .name("n", scope: scope) { OtherTracked(lifetimes) },
        .value(1, scope: scope) { OtherTracked(lifetimes) },
      ])
    }
    let barrier = Barrier(threads)
    let results = runThreads(threads) { thread in
      graphs.map { graph in
        barrier.wait()
        let byType: AnyObject?
        switch thread {
        case 0: byType = try? graph.resolve((any Numbered).self)
        case 1: byType = try? graph.resolveAll(Tracked.self).first
        default: byType = try? graph.resolve(Tracked.self)
        }
        let named = try? graph.resolve(name: "n", as: OtherTracked.self)
        let valued = try? graph.resolve(value: 1, as: OtherTracked.self)
        return Held([byType, named, valued])
      }
    }
    for round in 0..<rounds {
      #expect(lifetimes[round].inits == 3)
      for thread in 0..<threads {
        #expect(results[thread][round].ids.count == 3)
        #expect(results[thread][round].ids == results[0][round].ids)
      }
    }
  }

  @Test func givesWaitingThreadsTheOneInstance() throws {
    let lifetimes = Lifetimes()
    let isCreating = Gate()
    let mayFinish = Gate()
    let graph = Graph([
      .type(Tracked.self, scope: .singleton) {
        isCreating.open()
        mayFinish.wait()
        return Tracked(lifetimes)
      }
    ])
    defer { graph.deactivateAll() }
    let creator = Worker { try? graph.resolve(Tracked.self) }
    isCreating.wait()
    let asking = Barrier(4)
    let waiters = (0..<3).map { _ in
      Worker {
        asking.wait()
        return try? graph.resolve(Tracked.self)
      }
    }
    asking.wait()
    mayFinish.open()
    let instance = try #require(creator.join())
    for waiter in waiters { #expect(waiter.join() === instance) }
    #expect(lifetimes.inits == 1)
  }

  @Test func passesTheErrorToWaitingThreadsAndMaySucceedLater() throws {
    let attempts = Counter()
    let isCreating = Gate()
    let mayFail = Gate()
    let graph = Graph([
      .type(Engine.self, scope: .singleton) {
        guard attempts.increment() == 0 else { return Engine() }
        isCreating.open()
        mayFail.wait()
        throw FactoryError(number: 3)
      }
    ])
    defer { graph.deactivateAll() }
    let creator = Worker { failure { try graph.resolve(Engine.self) } }
    isCreating.wait()
    let waiter = Worker { Result { try graph.resolve(Engine.self) } }
    mayFail.open()
    #expect(creator.join() == .other("\(FactoryError(number: 3))"))
    // The other thread waited and got the error, or arrived later and made a new attempt.
    if case .failure(let error) = waiter.join() {
      #expect(error as? FactoryError == FactoryError(number: 3))
      #expect(attempts.value == 1)
    }
    let instance = try graph.resolve(Engine.self)
    #expect(try graph.resolve(Engine.self) === instance)
    #expect(attempts.value == 2)
  }

  @Test func createsDifferentSingletonsAtTheSameTime() {
    let meeting = Barrier(2)
    let graph = Graph([
      .name("a", scope: .singleton) {
        meeting.wait()
        return 1
      },
      .name("b", scope: .singleton) {
        meeting.wait()
        return 2
      },
    ])
    defer { graph.deactivateAll() }
    let results = runThreads(2) { try? graph.resolve(name: ["a", "b"][$0], as: Int.self) }
    #expect(results == [1, 2])
  }

  @Test func keepsValuesAndExistentials() throws {
    let made = Counter()
    let graph = Graph([
      .type([Int].self, scope: .singleton) { [made.increment()] },
      .type((any Sendable).self, scope: .singleton) { [made.increment()] },
      .type(Int?.self, scope: .singleton) { made.increment() },
      .type(Void.self, scope: .singleton) { _ = made.increment() },
    ])
    defer { graph.deactivateAll() }
    let first = try graph.resolve([Int].self)
    let optional = try graph.resolve(Int?.self)
    for _ in 0..<3 {
      #expect(try graph.resolve([Int].self) == first)
      #expect(try graph.resolve(Int?.self) == optional)
      #expect(try graph.resolve((any Sendable).self) is [Int])
      try graph.resolve(Void.self)
    }
    #expect(made.value == 4)
  }

  @Test func keepsTheInstanceForAsManyTypesAsItIsAskedFor() throws {
    let lifetimes = Lifetimes()
    do {
      let graph = Graph([.name("n", scope: .singleton) { Tracked(lifetimes) }])
      defer { graph.deactivateAll() }
      let results = runThreads(4) { _ in
        Held([
          try? graph.resolve(name: "n", as: (any Numbered).self),
          try? graph.resolve(name: "n", as: AnyObject.self),
          try? graph.resolve(name: "n", as: Tracked.self),
          try? graph.resolve(name: "n", as: Tracked?.self),
          try? graph.resolve(name: "n", as: Any.self) as AnyObject,
        ])
      }
      for result in results {
        #expect(result.ids.count == 5)
        #expect(Set(result.ids).count == 1)
      }
      #expect(lifetimes.inits == 1)
      graph.deactivateAll()
    }
    #expect(lifetimes.living == 0)
  }
}

/// Objects that stay alive and are compared by identity.
private struct Held: @unchecked Sendable {
  // Safe: the objects are only compared.
  let objects: [AnyObject]

  init(_ objects: [AnyObject?]) { self.objects = objects.compactMap(\.self) }

  /// The identities, in order.
  var ids: [ObjectIdentifier] { objects.map(ObjectIdentifier.init) }
}
