import Foundation
import StitcherEngine
import StitcherTestSupport
import Testing

/// Writers visit the records of living threads, and memory grows with the number of simultaneous
/// threads.
///
/// Each test counts in a separate process, in which no other test has threads.
@Suite(.timeLimit(.minutes(20))) struct ThreadRecordTests {
  /// A graph in which threads inject.
  private static func graph() -> Graph { Graph([.type(Int.self, scope: .singleton) { 1 }]) }

  /// Changes a graph, which visits all thread records.
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

  /// A thread-specific key with a destructor that injects. It is created after the engine's own
  /// key, so that its destructor runs after the engine's.
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
        Unmanaged<Inheritance>.fromOpaque(address).takeUnretainedValue().pass()
      }
      self.key = key
    }

    /// Runs a thread that injects, and injects again in some rounds of its destructors.
    func runThread(rounds: Int) {
      // The thread's storage does not retain the value.
      let inheritance = Inheritance(self, rounds: rounds)
      runThreadToItsEnd { [self] in
        inheritance.leave()
        _ = try? graph.resolve(Int.self)
      }
      withExtendedLifetime(inheritance) {}
    }
  }

  /// The value that a thread stores for the destructor.
  private final class Inheritance: @unchecked Sendable {
    // Safe: only the thread that has stored the object uses it.

    let key: Key
    var rounds: Int

    init(_ key: Key, rounds: Int) {
      self.key = key
      self.rounds = rounds
    }

    /// Stores this object for the destructor of the calling thread.
    func leave() { pthread_setspecific(key.key, Unmanaged.passUnretained(self).toOpaque()) }

    /// Injects, and schedules the destructor once more if rounds are left.
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
        precondition(key.calls.value >= 200)
        // After the system's last round of destructors, no destructor reports the end of the
        // thread. So each thread that injects in that round leaves a record behind.
        if rounds == .max { return precondition(ThreadRecords.count <= before + 120) }
        precondition(ThreadRecords.count <= before + 20)
        // A join may return slightly before the system has ended the thread.
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
