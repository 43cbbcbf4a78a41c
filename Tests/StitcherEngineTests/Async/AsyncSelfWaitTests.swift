import StitcherEngine
import StitcherTestSupport
import Testing

/// Factories that wait for their own instance through a task, so that the engine sees no requester.
@Suite(.timeLimit(.minutes(20))) struct AsyncSelfWaitTests {
  let registry = EditableRegistry()
  let graph = Graph()

  init() { graph.activate(registry) }

  private func register(_ registrations: Registration...) {
    registry.edit { edit in for registration in registrations { edit.insert(registration) } }
  }

  /// The ways in which a factory resolves.
  enum Way: CaseIterable, Sendable {
    case child, group, nested, actor
    case preferring, preferringGroup, preferringInside, groupInAGroup

    /// Resolves in a child of the current task.
    func resolve(_ graph: Graph) async throws -> Int {
      switch self {
      case .child:
        async let own = graph.resolve(Int.self, in: nil)
        return try await own
      case .group:
        return try await withThrowingTaskGroup(of: Int.self) { group in
          group.addTask { try await graph.resolve(Int.self, in: nil) }
          return try await group.next() ?? 0
        }
      case .nested:
        return try await withThrowingTaskGroup(of: Int.self) { group in
          group.addTask {
            await Task.yield()
            async let own = graph.resolve(Int.self, in: nil)
            return try await own
          }
          return try await group.next() ?? 0
        }
      case .actor: return try await Resolver().resolve(graph)
      case .preferring:
        return try await withTaskExecutorPreference(Preferred.executor) {
          async let own = graph.resolve(Int.self, in: nil)
          return try await own
        }
      case .preferringGroup:
        return try await withThrowingTaskGroup(of: Int.self) { group in
          group.addTask(executorPreference: Preferred.executor) {
            try await graph.resolve(Int.self, in: nil)
          }
          return try await group.next() ?? 0
        }
      case .preferringInside:
        async let own = withTaskExecutorPreference(Preferred.executor) {
          async let own = graph.resolve(Int.self, in: nil)
          return try await own
        }
        return try await own
      case .groupInAGroup:
        // Values that are bound in the body of a group are copied to its tasks.
        return try await withThrowingTaskGroup(of: Int.self) { group in
          try await Bound.$value.withValue(1) {
            group.addTask {
              try await withThrowingTaskGroup(of: Int.self) { group in
                Bound.$value.withValue(2) {
                  group.addTask { try await graph.resolve(Int.self, in: nil) }
                }
                return try await group.next() ?? 0
              }
            }
            return try await group.next() ?? 0
          }
        }
      }
    }
  }

  /// A task-local value that the program itself binds.
  private enum Bound {
    @TaskLocal static var value = 0
  }

  /// A task executor that the program prefers.
  private final class Preferred: TaskExecutor {
    static let executor = Preferred()
    func enqueue(_ job: consuming ExecutorJob) { globalConcurrentExecutor.enqueue(job) }
  }

  /// An actor that resolves in a child task.
  private actor Resolver {
    func resolve(_ graph: Graph) async throws -> Int {
      async let own = graph.resolve(Int.self, in: nil)
      return try await own
    }
  }

  @Test(arguments: Way.allCases)
  func aChildTaskThatWaitsForItsOwnCreationIsACycle(_ way: Way) async {
    let graph = graph
    defer { registry.edit { $0.removeAll() } }
    register(.async(Int.self) { _ in try await way.resolve(graph) })
    for _ in 0..<20 {
      #expect(
        await failure { try await graph.resolve(Int.self, in: nil) }
          == .cycle([.type(Int.self), .type(Int.self)]))
    }
  }

  @Test(arguments: Way.allCases)
  func aChildTaskOfAnotherCreationIsACycle(_ way: Way) async {
    let graph = graph
    defer { registry.edit { $0.removeAll() } }
    register(
      .async(Int.self) { _ in Int(try await graph.resolve(UInt.self, in: nil)) },
      .async(UInt.self) { _ in UInt(try await graph.resolve(String.self, in: nil)) ?? 0 },
      .async(String.self, scope: .instance) { _ in "\(try await way.resolve(graph))" })
    #expect(
      await failure { try await graph.resolve(Int.self, in: nil) }
        == .cycle([.type(Int.self), .type(UInt.self), .type(String.self), .type(Int.self)]))
  }

  @Test(arguments: Way.allCases)
  func whatIsNotKeptDoesNotRecurForEver(_ way: Way) async {
    let graph = graph
    defer { registry.edit { $0.removeAll() } }
    register(.async(Int.self, scope: .instance) { _ in try await way.resolve(graph) })
    #expect(await failure { try await graph.resolve(Int.self, in: nil) }.isCycle)
  }

  /// A task that the factory starts with `Task` waits for the instance and receives it.
  @Test(arguments: [false, true])
  func aTaskOfItsOwnIsNoCycle(_ isPreferring: Bool) async throws {
    let graph = graph
    defer { registry.edit { $0.removeAll() } }
    let inner = Box<Task<Int, any Error>?>(nil)
    let hasBegun = AsyncGate()
    register(
      .async(Int.self) { _ in
        inner.value = Task(executorPreference: isPreferring ? Preferred.executor : nil) {
          async let own = graph.resolve(Int.self, in: nil)
          hasBegun.open()
          return try await own
        }
        await hasBegun.wait()
        for _ in 0..<100 { await Task.yield() }
        return 1
      })
    #expect(try await graph.resolve(Int.self, in: nil) == 1)
    #expect(try await inner.value?.value == 1)
  }

  @Test func whatIsNotKeptMayRecurALittle() async throws {
    let graph = graph
    let count = Counter()
    defer { registry.edit { $0.removeAll() } }
    register(
      .async(Int.self, scope: .instance) { _ in
        let number = count.increment()
        if number == 20 { return 0 }
        async let next = graph.resolve(Int.self, in: nil)
        return try await next + 1
      })
    #expect(try await graph.resolve(Int.self, in: nil) == 20)
  }

  /// A factory that starts an unstructured task, which resolves the factory's instance, and awaits
  /// that task.
  private func awaitingItsOwnTask(
    _ inner: Box<Task<Int, any Error>?>, _ hasBegun: AsyncGate, _ graph: Graph
  ) -> Registration {
    .async(Int.self) { _ in
      let task = Task { try await graph.resolve(Int.self, in: nil) }
      inner.value = task
      hasBegun.open()
      return try await task.value
    }
  }

  @Test func theWaitOfAnInnerTaskDoesNotCount() async throws {
    let graph = graph
    defer { registry.edit { $0.removeAll() } }
    for round in 0..<50 {
      let inner = Box<Task<Int, any Error>?>(nil)
      let hasBegun = AsyncGate()
      let registration = awaitingItsOwnTask(inner, hasBegun, graph)
      register(registration)
      let callers = (0..<3).map { _ in Task { try await graph.resolve(Int.self, in: nil) } }
      await hasBegun.wait()
      for _ in 0..<round { await Task.yield() }
      for caller in callers { caller.cancel() }
      for caller in callers {
        await #expect(throws: CancellationError.self) { try await caller.value }
      }
      await #expect(throws: CancellationError.self) { try await inner.value?.value }
      registry.edit { $0.remove(registration) }
    }
  }

  @Test func theWaitOfAnInnerTaskByWayOfAnotherCreationDoesNotCount() async throws {
    let graph = graph
    defer { registry.edit { $0.removeAll() } }
    let inner = Box<Task<UInt, any Error>?>(nil)
    let isAsked = AsyncGate()
    register(
      .async(Int.self) { _ in
        let task = Task { try await graph.resolve(UInt.self, in: nil) }
        inner.value = task
        return Int(try await task.value)
      },
      .async(UInt.self) { _ in
        isAsked.open()
        return UInt(try await graph.resolve(Int.self, in: nil))
      })
    let caller = Task { try await graph.resolve(Int.self, in: nil) }
    await isAsked.wait()
    for _ in 0..<100 { await Task.yield() }
    caller.cancel()
    await #expect(throws: CancellationError.self) { try await caller.value }
    await #expect(throws: CancellationError.self) { try await inner.value?.value }
  }

  @Test func whoWaitsOutsideByWayOfAnotherCreationCounts() async throws {
    let graph = graph
    defer { registry.edit { $0.removeAll() } }
    let isAsked = AsyncGate()
    let mayEnd = AsyncGate()
    register(
      .async(Int.self) { _ in
        _ = Task { try await graph.resolve(UInt.self, in: nil) }
        await mayEnd.wait()
        return Task.isCancelled ? 0 : 1
      },
      .async(UInt.self) { _ in
        isAsked.open()
        return UInt(try await graph.resolve(Int.self, in: nil))
      })
    let caller = Task { try await graph.resolve(Int.self, in: nil) }
    await isAsked.wait()
    let other = Task { try await graph.resolve(UInt.self, in: nil) }
    for _ in 0..<100 { await Task.yield() }
    caller.cancel()
    await #expect(throws: CancellationError.self) { try await caller.value }
    mayEnd.open()
    #expect(try await other.value == 1)
  }
}
