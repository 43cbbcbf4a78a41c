import StitcherEngine
import StitcherTestSupport
import Testing

/// Deeply nested asynchronous creations.
@Suite(.timeLimit(.minutes(20))) struct AsyncDepthTests {
  #if DEBUG
    static let depth = bounded(3000, sanitized: 500)
    static let cycle = bounded(3000, sanitized: 500)
  #else
    static let depth = bounded(10_000, sanitized: 500)
    static let cycle = bounded(50_000, sanitized: 500)
  #endif

  /// A chain of graphs: the factory of each graph resolves from the next graph.
  private struct Chain {
    var graphs: [Graph] = []
    var registries: [EditableRegistry] = []

    /// Creates a chain; a closure creates its last dependency.
    init(
      _ scope: Scope, length: Int,
      end: @escaping @Sendable (_ first: Graph, AsyncResolutionContext) async throws -> Int
    ) {
      for _ in 0..<length {
        let registry = EditableRegistry()
        let graph = Graph()
        graph.activate(registry)
        graphs.append(graph)
        registries.append(registry)
      }
      let first = graphs[0]
      for number in 0..<length {
        let next = number + 1 < length ? graphs[number + 1] : nil
        registries[number].edit { edit in
          edit.insert(
            .async(Int.self, scope: scope) { context in
              guard let next else { return try await end(first, context) }
              return try await next.resolve(Int.self, in: context) + 1
            })
        }
      }
    }

    /// Removes the factories, which hold the graphs.
    func end() { for registry in registries { registry.edit { $0.removeAll() } } }
  }

  @Test(arguments: [Scope.singleton, .instance])
  func aLongChainIsCreated(_ scope: Scope) async throws {
    let chain = Chain(scope, length: Self.depth) { _, _ in 1 }
    defer { chain.end() }
    #expect(try await chain.graphs[0].resolve(Int.self, in: nil) == Self.depth)
  }

  @Test(arguments: [Scope.singleton, .instance])
  func aLongCycleIsAnErrorWithItsWholePath(_ scope: Scope) async throws {
    let chain = Chain(scope, length: Self.cycle) { first, context in
      try await first.resolve(Int.self, in: context)
    }
    defer { chain.end() }
    let path = Array(repeating: Locator.type(Int.self), count: Self.cycle + 1)
    #expect(await failure { try await chain.graphs[0].resolve(Int.self, in: nil) } == .cycle(path))
  }

  @Test func aLongCycleThatIsSplitOverTasksIsAnError() async throws {
    let isReached = AsyncGate()
    let mayGoOn = AsyncGate()
    let chain = Chain(.singleton, length: Self.depth) { first, _ in
      isReached.open()
      await mayGoOn.wait()
      return try await first.resolve(Int.self, in: nil)
    }
    defer { chain.end() }
    async let one = failure { try await chain.graphs[0].resolve(Int.self, in: nil) }
    await isReached.wait()
    // The later caller waits for the first one, even if its own chain is long.
    async let other = failure { try await chain.graphs[1].resolve(Int.self, in: nil) }
    mayGoOn.open()
    #expect(await one.isCycle)
    #expect(await other.isCycle)
  }

  @Test func whoKeepsTheInnermostContextKeepsNoStack() async throws {
    let kept = Box<AsyncResolutionContext?>(nil)
    let chain = Chain(.instance, length: Self.depth) { _, context in
      kept.value = context
      return 1
    }
    defer { chain.end() }
    #expect(try await chain.graphs[0].resolve(Int.self, in: nil) == Self.depth)
    // The whole path is released at once, on a small stack.
    let context = Box(kept.take())
    #expect(Worker(stackSize: 256 << 10) { context.take() != nil }.join())
    #expect(context.value == nil)
  }
}
