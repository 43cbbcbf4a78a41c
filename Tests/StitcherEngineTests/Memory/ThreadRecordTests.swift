import Foundation
import StitcherEngine
import StitcherTestSupport
import Testing

/// Writers look at the threads that live, and memory grows with those that lived at one time.
///
/// Each test counts in a process of its own, in which no other test has threads.
@Suite(.timeLimit(.minutes(20))) struct ThreadRecordTests {
  /// A graph in which threads inject.
  private static func graph() -> Graph { Graph([.type(Int.self, scope: .singleton) { 1 }]) }

  /// Changes a graph, which looks at all records.
  private static func change(_ graph: Graph) {
    let registry = DeclaredRegistry(contents: [.type(String.self) { "" }])
    graph.activate(registry)
    graph.deactivate(registry)
  }

  @Test func writersDoNotLookAtThreadsThatHaveEnded() async {
    await #expect(processExitsWith: .success) {
      let graph = Self.graph()
      Self.change(graph)
      _ = try? graph.resolve(Int.self)
      let before = ThreadRecords.livingCount
      for _ in 0..<4000 {
        runThreadToItsEnd(stackSize: 256 << 10) { _ = try? graph.resolve(Int.self) }
      }
      precondition(ThreadRecords.livingCount == before)
      precondition(ThreadRecords.count <= before + 1, "A record is used again.")
    }
  }

  @Test func recordsAreAsManyAsThereWereThreadsAtOneTime() async {
    await #expect(processExitsWith: .success) {
      let graph = Self.graph()
      _ = try? graph.resolve(Int.self)
      let before = ThreadRecords.count
      let threads = 50
      for _ in 0..<4 {
        let all = Barrier(threads)
        let ends = (0..<threads).map { _ in
          Worker {
            runThreadToItsEnd(stackSize: 256 << 10) {
              _ = try? graph.resolve(Int.self)
              all.wait()
            }
          }
        }
        for end in ends { end.join() }
        precondition(ThreadRecords.count <= before + threads)
        precondition(ThreadRecords.livingCount == before)
        #if STITCHER_INVARIANTS
          Reclamation._invariantCheck()
        #endif
      }
    }
  }

  /// A key whose destructor injects. It is made after the engine's own, so that its destructor runs
  /// after the engine's.
  private final class Key: Sendable {
    let graph: Graph
    let calls = Counter()
    let key: pthread_key_t

    init() {
      graph = ThreadRecordTests.graph()
      _ = try? graph.resolve(Int.self)
      var key = pthread_key_t()
      pthread_key_create(&key) { value in
        #if canImport(Darwin)
          let address = value
        #else
          guard let address = value else { return }
        #endif
        Unmanaged<Inheritance>.fromOpaque(address).takeRetainedValue().pass()
      }
      self.key = key
    }

    /// Runs a thread that injects, also in some rounds of destructors.
    func runThread(rounds: Int) {
      runThreadToItsEnd { [self] in
        Inheritance(self, rounds: rounds).leave()
        _ = try? graph.resolve(Int.self)
      }
    }
  }

  /// What a thread leaves for its own end.
  private final class Inheritance {
    let key: Key
    var rounds: Int

    init(_ key: Key, rounds: Int) {
      self.key = key
      self.rounds = rounds
    }

    /// Has the destructor called.
    func leave() { pthread_setspecific(key.key, Unmanaged.passRetained(self).toOpaque()) }

    /// Injects, and has the destructor called once more if there are rounds left.
    func pass() {
      precondition((try? key.graph.resolve(Int.self)) == 1)
      key.calls.increment()
      rounds -= 1
      if rounds > 0 { leave() }
    }
  }

  @Test func aKeyDestructorMayInject() async {
    await #expect(processExitsWith: .success) {
      let key = Key()
      let before = ThreadRecords.livingCount
      for _ in 0..<100 { key.runThread(rounds: 1) }
      precondition(key.calls.value == 100)
      precondition(ThreadRecords.livingCount == before)
      precondition(ThreadRecords.count <= before + 1)
    }
  }

  #if os(Linux)
    @Test(
      .disabled(if: hasThreadSanitizer, "The sanitizer itself crashes in the last round."),
      arguments: [2, 3, .max])
    func aKeyDestructorMayInjectInEveryRound(rounds: Int) async {
      await #expect(processExitsWith: .success) { [rounds] in
        let key = Key()
        let before = ThreadRecords.livingCount
        for _ in 0..<100 { key.runThread(rounds: rounds) }
        // The last round is the system's: nobody tells of the end that follows it.
        precondition(key.calls.value >= 200)
        precondition(ThreadRecords.count <= before + 20)
        // Who has joined a thread may be a moment ahead of the system.
        var turns = 0
        repeat {
          ThreadRecordTests.change(key.graph)
          Thread.yieldToOthers()
          turns += 1
        } while ThreadRecords.livingCount != before && turns < 100_000
        precondition(ThreadRecords.livingCount == before)
        #if STITCHER_INVARIANTS
          Reclamation._invariantCheck()
        #endif
      }
    }
  #endif
}
