import Foundation
import StitcherEngine
import StitcherTestSupport
import Testing

/// No reader holds a writer up for long, and what a reader holds is released by it.
///
/// Sections are held open in a process of their own, where that concerns no other test.
@Suite(.timeLimit(.minutes(20))) struct WriterTests {
  /// Counts how often it was released.
  private struct Waste: Garbage {
    let released: Counter

    func release() { released.increment() }
  }

  @Test func whatIsRetiredInASectionIsReleasedByItsEnd() async {
    await #expect(processExitsWith: .success) {
      let released = Counter()
      let section = ReadSection.begin()
      for _ in 0..<3 { Worker { Reclamation.retire(Waste(released: released)) }.join() }
      precondition(released.value == 0)
      precondition(Reclamation.leftCount == 3)
      section.end()
      precondition(released.value == 3)
      precondition(Reclamation.leftCount == 0)
      #if STITCHER_INVARIANTS
        Reclamation._invariantCheck()
      #endif
    }
  }

  @Test func theLastOfSeveralSectionsReleases() async {
    await #expect(processExitsWith: .success) {
      let released = Counter()
      let all = Barrier(4)
      let isRetired = Gate()
      let turns = (0..<3).map { _ in Gate() }
      let readers = turns.map { turn in
        Worker {
          let section = ReadSection.begin()
          all.wait()
          isRetired.wait()
          turn.wait()
          section.end()
          return released.value
        }
      }
      all.wait()
      Reclamation.retire(Waste(released: released))
      isRetired.open()
      var seen: [Int] = []
      for (turn, reader) in zip(turns, readers) {
        turn.open()
        seen.append(reader.join())
      }
      precondition(seen == [0, 0, 1])
    }
  }

  @Test func aSectionOfAnotherDomainIsNoReasonToWait() async {
    await #expect(processExitsWith: .success) {
      let released = Counter()
      let section = ReadSection.begin(in: 16)
      Worker { Reclamation.retire(Waste(released: released), in: 32) }.join()
      precondition(released.value == 1)
      Worker { Reclamation.retire(Waste(released: released), in: 16) }.join()
      Worker { Reclamation.retire(Waste(released: released)) }.join()
      precondition(released.value == 1)
      section.end()
      precondition(released.value == 3)
    }
  }

  @Test func aSectionThatBeganLaterIsNoReasonToWait() async {
    await #expect(processExitsWith: .success) {
      let released = Counter()
      let hasEnded = Gate()
      let mayEnd = Gate()
      let section = ReadSection.begin()
      Worker { Reclamation.retire(Waste(released: released)) }.join()
      let later = Worker {
        let section = ReadSection.begin()
        hasEnded.open()
        mayEnd.wait()
        section.end()
      }
      hasEnded.wait()
      section.end()
      precondition(released.value == 1)
      mayEnd.open()
      later.join()
    }
  }

  @Test func aThreadThatEndsReleasesWhatWasLeftToIt() async {
    await #expect(processExitsWith: .success) {
      let released = Counter()
      let isReading = Gate()
      let isRetired = Gate()
      let reader = Worker {
        runThreadToItsEnd {
          let section = ReadSection.begin()
          isReading.open()
          isRetired.wait()
          // As under a lock, where nothing may be released.
          section.endUnderLock()
          precondition(released.value == 0)
        }
      }
      isReading.wait()
      Reclamation.retire(Waste(released: released))
      precondition(released.value == 0)
      isRetired.open()
      reader.join()
      precondition(released.value == 1)
      precondition(Reclamation.leftCount == 0)
    }
  }

  @Test(arguments: [16, 64]) func aWriterDoesNotStarveBesideManyReaders(readers: Int) async {
    await #expect(processExitsWith: .success) { [readers] in
      let duration = WriterTests.durationOfAChange(beside: readers)
      // It was 0.6 seconds for one activation beside 16 readers on two cores, and 15 beside 64.
      precondition(duration < .seconds(2), "\(duration)")
    }
  }

  /// Returns how long a thread takes to activate and deactivate beside readers that never stop.
  private static func durationOfAChange(
    beside readers: Int, _ prepare: @escaping @Sendable () -> Void = {}
  ) -> Duration {
    let graph = Graph([.type(Int.self, scope: .singleton) { 1 }])
    let isDone = Box(false)
    let isReading = (0..<readers).map { _ in Gate() }
    let threads = isReading.map { gate in
      Worker {
        prepare()
        while !isDone.value {
          for _ in 0..<1000 { precondition((try? graph.resolve(Int.self)) == 1) }
          gate.open()
        }
      }
    }
    for gate in isReading { gate.wait() }
    let registry = FixedRegistry(contents: [.type(String.self) { "" }])
    let duration = ContinuousClock().measure {
      graph.activate(registry)
      graph.deactivate(registry)
    }
    isDone.value = true
    for thread in threads { thread.join() }
    return duration
  }

  #if os(Linux)
    @Test(.enabled(if: canBeRealTime, "Needs the right to run in real time."))
    func aWriterInRealTimeLetsReadersOfLowerPriorityEndTheirSections() async {
      await #expect(processExitsWith: .success) {
        let released = Counter()
        let isReading = Gate()
        let hasWritten = Gate()
        // Reader and writer share one processor, so that the writer has to make room.
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
          for _ in 0..<1000 { Reclamation.retire(Waste(released: released)) }
          hasWritten.open()
        }.join()
        reader.join()
        precondition(released.value == 1000)
      }
    }

    /// Whether this process may have threads that run in real time.
    private static let canBeRealTime = Worker { becomeRealTime() }.join()

    /// Has the calling thread run before all others; returns whether it may.
    private static func becomeRealTime() -> Bool {
      var priority = sched_param()
      priority.sched_priority = 1
      return pthread_setschedparam(pthread_self(), SCHED_FIFO, &priority) == 0
    }

    /// Has the calling thread run on the first processor that it may run on.
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
      // Beside a second thread, so that writers have to call for a barrier.
      let mayEnd = Gate()
      let graph = Graph([.type(Int.self, scope: .singleton) { 1 }])
      let isReading = Gate()
      let other = Worker {
        _ = try? graph.resolve(Int.self)
        isReading.open()
        mayEnd.wait()
      }
      isReading.wait()
      let released = Counter()
      Reclamation.retire(Waste(released: released))
      let child = forkForTests()
      if child == 0 {
        Reclamation.retire(Waste(released: released))
        exitForTests(released.value == 2 && (try? graph.resolve(Int.self)) == 1 ? 0 : 1)
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
  /// Returns on which processors a thread may run; zero is the calling one.
  @_silgen_name("sched_getaffinity")
  private func processorsOfThread(
    _ thread: Int32, _ size: Int, _ mask: UnsafeMutablePointer<UInt8>
  ) -> Int32

  /// Says on which processors a thread may run; zero is the calling one.
  @_silgen_name("sched_setaffinity")
  private func setProcessorsOfThread(
    _ thread: Int32, _ size: Int, _ mask: UnsafeMutablePointer<UInt8>
  ) -> Int32
#endif

/// Forks, which Swift does not let one call by its name.
@_silgen_name("fork") private func forkForTests() -> Int32

/// Ends a forked process at once.
@_silgen_name("_exit") private func exitForTests(_ status: Int32) -> Never
