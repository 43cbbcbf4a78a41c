import StitcherEngine
import StitcherTestSupport
import Testing

import class Foundation.Thread

@Suite(.timeLimit(.minutes(20))) struct ManagedTests {
  @Test func isReleasedAndMadeAgainWhenItsLifetimeEnds() throws {
    let lifetimes = Lifetimes()
    let lifetime = Lifetime()
    let graph = Graph([.type(Tracked.self, scope: .managed(lifetime)) { Tracked(lifetimes) }])
    defer { graph.deactivateAll() }
    for round in 1...3 {
      let instance = Weak(object: try graph.resolve(Tracked.self))
      #expect(try graph.resolve(Tracked.self) === instance.object)
      #expect(lifetime.subscriberCount == 1)
      lifetime.end()
      #expect(instance.object == nil)
      #expect(lifetime.subscriberCount == 0)
      #expect(lifetimes.inits == round)
    }
    #expect(lifetime.cancelCount == 3)
  }

  @Test func keepsValuesToo() throws {
    let made = Counter()
    let lifetime = Lifetime()
    let graph = Graph([.type(Int.self, scope: .managed(lifetime)) { made.increment() }])
    defer { graph.deactivateAll() }
    #expect(try (0..<3).map { _ in try graph.resolve(Int.self) } == [0, 0, 0])
    lifetime.end()
    #expect(try (0..<3).map { _ in try graph.resolve(Int.self) } == [1, 1, 1])
  }

  @Test func isNotKeptIfItsLifetimeEndsWhileItIsCreated() throws {
    let lifetimes = Lifetimes()
    let lifetime = Lifetime()
    let graph = Graph([
      .type(Tracked.self, scope: .managed(lifetime)) {
        if lifetimes.inits == 0 { lifetime.end() }
        return Tracked(lifetimes)
      }
    ])
    defer { graph.deactivateAll() }
    let first = try graph.resolve(Tracked.self)
    let second = try graph.resolve(Tracked.self)
    #expect(first !== second)
    #expect(try graph.resolve(Tracked.self) === second)
    #expect(lifetime.subscriberCount == 1)
    lifetime.end()
    #expect(lifetime.subscriberCount == 0)
  }

  @Test func isNotKeptIfAnotherThreadEndsItsLifetimeMeanwhile() throws {
    let lifetimes = Lifetimes()
    let lifetime = Lifetime()
    let isCreating = Gate()
    let mayFinish = Gate()
    let graph = Graph([
      .type(Tracked.self, scope: .managed(lifetime)) {
        let isFirst = lifetimes.inits == 0
        let instance = Tracked(lifetimes)
        if isFirst {
          isCreating.open()
          mayFinish.wait()
        }
        return instance
      }
    ])
    defer { graph.deactivateAll() }
    let creator = Worker { try? graph.resolve(Tracked.self) }
    isCreating.wait()
    lifetime.end()
    // The abandoned creation does not block the next one.
    let second = try graph.resolve(Tracked.self)
    mayFinish.open()
    let first = try #require(creator.join())
    #expect(first !== second)
    #expect(try graph.resolve(Tracked.self) === second)
    #expect(lifetime.subscriberCount == 1)
  }

  @Test func mayEndWhileItIsSubscribedTo() throws {
    let lifetime = Lifetime()
    let graph = Graph([.type(Engine.self, scope: .managed(lifetime)) { Engine() }])
    defer { graph.deactivateAll() }
    lifetime.onSubscribe.value = { lifetime.end() }
    defer { lifetime.onSubscribe.value = nil }
    let first = try graph.resolve(Engine.self)
    #expect(try graph.resolve(Engine.self) === first)
  }

  @Test func cancelsTheSubscriptionOfAFailedCreation() {
    let lifetime = Lifetime()
    let graph = Graph([
      .type(Engine.self, scope: .managed(lifetime)) { throw FactoryError() }
    ])
    defer { graph.deactivateAll() }
    for _ in 0..<3 { #expect(failure { try graph.resolve(Engine.self) } != .none) }
    #expect(lifetime.subscriberCount == 0)
    #expect(lifetime.cancelCount == 3)
  }

  @Test func aCancellationMayWaitForThoseWhoWaitForTheCreation() {
    let lifetime = Lifetime()
    let graph = Graph()
    let hasBegun = Gate()
    let mayEnd = Gate()
    let isDone = Gate()
    // A thread that arrives too late to wait starts a creation and cancels a subscription as well.
    // That thread opens the gate.
    let creator = Box<ObjectIdentifier?>(nil)
    lifetime.onCancel.value = {
      if creator.value == ObjectIdentifier(Thread.current) { isDone.wait() }
    }
    graph.activate(
      DeclaredRegistry(contents: [
        .type(Tracked.self, scope: .managed(lifetime)) {
          hasBegun.open()
          mayEnd.wait()
          throw FactoryError()
        }
      ]))
    let one = Worker {
      creator.value = ObjectIdentifier(Thread.current)
      return failure { try graph.resolve(Tracked.self) }
    }
    hasBegun.wait()
    let other = Worker {
      defer { isDone.open() }
      mayEnd.open()
      return failure { try graph.resolve(Tracked.self) }
    }
    #expect(other.join() == .other("FactoryError(number: 0)"))
    #expect(one.join() == .other("FactoryError(number: 0)"))
  }

  @Test func cancelsTheSubscriptionOfADeactivatedInstanceOutsideLocks() throws {
    let lifetimes = Lifetimes()
    let lifetime = Lifetime()
    let graph = Graph([.type(Int.self, scope: .singleton) { 1 }])
    defer { graph.deactivateAll() }
    let registry = DeclaredRegistry(contents: [
      .type(Tracked.self, scope: .managed(lifetime)) { Tracked(lifetimes) }
    ])
    let seen = Log<Failure>()
    defer { lifetime.onCancel.value = nil }
    lifetime.onCancel.value = {
      // A receipt may resolve instances that stayed, and does not find evicted ones.
      seen.add(failure { try graph.resolve(Int.self) })
      seen.add(failure { try graph.resolve(Tracked.self) })
    }
    graph.activate(registry)
    _ = try graph.resolve(Tracked.self)
    graph.deactivate(registry)
    #expect(seen.entries == [.none, .missing(.type(Tracked.self))])
    #expect(lifetimes.living == 0)
    #expect(lifetime.subscriberCount == 0)
  }

  @Test func survivesEndsDuringAnyNumberOfInjections() {
    let lifetimes = Lifetimes()
    let lifetime = Lifetime()
    let graph = Graph([.type(Tracked.self, scope: .managed(lifetime)) { Tracked(lifetimes) }])
    defer { graph.deactivateAll() }
    let failures = runThreads(4) { thread in
      (0..<3_000).count { _ in
        if thread == 0 {
          lifetime.end()
          return false
        }
        return (try? graph.resolve(Tracked.self)) == nil
      }
    }
    #expect(failures == [0, 0, 0, 0])
    lifetime.end()
    #expect(lifetimes.living == 0)
    #expect(lifetime.subscriberCount == 0)
  }
}
