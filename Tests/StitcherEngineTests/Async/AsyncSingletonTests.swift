import StitcherEngine
import StitcherTestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct AsyncSingletonTests {
  let registry = EditableRegistry()
  let graph = Graph()
  let lifetimes = Lifetimes()

  init() { graph.activate(registry) }

  private func register(_ registrations: Registration...) {
    registry.edit { edit in for registration in registrations { edit.insert(registration) } }
  }

  @Test func isCreatedOnceHoweverManyTasksAsk() async throws {
    let lifetimes = lifetimes
    let graph = graph
    for round in 0..<200 {
      let gate = AsyncGate()
      let registration = Registration.async(Tracked.self) { _ in
        await gate.wait()
        return Tracked(lifetimes)
      }
      register(registration)
      let instances = try await withThrowingTaskGroup(of: Tracked.self) { group in
        for _ in 0..<20 { group.addTask { try await graph.resolve(Tracked.self, in: nil) } }
        gate.open()
        return try await group.reduce(into: Set()) { $0.insert(ObjectIdentifier($1)) }
      }
      #expect(instances.count == 1)
      #expect(lifetimes.inits == round + 1)
      registry.edit { $0.removeAll() }
      // A task may still hold its result when the other tasks have received theirs.
      await eventually { lifetimes.living == 0 }
    }
  }

  @Test func factoriesOfOneCallerRunSideBySide() async throws {
    let one = AsyncGate()
    let other = AsyncGate()
    register(
      .async(Int.self) { _ in
        one.open()
        await other.wait()
        return 1
      },
      .async(UInt.self) { _ in
        other.open()
        await one.wait()
        return 2
      },
      .async(String.self) { context in
        async let first = context.get(Int.self)
        async let second = context.get(UInt.self)
        return "\(try await first) \(try await second)"
      })
    #expect(try await graph.resolve(String.self, in: nil) == "1 2")
  }

  @Test func whatWasReplacedMeanwhileDoesNotComeBack() async throws {
    let hasBegun = AsyncGate()
    let mayEnd = AsyncGate()
    let old = Registration.async(Int.self) { _ in
      hasBegun.open()
      await mayEnd.wait()
      return 1
    }
    register(old)
    let graph = graph
    async let first = graph.resolve(Int.self, in: nil)
    await hasBegun.wait()
    registry.edit { $0.replace(old, by: .async(Int.self) { _ in 2 }) }
    #expect(try await graph.resolve(Int.self, in: nil) == 2)
    mayEnd.open()
    #expect(try await first == 1)
    #expect(try await graph.resolve(Int.self, in: nil) == 2)
  }

  @Test func whatWasForgottenMeanwhileDoesNotComeBack() async throws {
    let hasBegun = AsyncGate()
    let mayEnd = AsyncGate()
    let count = Counter()
    let registration = Registration.async(Int.self) { _ in
      let number = count.increment()
      if number == 0 {
        hasBegun.open()
        await mayEnd.wait()
      }
      return number
    }
    register(registration)
    let graph = graph
    async let first = graph.resolve(Int.self, in: nil)
    await hasBegun.wait()
    registry.forgetInstance(of: registration)
    #expect(try await graph.resolve(Int.self, in: nil) == 1)
    mayEnd.open()
    #expect(try await first == 0)
    #expect(try await graph.resolve(Int.self, in: nil) == 1)
  }

  @Test func anErrorGoesToAllWhoWaitAndIsNotKept() async throws {
    let gate = AsyncGate()
    let count = Counter()
    register(
      .async(Int.self) { _ in
        let number = count.increment()
        guard number == 0 else { return number }
        await gate.wait()
        throw FactoryError(number: 5)
      })
    let graph = graph
    let failures = await withTaskGroup(of: Failure.self) { group in
      for _ in 0..<4 {
        group.addTask { await failure { try await graph.resolve(Int.self, in: nil) } }
      }
      await eventually { count.value == 1 }
      gate.open()
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(failures.filter { $0 == .other("FactoryError(number: 5)") }.count >= 1)
    #expect(failures.allSatisfy { $0 == .none || $0 == .other("FactoryError(number: 5)") })
    #expect(try await graph.resolve(Int.self, in: nil) >= 1)
  }

  @Test func theFactoryIsCancelledOnlyWhenAllWhoWaitAre() async throws {
    let hasBegun = AsyncGate()
    let isCancelled = AsyncGate()
    let count = Counter()
    register(
      .async(Int.self) { _ in
        let number = count.increment()
        guard number == 0 else { return number }
        hasBegun.open()
        await withTaskCancellationHandler {
          await isCancelled.wait()
        } onCancel: {
          isCancelled.open()
        }
        try Task.checkCancellation()
        return 0
      })
    let graph = graph
    let one = Task { try await graph.resolve(Int.self, in: nil) }
    await hasBegun.wait()
    let other = Task { try await graph.resolve(Int.self, in: nil) }
    one.cancel()
    // The other task may join before or after the cancellation: in both cases it gets an instance
    // of a creation that was not cancelled.
    let number = try? await withTimeLimitFreeValue(of: other, cancellingIfStuckOn: isCancelled)
    #expect(number != nil)
    if let number, number > 0 {
      await #expect(throws: CancellationError.self) { try await one.value }
    }
  }

  /// Returns a task's value; opens the gate if the task has joined the creation that waits for the
  /// gate.
  private func withTimeLimitFreeValue(
    of task: Task<Int, any Error>, cancellingIfStuckOn gate: AsyncGate
  ) async throws -> Int {
    async let value = task.value
    for _ in 0..<1000 { await Task.yield() }
    gate.open()
    return try await value
  }

  @Test func aCancelledCreationIsNotKept() async throws {
    let hasBegun = AsyncGate()
    let count = Counter()
    register(
      .async(Int.self) { _ in
        let number = count.increment()
        guard number == 0 else { return number }
        let gate = AsyncGate()
        hasBegun.open()
        await withTaskCancellationHandler {
          await gate.wait()
        } onCancel: {
          gate.open()
        }
        return number
      })
    let graph = graph
    let task = Task { try await graph.resolve(Int.self, in: nil) }
    await hasBegun.wait()
    task.cancel()
    // The cancelled task returns at once, even if its factory ignores the cancellation.
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await graph.resolve(Int.self, in: nil) == 1)
  }

  @Test func aLiveInstanceIsReadWithoutSuspension() async throws {
    register(.async(Int.self) { _ in 1 })
    _ = try await graph.resolve(Int.self, in: nil)
    #expect(try graph.resolve(Int.self) == 1)
  }
}
