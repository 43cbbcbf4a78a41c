import StitcherEngine
import StitcherTestSupport
import Testing

/// A cancelled caller returns at once, and an abandoned creation ends before the next one starts.
@Suite(.timeLimit(.minutes(20))) struct AsyncAbandonTests {
  let registry = EditableRegistry()
  let graph = Graph()

  init() { graph.activate(registry) }

  private func register(_ registrations: Registration...) {
    registry.edit { edit in for registration in registrations { edit.insert(registration) } }
  }

  @Test(arguments: [false, true])
  func whoIsCancelledReturnsAtOnce(besideOthers: Bool) async throws {
    let hasBegun = AsyncGate()
    let mayEnd = AsyncGate()
    register(
      .async(Int.self) { _ in
        hasBegun.open()
        // Ignores cancellation.
        await mayEnd.wait()
        return 1
      })
    let graph = graph
    let other = besideOthers ? Task { try await graph.resolve(Int.self, in: nil) } : nil
    let one = Task { try await graph.resolve(Int.self, in: nil) }
    await hasBegun.wait()
    for _ in 0..<100 { await Task.yield() }
    one.cancel()
    await #expect(throws: CancellationError.self) { try await one.value }
    mayEnd.open()
    if let other { #expect(try await other.value == 1) }
    #expect(try await graph.resolve(Int.self, in: nil) == 1)
  }

  @Test func whoIsCancelledAlreadyStartsNothing() async throws {
    let count = Counter()
    register(.async(Int.self) { _ in count.increment() })
    let graph = graph
    let task = Task {
      await untilCancelled()
      return try await graph.resolve(Int.self, in: nil)
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(count.value == 0)
    _ = try await graph.resolve(Int.self, in: nil)
    let late = Task {
      await untilCancelled()
      return try await graph.resolve(Int.self, in: nil)
    }
    late.cancel()
    #expect(try await late.value == 0, "a live instance is read")
  }

  @Test func theNextCreationWaitsForTheEndOfTheAbandonedOne() async throws {
    let running = Counter()
    let ended = Counter()
    let overlaps = Counter()
    let hasBegun = AsyncGate()
    let mayEnd = AsyncGate()
    register(
      .async(Int.self) { _ in
        let number = running.increment()
        if ended.value != number { overlaps.increment() }
        if number == 0 {
          hasBegun.open()
          await mayEnd.wait()
        }
        ended.increment()
        return number
      })
    let graph = graph
    let one = Task { try await graph.resolve(Int.self, in: nil) }
    await hasBegun.wait()
    one.cancel()
    await #expect(throws: CancellationError.self) { try await one.value }
    let newcomers = (0..<4).map { _ in Task { try await graph.resolve(Int.self, in: nil) } }
    for _ in 0..<200 { await Task.yield() }
    #expect(running.value == 1)
    // One of the waiting tasks is cancelled, too, and returns at once.
    newcomers[0].cancel()
    await #expect(throws: CancellationError.self) { try await newcomers[0].value }
    mayEnd.open()
    for newcomer in newcomers.dropFirst() { #expect(try await newcomer.value == 1) }
    #expect(overlaps.value == 0)
  }

  @Test func anAbandonedCreationAbandonsWhatItNeeds() async throws {
    let isReached = AsyncGate()
    let isCancelled = AsyncGate()
    register(
      .async(Int.self) { Int(try await $0.get(UInt.self)) },
      .async(UInt.self) { UInt(try await $0.get(Int8.self)) },
      .async(Int8.self) { _ in
        isReached.open()
        await untilCancelled()
        isCancelled.open()
        return 0
      })
    let graph = graph
    let task = Task { try await graph.resolve(Int.self, in: nil) }
    await isReached.wait()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    await isCancelled.wait()
  }

  @Test func taskLocalsAreNotHandedToWhatIsKept() async throws {
    enum Caller { @TaskLocal static var name = "nobody" }
    register(
      .async(.name("kept")) { _ in Caller.name },
      .async(.name("new"), scope: .instance) { _ in Caller.name },
      .async(.name("outer"), scope: .instance) {
        try await $0.graph.resolve(name: "kept", as: String.self, in: $0)
      })
    let graph = graph
    for name in ["kept", "outer", "new"] {
      let found = try await Caller.$name.withValue("me") {
        try await graph.resolve(name: name, as: String.self, in: nil)
      }
      #expect(found == (name == "new" ? "me" : "nobody"))
    }
  }

  @Test func thePriorityIsThatOfTheCaller() async throws {
    register(.async(UInt8.self) { _ in Task.currentPriority.rawValue })
    let graph = graph
    let task = Task.detached(priority: .low) {
      (try await graph.resolve(UInt8.self, in: nil), Task.currentPriority.rawValue)
    }
    let (own, callers) = try await task.value
    #expect(own <= callers || own == TaskPriority.low.rawValue)
  }

  @Test func nothingOfACreationIsHeldAfterIt() async throws {
    let lifetimes = Lifetimes()
    for round in 0..<200 {
      let token = Tracked(lifetimes)
      let registration = Registration.async(Tracked.self) { _ in
        await Task.yield()
        if token.number == 1 { throw FactoryError() }
        return Tracked(lifetimes)
      }
      register(registration)
      let graph = graph
      let tasks = (0..<4).map { _ in
        Task { _ = try await graph.resolve(Tracked.self, in: nil) }
      }
      for task in tasks.prefix(round % 5) { task.cancel() }
      for task in tasks { _ = await task.result }
      registry.edit { $0.remove(registration) }
    }
    await eventually { lifetimes.living == 0 }
  }
}
