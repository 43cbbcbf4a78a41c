import Foundation
import Synchronization

/// A gate that blocks threads until it is opened; then it stays open.
package final class Gate: @unchecked Sendable {
  // Safe: the flag is guarded by the condition.
  package init() {}

  private let condition = NSCondition()
  private var isOpen = false

  /// Whether the gate is open.
  package var hasOpened: Bool { condition.withLock { isOpen } }

  /// Opens the gate and wakes all waiting threads.
  package func open() {
    condition.withLock {
      isOpen = true
      condition.broadcast()
    }
  }

  /// Waits until the gate is open; ends the process after a time limit.
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

/// A barrier that blocks threads until a number of them wait, and can be used repeatedly.
package final class Barrier: @unchecked Sendable {
  // Safe: the counts are guarded by the condition.
  private let condition = NSCondition()
  private let size: Int
  private var arrived = 0
  private var round = 0

  /// Creates a barrier for a number of threads.
  package init(_ size: Int) { self.size = size }

  /// Waits until all threads have arrived; ends the process after a time limit.
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

/// A spinning barrier: threads that arrive soon continue at the same moment. It can be used
/// repeatedly.
package final class Meeting: Sendable {
  /// The number of arrivals so far.
  private let arrived = Atomic(0)

  /// The number of threads.
  private let size: Int

  /// Creates a meeting of a number of threads.
  package init(_ size: Int) { self.size = size }

  /// Waits until all threads have arrived; ends the process after a time limit.
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

/// The seconds after which a wait counts as a deadlock: longer than all rounds of a test take on a
/// busy machine.
package let deadlockDelay = hasThreadSanitizer || hasAddressSanitizer ? 1_800.0 : 600.0
