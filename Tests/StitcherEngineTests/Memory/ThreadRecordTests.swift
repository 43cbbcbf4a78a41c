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
    let registry = FixedRegistry(contents: [.type(String.self) { "" }])
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

  /// What a thread keeps under a key whose destructor injects.
  private final class Inheritance: Sendable {
    let graph: Graph
    let key: pthread_key_t
    let rounds: Int
    let calls = Counter()

    /// Creates a key, after the engine has made its own: so that its destructor runs after the
    /// engine's.
    init(_ graph: Graph, rounds: Int) {
      self.graph = graph
      self.rounds = rounds
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

    /// Leaves something for the calling thread's end.
    func leave() { pthread_setspecific(key, Unmanaged.passUnretained(self).toOpaque()) }

    /// Injects, and has the destructor called once more.
    private func pass() {
      precondition((try? graph.resolve(Int.self)) == 1)
      if calls.increment() < rounds { leave() }
    }
  }

  @Test(arguments: [1, 2])
  func aKeyDestructorMayInject(rounds: Int) async {
    await #expect(processExitsWith: .success) { [rounds] in
      let inheritance = Inheritance(ThreadRecordTests.graph(), rounds: rounds)
      let before = ThreadRecords.livingCount
      for _ in 0..<100 {
        runThreadToItsEnd {
          inheritance.leave()
          _ = try? inheritance.graph.resolve(Int.self)
        }
      }
      precondition(inheritance.calls.value >= 100)
      precondition(ThreadRecords.livingCount == before)
      precondition(ThreadRecords.count <= before + 1)
    }
  }

  #if os(Linux)
    @Test func aKeyDestructorMayInjectInEveryRound() async {
      await #expect(processExitsWith: .success) {
        let inheritance = Inheritance(Self.graph(), rounds: .max)
        let before = ThreadRecords.livingCount
        for _ in 0..<100 {
          runThreadToItsEnd {
            inheritance.leave()
            _ = try? inheritance.graph.resolve(Int.self)
          }
        }
        // The last round is the system's: nobody tells of the end that follows it.
        precondition(inheritance.calls.value >= 200)
        precondition(ThreadRecords.count <= before + 20)
        // Who has joined a thread may be a moment ahead of the system.
        var turns = 0
        repeat {
          Self.change(inheritance.graph)
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
