import StitcherEngine
import StitcherTestSupport
import Testing

/// Threads and tasks that wait for each other's creations.
@Suite(.timeLimit(.minutes(20))) struct MixedWaitTests {
  let registry = EditableRegistry()
  let graph = Graph()

  init() { graph.activate(registry) }

  private func register(_ registrations: Registration...) {
    registry.edit { edit in for registration in registrations { edit.insert(registration) } }
  }

  @Test func aThreadGetsOnlyWhatALiveAsynchronousFactoryHasMade() async throws {
    register(.async(Int.self) { _ in 1 }, .async(UInt.self, scope: .instance) { _ in 1 })
    #expect(failure { try graph.resolve(Int.self) } == .asynchronous(.type(Int.self)))
    #expect(failure { try graph.resolve(UInt.self) } == .asynchronous(.type(UInt.self)))
    #expect(failure { try graph.resolveAll(Int.self) } == .asynchronous(.type(Int.self)))
    _ = try await graph.resolve(Int.self, in: nil)
    #expect(try graph.resolve(Int.self) == 1)
    #expect(try graph.resolveAll(Int.self) == [1])
  }

  @Test func aThreadDoesNotWaitForATask() async throws {
    let hasBegun = AsyncGate()
    let mayEnd = AsyncGate()
    register(
      .async(Int.self) { _ in
        hasBegun.open()
        await mayEnd.wait()
        return 1
      })
    let graph = graph
    async let one = graph.resolve(Int.self, in: nil)
    await hasBegun.wait()
    #expect(
      await onThread { failure { try graph.resolve(Int.self) } } == .asynchronous(.type(Int.self)))
    mayEnd.open()
    #expect(try await one == 1)
  }

  @Test(arguments: [Scope.singleton, .instance], [Scope.singleton, .instance])
  func aSynchronousFactoryOnThePathClosesACycle(_ outer: Scope, _ inner: Scope) async {
    let graph = graph
    defer { registry.edit { $0.removeAll() } }
    register(
      .async(Int.self, scope: outer) { Int(try await $0.get(UInt.self)) },
      .type(UInt.self, scope: inner) { UInt(try graph.resolve(Int8.self)) },
      .type(Int8.self, scope: inner) { Int8(try graph.resolve(Int.self)) })
    #expect(
      await failure { try await graph.resolve(Int.self, in: nil) }
        == .cycle([.type(Int.self), .type(UInt.self), .type(Int8.self), .type(Int.self)]))
  }

  @Test func aFactoryThatAsksForItselfSynchronouslyIsACycle() async {
    let graph = graph
    defer { registry.edit { $0.removeAll() } }
    register(.async(Int.self) { _ in try graph.resolve(Int.self) })
    #expect(
      await failure { try await graph.resolve(Int.self, in: nil) }
        == .cycle([.type(Int.self), .type(Int.self)]))
  }

  @Test func anAsynchronousFactoryOffThePathIsNoCycle() async {
    let graph = graph
    defer { registry.edit { $0.removeAll() } }
    register(
      .async(Int.self) { Int(try await $0.get(UInt.self)) },
      .type(UInt.self, scope: .singleton) { UInt(try graph.resolve(Int8.self)) },
      .async(Int8.self) { _ in 1 })
    #expect(
      await failure { try await graph.resolve(Int.self, in: nil) }
        == .asynchronous(.type(Int8.self)))
  }

  @Test func aCycleOverATaskAndAThreadIsThrownWithItsPath() async throws {
    let graph = graph
    defer { registry.edit { $0.removeAll() } }
    let isThere = AsyncGate()
    let isAsking = Gate()
    // The task creates Int and resolves UInt on its thread. UInt's factory resolves Int8, which a
    // thread is creating, and Int8's factory resolves Int.
    register(
      .async(Int.self) { context in
        await isThere.wait()
        return Int(try await context.get(UInt.self))
      },
      .type(UInt.self, scope: .singleton) {
        isAsking.open()
        return UInt(try graph.resolve(Int8.self))
      },
      .type(Int8.self, scope: .singleton) {
        isThere.open()
        isAsking.wait()
        // The cycle exists only while the task waits for UInt, so the thread retries until then.
        while true {
          let failed = failure { try graph.resolve(Int.self) }
          if failed == .asynchronous(.type(Int.self)) { continue }
          throw LookupResult(failure: failed)
        }
      })
    async let one = failure { try await graph.resolve(Int.self, in: nil) }
    let found = await onThread { () -> Failure in
      do { return .other("\(try graph.resolve(Int8.self))") } catch {
        return (error as? LookupResult)?.failure ?? .other("\(error)")
      }
    }
    #expect(
      found
        == .cycle([.type(Int8.self), .type(Int.self), .type(UInt.self), .type(Int8.self)]))
    #expect(await one == .other("\(LookupResult(failure: found))"))
  }

  /// The failure of a lookup inside a factory.
  private struct LookupResult: Error { let failure: Failure }

  @Test(arguments: [false, true])
  func aTaskWaitsForAThreadWithoutBlocking(isCancelled: Bool) async throws {
    let hasBegun = AsyncGate()
    let mayEnd = Gate()
    register(
      .type(Engine.self, scope: .singleton) {
        hasBegun.open()
        mayEnd.wait()
        return Engine()
      })
    let graph = graph
    async let own = onThread { try? graph.resolve(Engine.self) }
    await hasBegun.wait()
    // More tasks than the pool has threads.
    let tasks = (0..<100).map { _ in Task { try await graph.resolve(Engine.self, in: nil) } }
    for _ in 0..<300 { await Task.yield() }
    if isCancelled {
      for task in tasks {
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
      }
    }
    mayEnd.open()
    let engine = try #require(await own)
    if !isCancelled { for task in tasks { #expect(try await task.value === engine) } }
    #expect(try await graph.resolve(Engine.self, in: nil) === engine)
  }

  @Test func anErrorOfAThreadGoesToTheTasksThatWait() async throws {
    let hasBegun = AsyncGate()
    let mayEnd = Gate()
    let count = Counter()
    register(
      .type(Int.self, scope: .singleton) {
        let number = count.increment()
        if number > 0 { return number }
        hasBegun.open()
        mayEnd.wait()
        throw FactoryError(number: 3)
      })
    let graph = graph
    async let own = onThread { failure { try graph.resolve(Int.self) } }
    await hasBegun.wait()
    let asking = Counter()
    let task = Task {
      asking.increment()
      return await failure { try await graph.resolve(Int.self, in: nil) }
    }
    await eventually { asking.value == 1 }
    for _ in 0..<300 { await Task.yield() }
    mayEnd.open()
    #expect(await own == .other("FactoryError(number: 3)"))
    #expect([.none, .other("FactoryError(number: 3)")].contains(await task.value))
  }

  @Test func anEqualRegistrationWithAnotherKindOfFactorySharesThePlace() async throws {
    let hasBegun = AsyncGate()
    let mayEnd = AsyncGate()
    let contents: RegistrationSet = [
      .async(Int.self) { _ in
        hasBegun.open()
        await mayEnd.wait()
        return 1
      }
    ]
    let fixed = DeclaredRegistry(contents: contents)
    graph.activate(fixed)
    let graph = graph
    async let one = graph.resolve(Int.self, in: nil)
    await hasBegun.wait()
    fixed.replaceContents([.type(Int.self, scope: .singleton) { 2 }])
    #expect(
      await onThread { failure { try graph.resolve(Int.self) } } == .asynchronous(.type(Int.self)))
    async let other = graph.resolve(Int.self, in: nil)
    mayEnd.open()
    #expect(try await one == 1)
    #expect(try await other == 1)
    #expect(try graph.resolve(Int.self) == 1)
  }
}
