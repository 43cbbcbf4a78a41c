import DependencyInjection
import StitcherTestSupport
import Testing

/// Containers on many threads, and factories that use their container.
@Suite(.timeLimit(.minutes(20))) struct ConcurrencyTests {
  final class Node: Sendable {
    let number: Int
    init(_ number: Int = 0) { self.number = number }
  }

  @Test func aSharedInstanceIsMadeOnceInThousandsOfColdContainers() {
    for _ in 0..<2000 {
      let container = Container()
      let count = Counter()
      container.register { _ in Node(count.increment()) }
      let nodes = runTwo { container.resolve(type: Node.self) }
      #expect(nodes.0 === nodes.1)
      #expect(count.value == 1)
    }
  }

  @Test func aSharedInstanceIsMadeOnceAfterEachRelease() {
    let container = Container()
    let count = Counter()
    container.register { _ in Node(count.increment()) }
    let rounds = 2000
    let barrier = Barrier(3)
    let isSame = runThreads(3) { thread in
      (0..<rounds).allSatisfy { round in
        barrier.wait()
        let node: Node = container.resolve()
        barrier.wait()
        if thread == 0 { container.releaseSharedInstances() }
        return node.number == round
      }
    }
    #expect(isSame.allSatisfy { $0 })
    #expect(count.value == rounds)
  }

  /// Runs a closure on two threads that start together.
  private func runTwo<Result: Sendable>(
    _ body: @escaping @Sendable () -> Result
  ) -> (Result, Result) {
    let barrier = Barrier(2)
    let worker = Worker {
      barrier.wait()
      return body()
    }
    barrier.wait()
    let own = body()
    return (own, worker.join())
  }

  @Test func registeringAndResolvingAtOnceFindsOneOrTheOther() {
    let container = Container()
    container.register { _ in Node(0) }
    let isRight = runThreads(4) { thread in
      (1..<1000).allSatisfy { round in
        if thread == 0 {
          container.register { _ in Node(round) }
          return container.resolve(type: Node.self).number == round
        }
        let number = container.resolve(type: Node.self).number
        return (0..<1000).contains(number)
      }
    }
    #expect(isRight.allSatisfy { $0 })
    #expect(container.resolve(type: Node.self).number == 999)
  }

  @Test func allMembersMayBeUsedAtOnce() {
    let lifetimes = Lifetimes()
    let container = Container()
    runThreads(4) { thread in
      for round in 0..<500 {
        switch (round + thread) % 5 {
        case 0: container.register { _ in Tracked(lifetimes) }
        case 1: container.register { (_, number: Int) in OtherTracked(lifetimes, number: number) }
        case 2: container.releaseSharedInstances()
        case 3: container.clean()
        default: break
        }
        _ = try? container.tryResolve(type: Tracked.self)
        _ = try? container.tryResolve(type: OtherTracked.self, argument: round)
      }
    }
    container.clean()
    #expect(lifetimes.living == 0)
  }

  @Test func whatIsRegisteredDuringACreationIsNotOverwrittenByIt() {
    let container = Container()
    let started = Gate()
    let mayEnd = Gate()
    container.register { _ in
      started.open()
      mayEnd.wait()
      return Node(1)
    }
    let worker = Worker { container.resolve(type: Node.self).number }
    started.wait()
    container.register { _ in Node(2) }
    #expect(container.resolve(type: Node.self).number == 2)
    mayEnd.open()
    #expect(worker.join() == 1)
    #expect(container.resolve(type: Node.self).number == 2)
  }

  @Test func whatIsReleasedOrCleanedDuringACreationIsNotKept() {
    let lifetimes = Lifetimes()
    for cleans in [false, true] {
      let container = Container()
      let started = Gate()
      let mayEnd = Gate()
      container.register { _ in
        started.open()
        mayEnd.wait()
        return Tracked(lifetimes)
      }
      let worker = Worker { _ = container.resolve(type: Tracked.self) }
      started.wait()
      cleans ? container.clean() : container.releaseSharedInstances()
      mayEnd.open()
      worker.join()
      #expect(lifetimes.living == 0)
    }
  }

  @Test func differentDependenciesAreMadeAtTheSameTime() {
    let container = Container()
    let barrier = Barrier(2)
    // Each factory waits for the other one: a lock around factories would cause a deadlock.
    container.register { _ in
      barrier.wait()
      return 1
    }
    container.register { _ in
      barrier.wait()
      return "x"
    }
    let worker = Worker { container.resolve(type: Int.self) }
    #expect(container.resolve(type: String.self) == "x")
    #expect(worker.join() == 1)
  }

  @Test func aFactoryMayRegisterReleaseAndClean() {
    let container = Container()
    container.register(type: Int.self) { r in
      let own = r as! Container
      own.register(dependency: "registered")
      own.releaseSharedInstances()
      return r.resolve(type: String.self).count
    }
    #expect(container.resolve(type: Int.self) == 10)
    container.register(type: Bool.self) { r in
      (r as! Container).clean()
      return true
    }
    #expect(container.resolve(type: Bool.self))
    #expect(throws: ResolutionError.self) { try container.tryResolve(type: Bool.self) }
    container.register(type: Double.self) { r in
      (r as! Container).register(type: Double.self, dependency: 2)
      return 1
    }
    #expect(container.resolve(type: Double.self) == 1)
    #expect(container.resolve(type: Double.self) == 2)
  }

  @Test func aDeinitMayResolveAndRegister() {
    let lifetimes = Lifetimes()
    let container = Container()
    let seen = Log<Int>()
    container.register(dependency: 7)
    func register() {
      container.register { _ in
        Tracked(lifetimes) { [weak container] in
          guard let container else { return }
          seen.add((try? container.tryResolve(type: Int.self)) ?? 0)
          container.register(dependency: "after")
        }
      }
      _ = container.resolve(type: Tracked.self)
    }
    register()
    container.releaseSharedInstances()
    #expect(seen.entries == [7])
    #expect(container.resolve(type: String.self) == "after")
    register()
    register()
    #expect(seen.entries == [7, 7])
    container.clean()
    // When the instance is deallocated, the registrations are removed already.
    #expect(seen.entries == [7, 7, 0])
    #expect(container.resolve(type: String.self) == "after")
    container.clean()
  }

  @Test func instancesAreReleasedOnceHoweverManyThreadsLook() {
    let lifetimes = Lifetimes()
    let container = Container()
    container.register { _ in Tracked(lifetimes) }
    runThreads(4) { thread in
      for round in 0..<1000 {
        let tracked: Tracked = container.resolve()
        #expect(tracked.number == 0)
        if thread == 0, round % 10 == 0 { container.releaseSharedInstances() }
      }
    }
    container.releaseSharedInstances()
    #expect(lifetimes.living == 0)
    #expect(lifetimes.inits >= 1)
  }
}
