import Foundation
import Synchronization

/// Holds threads back until it is opened; then it stays open.
package final class Gate: @unchecked Sendable {
  // Safe: the flag is guarded by the condition.
  package init() {}

  private let condition = NSCondition()
  private var isOpen = false

  /// Whether everybody is let through.
  package var hasOpened: Bool { condition.withLock { isOpen } }

  /// Lets everybody through.
  package func open() {
    condition.withLock {
      isOpen = true
      condition.broadcast()
    }
  }

  /// Returns once the gate is open; ends the process if that never happens.
  package func wait(
    _ location: StaticString = #fileID, line: UInt = #line, patience: Double = deadlockDelay
  ) {
    let deadline = Date(timeIntervalSinceNow: patience)
    condition.withLock {
      while !isOpen {
        guard condition.wait(until: deadline) else { fatalError("deadlock at \(location):\(line)") }
      }
    }
  }
}

/// Lets threads through together, once as many have come as it expects; round after round.
package final class Barrier: @unchecked Sendable {
  // Safe: the counts are guarded by the condition.
  private let condition = NSCondition()
  private let size: Int
  private var arrived = 0
  private var round = 0

  /// Creates a barrier for a number of threads.
  package init(_ size: Int) { self.size = size }

  /// Returns once all have come; ends the process if that never happens.
  package func wait(_ location: StaticString = #fileID, line: UInt = #line) {
    let deadline = Date(timeIntervalSinceNow: deadlockDelay)
    condition.withLock {
      let own = round
      arrived += 1
      if arrived == size {
        arrived = 0
        round += 1
        condition.broadcast()
      }
      while round == own {
        guard condition.wait(until: deadline) else { fatalError("deadlock at \(location):\(line)") }
      }
    }
  }
}

/// Lets threads through together, again and again, without putting them to sleep while they come
/// soon: so they go on at one moment.
package final class Meeting: Sendable {
  /// The number of arrivals so far.
  private let arrived = Atomic(0)

  /// The number of threads.
  private let size: Int

  /// Creates a meeting of a number of threads.
  package init(_ size: Int) { self.size = size }

  /// Returns once all have come; ends the process if that never happens.
  package func wait(_ location: StaticString = #fileID, line: UInt = #line) {
    let own = arrived.add(1, ordering: .sequentiallyConsistent).oldValue
    let last = (own / size + 1) * size
    var turns = 0
    var deadline: Date?
    Thread.yieldToOthers {
      if arrived.load(ordering: .sequentiallyConsistent) >= last { return true }
      turns += 1
      guard turns.isMultiple(of: 1 << 10) else { return false }
      let now = Date()
      if deadline == nil { deadline = now + deadlockDelay }
      if let deadline, now > deadline { fatalError("deadlock at \(location):\(line)") }
      return false
    }
  }
}

/// How long somebody may wait before it counts as a deadlock: longer than all rounds of a test take
/// on a machine that has other work.
package let deadlockDelay = hasThreadSanitizer ? 1_800.0 : 600.0
