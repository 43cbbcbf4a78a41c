internal import CBenchmark
internal import Foundation
internal import Synchronization

/// Threads that do their work at the same time.
enum ThreadTeam {
  /// An operation that a thread repeats.
  typealias Work = @Sendable (_ iterations: Int) -> Void

  /// Returns the seconds from the common start until the last thread has ended.
  ///
  /// Each thread warms its work up, then waits at the start for the others.
  static func seconds(iterations: Int, _ works: [Work]) -> Double {
    let race = Race(threads: works.count)
    for work in works {
      Thread.detachNewThread {
        work(64)
        race.ready()
        work(iterations)
        race.done()
      }
    }
    return race.run()
  }

  /// Returns the ratio between the sequential and the concurrent time of two threads' work.
  static func speedup(iterations: Int, _ work: @escaping Work, _ other: @escaping Work) -> Double {
    let oneByOne =
      seconds(iterations: iterations, [work]) + seconds(iterations: iterations, [other])
    return oneByOne / seconds(iterations: iterations, [work, other])
  }
}

/// A common start and end of several threads.
private final class Race: Sendable {
  /// The number of threads.
  private let threads: Int

  /// The number of threads that are not ready yet.
  private let missing: Atomic<Int>

  /// The number of threads that have not ended yet.
  private let running: Atomic<Int>

  /// Whether the threads may start.
  private let isOpen = Atomic(false)

  /// The time at which the last thread ended.
  private let end = Mutex(ContinuousClock.now)

  /// Creates a race of threads.
  init(threads: Int) {
    self.threads = threads
    missing = Atomic(threads)
    running = Atomic(threads)
  }

  /// Reports that a thread is ready, and waits for the start.
  func ready() {
    if missing.subtract(1, ordering: .sequentiallyConsistent).newValue == 0 {
      end.withLock { $0 = ContinuousClock.now }
      start.withLock { $0 = ContinuousClock.now }
      isOpen.store(true, ordering: .sequentiallyConsistent)
    }
    while !isOpen.load(ordering: .acquiring) { benchmark_pause() }
  }

  /// The time at which the last thread was ready.
  private let start = Mutex(ContinuousClock.now)

  /// Reports that a thread has ended.
  func done() {
    let now = ContinuousClock.now
    end.withLock { $0 = max($0, now) }
    running.subtract(1, ordering: .sequentiallyConsistent)
  }

  /// Starts the threads and waits for their end; returns the seconds.
  func run() -> Double {
    while running.load(ordering: .acquiring) > 0 { usleep(5000) }
    return (end.withLock { $0 } - start.withLock { $0 }) / .seconds(1)
  }
}
