import DependencyInjection
import StitcherTestSupport
import Testing

/// Tasks that wait for an asynchronous container do not block the threads of the pool.
@Suite(.timeLimit(.minutes(20))) struct AsyncStarvationTests {
  /// Returns containers that form a chain of dependencies; the last one waits for a gate.
  private func chain(_ count: Int, gate: AsyncGate) async -> [AsyncContainer] {
    let containers = (0..<count).map { _ in AsyncContainer() }
    for (one, next) in zip(containers, containers.dropFirst()) {
      await one.register { _ in try await next.tryResolve(type: Int.self) + 1 }
    }
    await containers.last?.register { _ in
      await gate.wait()
      return 1
    }
    return containers
  }

  @Test func thousandsOfWaitersBlockNoOtherThread() async {
    await withWatchdog { await thousandsWait() }
  }

  /// Lets thousands of tasks wait, while other tasks resolve.
  private func thousandsWait() async {
    let gate = AsyncGate()
    let containers = await chain(100, gate: gate)
    let asking = Counter()
    let results = await withTaskGroup(of: Bool.self) { group in
      for (number, container) in containers.enumerated() {
        for _ in 0..<20 {
          group.addTask {
            asking.increment()
            return (try? await container.tryResolve(type: Int.self)) == 100 - number
          }
        }
      }
      // All requests have started, and none has a result. Then more tasks than the pool has threads
      // resolve from another container.
      await eventually { asking.value == 2000 }
      let others = AsyncContainer()
      await others.register { _ in "free" }
      for _ in 0..<100 {
        group.addTask { await others.resolve(type: String.self) == "free" }
      }
      for _ in 0..<100 { #expect(await group.next() == true) }
      gate.open()
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(results == 2000)
  }

  @Test func allThreadsOfThePoolMayAskOneContainerAtOnce() async {
    await withWatchdog {
      for _ in 0..<50 {
        let gate = AsyncGate()
        let container = AsyncContainer()
        let attempts = Counter()
        await container.register { _ in
          attempts.increment()
          await gate.wait()
          return Tracked(Lifetimes(), number: 1)
        }
        await withTaskGroup { group in
          for _ in 0..<100 {
            group.addTask { #expect(await container.resolve(type: Tracked.self).number == 1) }
          }
          // This is a task of the pool as well, and starts last.
          group.addTask { gate.open() }
        }
        #expect(attempts.value == 1)
      }
    }
  }

  @Test func aFactoryMayCancelTheRequester() async throws {
    try await withWatchdog { () async throws in
      let asker = Box<Task<Int, any Error>?>(nil)
      let isThere = AsyncGate()
      let attempts = Counter()
      let container = AsyncContainer()
      await container.register { _ -> Int in
        let number = attempts.increment()
        if number == 0 {
          await isThere.wait()
          asker.value?.cancel()
          // No other request waits for the creation, so its task is cancelled, too.
          try Task.checkCancellation()
        }
        return number
      }
      let task = Task { try await container.tryResolve(type: Int.self) }
      asker.value = task
      isThere.open()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(try await container.tryResolve(type: Int.self) == 1, "nothing of it is kept")
      #expect(try await container.tryResolve(type: Int.self) == 1)
    }
  }

  @Test func aFactoryMayCancelItselfAndBeGoneBeforeItsEnd() async throws {
    try await withWatchdog { () async throws in
      let container = AsyncContainer()
      let attempts = Counter()
      await container.register { _ -> Int in
        let number = attempts.increment()
        withUnsafeCurrentTask { $0?.cancel() }
        if number == 0 { await container.clean() }
        return number
      }
      // The waiting request is not cancelled and gets the instance; the registration was removed.
      #expect(try await container.tryResolve(type: Int.self) == 0)
      await #expect(throws: ResolutionError.self) { try await container.tryResolve(type: Int.self) }
      #expect(attempts.value == 1)
    }
  }

  @Test func thoseWhoAreNotCancelledGetTheirInstance() async {
    for round in 0..<200 {
      let gate = AsyncGate()
      let containers = await chain(4, gate: gate)
      let tasks = (0..<12).map { number in
        Task { try await containers[number % 4].tryResolve(type: Int.self) }
      }
      for (number, task) in tasks.enumerated() where (number + round) % 3 != 0 {
        task.cancel()
        if number % 2 == 0 { await Task.yield() }
      }
      gate.open()
      for (number, task) in tasks.enumerated() {
        if (number + round) % 3 == 0 {
          #expect((try? await task.value) == 4 - number % 4)
        } else {
          // The cancellation may have come too late; either way the task ends.
          _ = await task.result
        }
      }
      #expect((try? await containers[0].tryResolve(type: Int.self)) == 4)
    }
  }

  @Test func concurrentChangesBlockNoOtherThread() async {
    let lifetimes = Lifetimes()
    let container = AsyncContainer()
    await withTaskGroup { group in
      group.addTask {
        for number in 0..<2000 {
          await container.register { _ in
            await Task.yield()
            return Tracked(lifetimes, number: number)
          }
          if number % 3 == 0 { await container.clean() }
        }
      }
      for _ in 0..<3 {
        group.addTask {
          for _ in 0..<2000 {
            let task = Task { try await container.tryResolve(type: Tracked.self).number }
            _ = await task.result
          }
        }
      }
    }
    await container.clean()
    await eventually { lifetimes.living == 0 }
  }
}
