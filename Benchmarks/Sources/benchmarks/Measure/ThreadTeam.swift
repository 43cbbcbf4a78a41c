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

  /// Returns how many times as long two threads would take if they worked one after the other.
  static func speedup(iterations: Int, _ work: @escaping Work, _ other: @escaping Work) -> Double {
    let oneByOne =
      seconds(iterations: iterations, [work]) + seconds(iterations: iterations, [other])
    return oneByOne / seconds(iterations: iterations, [work, other])
  }
}

/// The common start and end of threads.
private final class Race: Sendable {
  /// The number of threads.
  private let threads: Int

  /// The threads that are not at the start yet.
  private let missing: Atomic<Int>

  /// The threads that have not ended yet.
  private let running: Atomic<Int>

  /// Whether the threads may start.
  private let isOpen = Atomic(false)

  /// The last moment at which a thread ended.
  private let end = Mutex(ContinuousClock.now)

  /// Creates a race of threads.
  init(threads: Int) {
    self.threads = threads
    missing = Atomic(threads)
    running = Atomic(threads)
  }

  /// Tells that a thread is at the start, and waits for the others.
  func ready() {
    if missing.subtract(1, ordering: .sequentiallyConsistent).newValue == 0 {
      end.withLock { $0 = ContinuousClock.now }
      start.withLock { $0 = ContinuousClock.now }
      isOpen.store(true, ordering: .sequentiallyConsistent)
    }
    while !isOpen.load(ordering: .acquiring) { benchmark_pause() }
  }

  /// When the last thread was ready.
  private let start = Mutex(ContinuousClock.now)

  /// Tells that a thread has ended.
  func done() {
    let now = ContinuousClock.now
    end.withLock { $0 = max($0, now) }
    running.subtract(1, ordering: .sequentiallyConsistent)
  }

  /// Waits for all threads; returns the seconds that they took.
  func run() -> Double {
    while running.load(ordering: .acquiring) > 0 { usleep(5000) }
    return (end.withLock { $0 } - start.withLock { $0 }) / .seconds(1)
  }
}
