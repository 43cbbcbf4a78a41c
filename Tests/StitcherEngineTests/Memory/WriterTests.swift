import Foundation
import StitcherEngine
import StitcherTestSupport
import Testing

/// Writers wait for the read sections that were open at their start, and for no others.
///
/// Sections are held open in a separate process, where they do not delay other tests.
@Suite(.timeLimit(.minutes(20))) struct WriterTests {
  /// A thread that waits for open read sections.
  private final class Writer: Sendable {
    private let hasEnded = Box(false)
    private let worker: Worker<Void>

    init() {
      let (hasBegun, hasEnded) = (Gate(), hasEnded)
      worker = Worker {
        hasBegun.open()
        Reclamation.waitForReaders()
        hasEnded.value = true
      }
      hasBegun.wait()
    }

    /// Whether the writer still waits after many times the time that it needs.
    var isWaiting: Bool {
      for _ in 0..<2000 where !hasEnded.value { Thread.yieldToOthers() }
      return !hasEnded.value
    }

    /// Whether the writer ends within a second.
    var endsSoon: Bool {
      let deadline = ContinuousClock.now + .seconds(1)
      Thread.yieldToOthers { hasEnded.value || ContinuousClock.now > deadline }
      return hasEnded.value
    }

    /// Waits until the writer has ended.
    func join() { worker.join() }
  }

  /// A thread that stays in a read section until `end()` is called.
  private final class Reader: Sendable {
    private let mayEnd = Gate()
    private let worker: Worker<Void>

    init() {
      let (isReading, mayEnd) = (Gate(), mayEnd)
      worker = Worker {
        let section = ReadSection.begin()
        isReading.open()
        mayEnd.wait()
        section.end()
      }
      isReading.wait()
    }

    /// Ends the read section.
    func end() {
      mayEnd.open()
      worker.join()
    }
  }

  @Test func aWriterWaitsForAllSectionsThatAreOpen() async {
    await #expect(processExitsWith: .success) {
      let readers = (0..<3).map { _ in Reader() }
      let writer = Writer()
      for reader in readers {
        precondition(writer.isWaiting)
        reader.end()
      }
      writer.join()
    }
  }

  /// Whether a closure returns `true` in one of 20 rounds.
  ///
  /// A writer's thread may be delayed before it checks the sections, so that it waits for sections
  /// that begin later as well. A writer that waits for later sections does so in every round.
  private static func holdsInOneRound(_ body: () -> Bool) -> Bool {
    (0..<20).contains { _ in body() }
  }

  @Test func aSectionThatBeganLaterIsNoReasonToWait() async {
    await #expect(processExitsWith: .success) {
      let hasEnded = WriterTests.holdsInOneRound {
        let reader = Reader()
        let writer = Writer()
        precondition(writer.isWaiting)
        let later = Reader()
        reader.end()
        let hasEnded = writer.endsSoon
        later.end()
        writer.join()
        return hasEnded
      }
      precondition(hasEnded)
    }
  }

  @Test func theNextSectionOfTheSameThreadIsNoReasonToWait() async {
    await #expect(processExitsWith: .success) {
      let hasEnded = WriterTests.holdsInOneRound {
        let section = ReadSection.begin()
        let writer = Writer()
        precondition(writer.isWaiting)
        section.end()
        let next = ReadSection.begin()
        let hasEnded = writer.endsSoon
        next.end()
        writer.join()
        return hasEnded
      }
      precondition(hasEnded)
    }
  }

  @Test func aThreadThatEndsWithinASectionIsNotWaitedFor() async {
    await #expect(processExitsWith: .success) {
      let isReading = Gate()
      let mayEnd = Gate()
      let reader = Worker {
        runThreadToItsEnd {
          _ = ReadSection.begin()
          isReading.open()
          mayEnd.wait()
        }
      }
      isReading.wait()
      let writer = Writer()
      precondition(writer.isWaiting)
      mayEnd.open()
      reader.join()
      writer.join()
      #if STITCHER_INVARIANTS
        Reclamation._invariantCheck()
      #endif
    }
  }

  @Test(arguments: [16, 64]) func aWriterDoesNotStarveBesideManyReaders(readers: Int) async {
    await #expect(processExitsWith: .success) { [readers] in
      let (duration, turn) = WriterTests.durationOfAChange(beside: readers)
      // One activation took 0.6 seconds beside 16 readers on two cores, and 15 seconds beside 64.
      precondition(duration < .seconds(2) + turn * 10, "\(duration), a turn takes \(turn)")
    }
  }

  /// Measures an activation and a deactivation while other threads read without a pause.
  ///
  /// - Returns: The duration of both, and the time until each reader had a turn, which is longer on
  ///   a busy machine.
  private static func durationOfAChange(
    beside readers: Int, _ prepare: @escaping @Sendable () -> Void = {}
  ) -> (duration: Duration, turn: Duration) {
    let graph = Graph([.type(Int.self, scope: .singleton) { 1 }])
    let isDone = Box(false)
    let turns = (0..<readers).map { _ in Counter() }
    let threads = turns.map { turns in
      Worker {
        prepare()
        while !isDone.value {
          for _ in 0..<1000 { precondition((try? graph.resolve(Int.self)) == 1) }
          turns.increment()
        }
      }
    }
    Thread.yieldToOthers { turns.allSatisfy { $0.value > 0 } }
    let turn = ContinuousClock().measure {
      let before = turns.map(\.value)
      Thread.yieldToOthers { zip(turns, before).allSatisfy { $0.value > $1 } }
    }
    let registry = DeclaredRegistry(contents: [.type(String.self) { "" }])
    let duration = ContinuousClock().measure {
      graph.activate(registry)
      graph.deactivate(registry)
    }
    isDone.value = true
    for thread in threads { thread.join() }
    return (duration, turn)
  }

  #if os(Linux)
    @Test(.enabled(if: canBeRealTime, "Needs the right to run in real time."))
    func aWriterInRealTimeLetsReadersOfLowerPriorityEndTheirSections() async {
      await #expect(processExitsWith: .success) {
        let released = Counter()
        let isReading = Gate()
        let hasWritten = Gate()
        // Reader and writer share one processor, so the writer has to yield to the reader.
        let reader = Worker {
          Self.stayOnOneProcessor()
          isReading.open()
          while released.value < 1000 {
            let section = ReadSection.begin()
            for _ in 0..<100 { _ = released.value }
            section.end()
          }
          hasWritten.wait()
        }
        isReading.wait()
        Worker {
          Self.stayOnOneProcessor()
          precondition(Self.becomeRealTime())
          for _ in 0..<1000 {
            Reclamation.waitForReaders()
            released.increment()
          }
          hasWritten.open()
        }.join()
        reader.join()
        precondition(released.value == 1000)
      }
    }

    /// Whether this process may have real-time threads.
    private static let canBeRealTime = Worker { becomeRealTime() }.join()

    /// Gives the calling thread real-time priority; returns whether that is permitted.
    private static func becomeRealTime() -> Bool {
      var priority = sched_param()
      priority.sched_priority = 1
      return pthread_setschedparam(pthread_self(), SCHED_FIFO, &priority) == 0
    }

    /// Binds the calling thread to the first processor that it may use.
    private static func stayOnOneProcessor() {
      var processors = [UInt8](repeating: 0, count: 128)
      let count = processors.count
      guard processorsOfThread(0, count, &processors) == 0,
        let first = processors.firstIndex(where: { $0 != 0 })
      else { return }
      var only = [UInt8](repeating: 0, count: count)
      only[first] = processors[first] & (~processors[first] &+ 1)
      _ = setProcessorsOfThread(0, count, &only)
    }
  #endif

  @Test func aForkedProcessMayChangeItsGraph() async {
    await #expect(processExitsWith: .success) {
      // A second thread runs, so writers need a memory barrier of the system.
      let mayEnd = Gate()
      let graph = Graph([.type(Int.self, scope: .singleton) { 1 }])
      let isReading = Gate()
      let other = Worker {
        _ = try? graph.resolve(Int.self)
        isReading.open()
        mayEnd.wait()
      }
      isReading.wait()
      Reclamation.waitForReaders()
      let child = forkForTests()
      if child == 0 {
        Reclamation.waitForReaders()
        exitForTests((try? graph.resolve(Int.self)) == 1 ? 0 : 1)
      }
      var status: Int32 = -1
      waitpid(child, &status, 0)
      precondition(status == 0)
      mayEnd.open()
      other.join()
    }
  }
}

#if os(Linux)
  /// Returns the processors that a thread may use; thread zero is the calling one.
  @_silgen_name("sched_getaffinity")
  private func processorsOfThread(
    _ thread: Int32, _ size: Int, _ mask: UnsafeMutablePointer<UInt8>
  ) -> Int32

  /// Sets the processors that a thread may use; thread zero is the calling one.
  @_silgen_name("sched_setaffinity")
  private func setProcessorsOfThread(
    _ thread: Int32, _ size: Int, _ mask: UnsafeMutablePointer<UInt8>
  ) -> Int32
#endif

/// Forks the process; Swift does not import this function by its name.
@_silgen_name("fork") private func forkForTests() -> Int32

/// Ends a forked process at once.
@_silgen_name("_exit") private func exitForTests(_ status: Int32) -> Never
