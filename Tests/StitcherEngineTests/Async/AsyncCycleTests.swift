import StitcherEngine
import StitcherTestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct AsyncCycleTests {
  let registry = EditableRegistry()
  let graph = Graph()

  init() { graph.activate(registry) }

  private func register(_ registrations: Registration...) {
    registry.edit { edit in for registration in registrations { edit.insert(registration) } }
  }

  /// The path from Int to UInt and back to Int.
  private let path: [Locator] = [.type(Int.self), .type(UInt.self), .type(Int.self)]

  @Test(arguments: [Scope.singleton, .instance], [Scope.singleton, .instance])
  func aCycleIsThrownWithItsPath(one: Scope, other: Scope) async {
    register(
      .async(Int.self, scope: one) { Int(try await $0.get(UInt.self)) },
      .async(UInt.self, scope: other) { UInt(try await $0.get(Int.self)) })
    #expect(await failure { try await graph.resolve(Int.self, in: nil) } == .cycle(path))
  }

  @Test func aFactoryThatDoesNotUseItsContextIsFoundByItsTask() async {
    let graph = graph
    // The factories hold the graph, so the registry is emptied at the end.
    defer { registry.edit { $0.removeAll() } }
    register(
      .async(Int.self) { _ in Int(try await graph.resolve(UInt.self, in: nil)) },
      .async(UInt.self, scope: .instance) { _ in
        UInt(try await graph.resolve(Int.self, in: nil))
      })
    #expect(await failure { try await graph.resolve(Int.self, in: nil) } == .cycle(path))
  }

  @Test func aCycleThroughAChildTaskIsFound() async {
    register(
      .async(Int.self) { context in
        async let number = context.get(UInt.self)
        return Int(try await number)
      },
      .async(UInt.self) { context in
        try await withThrowingTaskGroup(of: Int.self) { group in
          group.addTask { try await context.get(Int.self) }
          return UInt(try await group.next()!)
        }
      })
    #expect(await failure { try await graph.resolve(Int.self, in: nil) } == .cycle(path))
  }

  @Test func aCycleThatIsSplitOverTasksIsThrown() async {
    for _ in 0..<200 {
      let registry = EditableRegistry()
      let graph = Graph()
      graph.activate(registry)
      let one = AsyncGate()
      let other = AsyncGate()
      let begun = Counter()
      registry.edit { edit in
        edit.insert(
          .async(Int.self) { context in
            begun.increment()
            one.open()
            await other.wait()
            return Int(try await context.get(UInt.self))
          })
        edit.insert(
          .async(UInt.self) { context in
            begun.increment()
            other.open()
            await one.wait()
            return UInt(try await context.get(Int.self))
          })
      }
      async let first = failure { try await graph.resolve(Int.self, in: nil) }
      async let second = failure { try await graph.resolve(UInt.self, in: nil) }
      let failures = await [first, second]
      #expect(failures.allSatisfy { $0.isCycle })
    }
  }

  @Test func aCycleThatIsSplitOverThreeTasksIsThrown() async {
    for _ in 0..<100 {
      let registry = EditableRegistry()
      let graph = Graph()
      graph.activate(registry)
      let gates = [AsyncGate(), AsyncGate(), AsyncGate()]
      // No factory resolves the next dependency before all three are running.
      @Sendable func meet(_ number: Int) async {
        gates[number].open()
        for gate in gates { await gate.wait() }
      }
      registry.edit { edit in
        edit.insert(
          .async(Int.self) { context in
            await meet(0)
            return Int(try await context.get(UInt.self))
          })
        edit.insert(
          .async(UInt.self) { context in
            await meet(1)
            return UInt(try await context.get(Int8.self))
          })
        edit.insert(
          .async(Int8.self) { context in
            await meet(2)
            return Int8(try await context.get(Int.self))
          })
      }
      async let first = failure { try await graph.resolve(Int.self, in: nil) }
      async let second = failure { try await graph.resolve(UInt.self, in: nil) }
      async let third = failure { try await graph.resolve(Int8.self, in: nil) }
      for failure in await [first, second, third] {
        guard case .cycle(let path) = failure else {
          Issue.record("expected a cycle, got \(failure)")
          continue
        }
        #expect(path.count == 4 && path.first == path.last && Set(path).count == 3)
      }
    }
  }

  @Test func aTaskThatAFactoryStartsAndDoesNotAwaitIsNoCycle() async throws {
    let late = Box<Task<Int, any Error>?>(nil)
    register(
      .async(Int.self) { context in
        late.value = Task { try await context.graph.resolve(Int.self, in: nil) }
        for _ in 0..<100 { await Task.yield() }
        return 7
      })
    #expect(try await graph.resolve(Int.self, in: nil) == 7)
    #expect(try await late.value?.value == 7)
  }

  @Test func aContextThatIsUsedAfterTheFactoryIsNoCycle() async throws {
    let kept = Box<AsyncResolutionContext?>(nil)
    // The context holds the graph, the graph holds the factory, and the factory holds the box.
    defer { kept.value = nil }
    register(
      .async(Int.self, scope: .instance) { context in
        kept.value = context
        return 7
      })
    _ = try await graph.resolve(Int.self, in: nil)
    #expect(try await kept.value?.get(Int.self) == 7)
  }

  @Test func aDiamondIsNoCycle() async throws {
    register(
      .async(Int.self) { _ in
        await Task.yield()
        return 1
      },
      .async(UInt.self) { UInt(try await $0.get(Int.self)) },
      .async(Int8.self) { Int8(try await $0.get(Int.self)) },
      .async(String.self) { context in
        async let one = context.get(UInt.self)
        async let other = context.get(Int8.self)
        return "\(try await one)\(try await other)"
      })
    for _ in 0..<300 {
      #expect(try await graph.resolve(String.self, in: nil) == "11")
      for registration in registry.registrations { registry.forgetInstance(of: registration) }
    }
  }
}
