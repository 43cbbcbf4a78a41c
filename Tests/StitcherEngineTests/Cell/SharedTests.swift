import Foundation
import StitcherEngine
import StitcherTestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct SharedTests {
  @Test func livesAsLongAsItIsRetained() throws {
    let lifetimes = Lifetimes()
    let graph = Graph([
      .type(Tracked.self, also: [(any Numbered).self], scope: .shared) { Tracked(lifetimes) },
      .name("n", scope: .shared) { OtherTracked(lifetimes) },
    ])
    defer { graph.deactivateAll() }
    for round in 1...3 {
      do {
        let instance = try graph.resolve(Tracked.self)
        let named = try graph.resolve(name: "n", as: OtherTracked.self)
        #expect(try graph.resolve(Tracked.self) === instance)
        #expect(try graph.resolve((any Numbered).self) === instance)
        #expect(try graph.resolve((any Numbered).self) === instance)
        #expect(try graph.resolve(name: "n", as: OtherTracked.self) === named)
        #expect(lifetimes.living == 2)
      }
      #expect(lifetimes.living == 0)
      #expect(lifetimes.inits == round * 2)
    }
  }

  @Test func isNewForEachInjectionIfItIsAValue() throws {
    let made = Counter()
    let graph = Graph([.type(Int.self, scope: .shared) { made.increment() }])
    defer { graph.deactivateAll() }
    #expect(try (0..<3).map { _ in try graph.resolve(Int.self) } == [0, 1, 2])
  }

  @Test func isNewForEachWaitingThreadIfItIsAValue() {
    let made = Counter()
    let isAsked = Counter()
    let threads = 3
    let rounds = 200
    let graph = Graph([
      .type(Int.self, scope: .shared) {
        // The other threads resolve while this creation is running.
        let start = isAsked.value
        for _ in 0..<200 where isAsked.value < start + threads - 1 { Thread.yieldToOthers() }
        return made.increment()
      }
    ])
    defer { graph.deactivateAll() }
    let barrier = Barrier(threads)
    let results = runThreads(threads) { _ in
      (0..<rounds).compactMap { _ in
        barrier.wait()
        isAsked.increment()
        return try? graph.resolve(Int.self)
      }
    }
    #expect(Set(results.joined()).count == threads * rounds)
    #expect(made.value == threads * rounds)
  }

  @Test func isOneObjectWhileThreadsTakeAndDropIt() {
    let lifetimes = Lifetimes()
    let graph = Graph([
      .type(Tracked.self, also: [(any Numbered).self], scope: .shared) { Tracked(lifetimes) }
    ])
    defer { graph.deactivateAll() }
    let mismatches = runThreads(4) { thread in
      (0..<5_000).count { _ in
        guard let one = try? graph.resolve(Tracked.self),
          let other = try? thread % 2 == 0
            ? graph.resolve(Tracked.self) : graph.resolve((any Numbered).self)
        else { return true }
        return one !== other
      }
    }
    #expect(mismatches == [0, 0, 0, 0])
    #expect(lifetimes.living == 0)
  }

  @Test func mayBeReplacedInItsDeinit() throws {
    let lifetimes = Lifetimes()
    let successor = Box<Tracked?>(nil)
    let graph = Graph()
    defer { graph.deactivateAll() }
    graph.activate(
      DeclaredRegistry(contents: [
        .type(Tracked.self, scope: .shared) {
          Tracked(lifetimes) {
            if successor.value == nil { successor.value = try? graph.resolve(Tracked.self) }
          }
        }
      ]))
    _ = try graph.resolve(Tracked.self)
    #expect(lifetimes.inits == 2)
    #expect(try graph.resolve(Tracked.self) === successor.value)
    graph.deactivateAll()
    successor.value = nil
  }

  @Test func isForgottenWhenUnusedStorageIsReleased() throws {
    let graph = Graph([
      .type(Tracked.self, scope: .shared) { Tracked(Lifetimes()) },
      .type(Engine.self, scope: .shared) { Engine() },
      .type(Int.self, scope: .singleton) { 4 },
    ])
    defer { graph.deactivateAll() }
    let held = try graph.resolve(Tracked.self)
    _ = try graph.resolve(Engine.self)
    _ = try graph.resolve(Int.self)
    graph.releaseUnusedStorage()
    #expect(try graph.resolve(Tracked.self) === held)
    #expect(try graph.resolve(Int.self) == 4)
    _ = try graph.resolve(Engine.self)
    graph.releaseUnusedStorage()
    graph.releaseUnusedStorage()
  }
}
