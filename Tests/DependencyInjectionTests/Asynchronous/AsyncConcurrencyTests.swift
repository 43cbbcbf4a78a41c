import DependencyInjection
import Foundation
import StitcherTestSupport
import Testing

/// Asynchronous containers that many tasks use.
@Suite(.timeLimit(.minutes(20))) struct AsyncConcurrencyTests {
  struct Broken: Error {}

  @Test func aSharedInstanceIsMadeOnceHoweverManyTasksAskDuringItsCreation() async {
    for _ in 0..<200 {
      let lifetimes = Lifetimes()
      let container = AsyncContainer()
      let gate = AsyncGate()
      let asking = Counter()
      await container.register { _ in
        await gate.wait()
        return Tracked(lifetimes)
      }
      let instances = await withTaskGroup { group in
        for _ in 0..<8 {
          group.addTask {
            asking.increment()
            return await container.resolve(type: Tracked.self)
          }
        }
        await eventually { asking.value == 8 }
        gate.open()
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(Set(instances.map(ObjectIdentifier.init)).count == 1)
      #expect(lifetimes.inits == 1)
    }
  }

  @Test func whatWasJustMadeIsReleasedBeforeACleaningReturns() async {
    for _ in 0..<2000 {
      let lifetimes = Lifetimes()
      let container = AsyncContainer()
      await container.register { _ in
        await Task.yield()
        return Tracked(lifetimes)
      }
      // Only the container and the resolving tasks hold the instance.
      await withTaskGroup { group in
        for _ in 0..<4 { group.addTask { _ = await container.resolve(type: Tracked.self) } }
      }
      await container.clean()
      #expect((lifetimes.inits, lifetimes.living) == (1, 0))
    }
  }

  @Test func aSharedInstanceIsMadeOnceInThousandsOfColdContainers() async {
    for _ in 0..<2000 {
      let container = AsyncContainer()
      let count = Counter()
      await container.register { _ in
        count.increment()
        return Engine()
      }
      async let one = container.resolve(type: Engine.self)
      async let other = container.resolve(type: Engine.self)
      let (first, second) = await (one, other)
      #expect(first === second)
      #expect(count.value == 1)
    }
  }

  @Test func independentFactoriesRunAtTheSameTime() async {
    let container = AsyncContainer()
    let first = AsyncGate()
    let second = AsyncGate()
    // Each factory waits until the other one runs.
    await container.register { _ in
      first.open()
      await second.wait()
      return 1
    }
    await container.register { _ in
      second.open()
      await first.wait()
      return "x"
    }
    async let number = container.resolve(type: Int.self)
    async let text = container.resolve(type: String.self)
    #expect(await number == 1)
    #expect(await text == "x")
  }

  @Test func aFactoryMayResolveItsDependenciesAtTheSameTime() async {
    let container = AsyncContainer()
    let first = AsyncGate()
    let second = AsyncGate()
    await container.register { _ in
      first.open()
      await second.wait()
      return 1
    }
    await container.register { _ in
      second.open()
      await first.wait()
      return "x"
    }
    await container.register { r -> [String] in
      async let number = r.resolve(type: Int.self)
      async let text = r.resolve(type: String.self)
      return [await text, "\(await number)"]
    }
    #expect(await container.resolve(type: [String].self) == ["x", "1"])
    await container.clean()
  }

  enum Change: CaseIterable { case register, registerNew, clean, release }

  @Test(arguments: Change.allCases)
  func whatIsReplacedOrCleanedDuringACreationDoesNotComeBack(_ change: Change) async throws {
    for _ in 0..<200 {
      let lifetimes = Lifetimes()
      let container = AsyncContainer()
      let started = AsyncGate()
      let mayEnd = AsyncGate()
      let number = Counter()
      await container.register { _ in
        let own = number.increment()
        started.open()
        await mayEnd.wait()
        return Tracked(lifetimes, number: own)
      }
      let waiting = Task { await container.resolve(type: Tracked.self).number }
      await started.wait()
      switch change {
      case .register: await container.register { _ in Tracked(lifetimes, number: 10) }
      case .registerNew: await container.register(in: .new) { _ in Tracked(lifetimes, number: 10) }
      case .clean: await container.clean()
      case .release: await container.releaseSharedInstances()
      }
      if change == .register || change == .registerNew {
        #expect(await container.resolve(type: Tracked.self).number == 10)
      }
      mayEnd.open()
      #expect(await waiting.value == 0)
      switch change {
      case .register, .registerNew:
        #expect(await container.resolve(type: Tracked.self).number == 10)
      case .clean:
        await #expect(throws: ResolutionError.self) {
          try await container.tryResolve(type: Tracked.self)
        }
      case .release:
        #expect(await container.resolve(type: Tracked.self).number == 1)
      }
      await container.clean()
      await eventually { lifetimes.living == 0 }
    }
  }

  @Test func aNewerCreationIsNotDisturbedByTheEndOfAnOlderOne() async {
    let container = AsyncContainer()
    let gates = [AsyncGate(), AsyncGate()]
    let started = [AsyncGate(), AsyncGate()]
    let number = Counter()
    await container.register { _ in
      let own = number.increment()
      if own < 2 {
        started[own].open()
        await gates[own].wait()
      }
      return own
    }
    let older = Task { await container.resolve(type: Int.self) }
    await started[0].wait()
    await container.releaseSharedInstances()
    let newer = Task { await container.resolve(type: Int.self) }
    await started[1].wait()
    gates[0].open()
    #expect(await older.value == 0)
    let third = Task { await container.resolve(type: Int.self) }
    gates[1].open()
    #expect(await newer.value == 1)
    #expect(await third.value == 1)
    #expect(await container.resolve(type: Int.self) == 1)
  }

  @Test func anErrorGoesToAllWhoWaitAndIsNotKept() async throws {
    let container = AsyncContainer()
    let gate = AsyncGate()
    let attempts = Counter()
    let asking = Counter()
    await container.register { _ -> Int in
      if attempts.increment() > 0 { return 1 }
      await gate.wait()
      throw Broken()
    }
    await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          asking.increment()
          _ = try? await container.tryResolve(type: Int.self)
        }
      }
      await eventually { asking.value == 4 }
      gate.open()
    }
    #expect(try await container.tryResolve(type: Int.self) == 1)
  }

  @Test func cancellationReachesASharedFactoryWhenAllWhoWaitAreCancelledAndIsNotKept() async throws
  {
    let container = AsyncContainer()
    let started = AsyncGate()
    let attempts = Counter()
    await container.register { _ -> Int in
      if attempts.increment() > 0 { return 1 }
      started.open()
      try await sleepUntilCancelled()
      return 0
    }
    let one = Task { try await container.tryResolve(type: Int.self) }
    await started.wait()
    one.cancel()
    await #expect(throws: CancellationError.self) { try await one.value }
    #expect(try await container.tryResolve(type: Int.self) == 1)
  }

  @Test func cancellationOfOneDoesNotReachTheOthers() async throws {
    let container = AsyncContainer()
    let started = AsyncGate()
    let gate = AsyncGate()
    let wasCancelled = Box(false)
    await container.register { _ -> Int in
      started.open()
      await gate.wait()
      wasCancelled.value = Task.isCancelled
      return 7
    }
    let one = Task { try await container.tryResolve(type: Int.self) }
    await started.wait()
    let isAsking = AsyncGate()
    let other = Task {
      isAsking.open()
      return try await container.tryResolve(type: Int.self)
    }
    await isAsking.wait()
    for _ in 0..<100 { await Task.yield() }
    one.cancel()
    gate.open()
    #expect(try await other.value == 7)
    #expect(try await container.tryResolve(type: Int.self) == 7)
  }

  @Test func whoIsCancelledReturnsAtOnceBesideOthers() async throws {
    let container = AsyncContainer()
    let started = AsyncGate()
    let gate = AsyncGate()
    await container.register { _ -> Int in
      started.open()
      await gate.wait()
      return 7
    }
    let one = Task { try await container.tryResolve(type: Int.self) }
    await started.wait()
    let other = Task { try await container.tryResolve(type: Int.self) }
    for _ in 0..<100 { await Task.yield() }
    one.cancel()
    await #expect(throws: CancellationError.self) { try await one.value }
    gate.open()
    #expect(try await other.value == 7)
  }

  /// A task-local value that the caller of a resolution sets.
  private enum Caller { @TaskLocal static var name = "nobody" }

  @Test func taskLocalsOfTheCallerReachOnlyWhatIsNew() async {
    let container = AsyncContainer()
    await container.register(type: String.self, in: .new) { _ in Caller.name }
    await container.register(type: [String].self, in: .shared) { r in
      [Caller.name, await r.resolve(type: String.self)]
    }
    let (new, shared) = await Caller.$name.withValue("me") {
      (await container.resolve(type: String.self), await container.resolve(type: [String].self))
    }
    #expect(new == "me")
    #expect(shared == ["nobody", "nobody"])
  }

  @Test func cancellationReachesANewInstancesFactory() async throws {
    let container = AsyncContainer()
    let started = AsyncGate()
    await container.register(in: .new) { _ -> Int in
      started.open()
      try await sleepUntilCancelled()
      return 0
    }
    let task = Task { try await container.tryResolve(type: Int.self) }
    await started.wait()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func allMembersMayBeUsedAtOnce() async {
    let lifetimes = Lifetimes()
    let container = AsyncContainer()
    await withTaskGroup { group in
      for task in 0..<4 {
        group.addTask {
          for round in 0..<300 {
            switch (round + task) % 5 {
            case 0: await container.register { _ in Tracked(lifetimes) }
            case 1:
              await container.register { (_, number: Int) in
                OtherTracked(lifetimes, number: number)
              }
            case 2: await container.releaseSharedInstances()
            case 3: await container.clean()
            default: break
            }
            _ = try? await container.tryResolve(type: Tracked.self)
            _ = try? await container.tryResolve(type: OtherTracked.self, argument: round)
          }
        }
      }
    }
    await container.clean()
    await eventually { lifetimes.living == 0 }
  }

  @Test func aResolutionAfterARegistrationSeesIt() async {
    let container = AsyncContainer()
    await withTaskGroup { group in
      group.addTask {
        for number in 0..<500 {
          await container.register { _ in number }
          #expect(await container.resolve(type: Int.self) == number)
        }
      }
      group.addTask {
        for number in 0..<500 {
          await container.register { _ in "\(number)" }
          #expect(await container.resolve(type: String.self) == "\(number)")
        }
      }
    }
  }
}

/// Waits until the current task is cancelled, then throws.
private func sleepUntilCancelled() async throws {
  let gate = AsyncGate()
  await withTaskCancellationHandler {
    await gate.wait()
  } onCancel: {
    gate.open()
  }
  try Task.checkCancellation()
}
