internal import CStitcherThread

/// The snapshots that a thread has pinned, so that they stay alive while the thread runs their
/// factories.
///
/// A pin keeps a snapshot alive outside of read sections. A thread nearly always has at most one
/// pin. It has a second one if a graph changed during a factory that then resolves again, or if the
/// factory uses another graph.
///
/// Invariants: only the thread itself writes its pins. The first `pinCount` words contain
/// snapshots, outermost first, and the other words are zero. A pin is set in the read section that
/// has found the snapshot, and removed outside of read sections.
///
/// A writer unpublishes a snapshot and waits for the readers. After that, no thread can add a pin
/// of the snapshot, and the writer sees all its pins. If there are pins, the writer sets a request
/// for one of the threads, executes a barrier, and checks the pins again. If the pin still exists
/// after the barrier, the thread will see the request when it removes the pin (``Reclamation``).
extension ThreadRecordPointer {
  /// The maximum number of snapshots that a thread pins at the same time.
  private static var pinLimit: UInt { 8 }

  /// Calls a closure with the address of each pinned snapshot, and with the bit by which a writer
  /// requests its release.
  ///
  /// Any thread may call this method. A writer sets the request bit in the thread's ``requests``.
  func visitPins(_ body: (_ snapshot: UInt, _ request: UInt) -> Void) {
    for position in 0..<Self.pinLimit {
      let snapshot = pin(at: position).load(ordering: .acquiring)
      if snapshot != 0 { body(snapshot, ThreadRecord.firstRequest << position) }
    }
  }

  /// Whether the thread has pinned a snapshot, so that it stays alive. Any thread may call this
  /// method.
  func isPinning(_ snapshot: UInt) -> Bool {
    (0..<Self.pinLimit).contains { pin(at: $0).load(ordering: .acquiring) == snapshot }
  }

  /// The result of an attempt to pin a snapshot, so that it stays alive.
  enum PinOutcome {
    /// The snapshot is the one that the thread has pinned last, so no pin was added.
    case inherited
    /// The snapshot was pinned.
    case pinned
    /// The snapshot was not pinned, since the thread has the maximum number of pins.
    case full
  }

  /// Pins a snapshot, so that it stays alive. Call this method in the read section that has found
  /// the snapshot.
  @inline(__always)
  func pin(_ snapshot: UInt) -> PinOutcome {
    let depth = pinCount.load(ordering: .relaxed)
    if depth > 0 {
      if pin(at: depth &- 1).load(ordering: .relaxed) == snapshot { return .inherited }
      if depth == Self.pinLimit { return .full }
    }
    pin(at: depth).store(snapshot, ordering: .relaxed)
    pinCount.store(depth &+ 1, ordering: .relaxed)
    return .pinned
  }

  /// Removes the latest pin, and releases the snapshot if a writer has transferred it to this
  /// thread.
  ///
  /// Call it outside every lock and read section, since it may run a `deinit`.
  @inline(__always)
  func unpin() {
    stitcher_compiler_barrier()
    let depth = pinCount.load(ordering: .relaxed) &- 1
    pinCount.store(depth, ordering: .relaxed)
    pin(at: depth).store(0, ordering: .releasing)
    stitcher_compiler_barrier()
    let request = ThreadRecord.firstRequest &<< depth
    #if os(Linux)
      let mask = request | ThreadRecord.needsFence
      if requests.load(ordering: .relaxed) & mask != 0 { handle(request) }
    #else
      handle(request)
    #endif
  }

  /// Does what a writer has requested for a pin that the thread has just removed: releases the
  /// snapshot.
  @inline(never)
  private func handle(_ request: UInt) {
    stitcher_fence()
    guard requests.load(ordering: .relaxed) & request != 0 else { return }
    // The request is cleared first, so a writer that sets it again later is not overlooked.
    requests.subtract(bits: request)
    Reclamation.sweep(for: self)
  }

  /// Removes all pins of the thread.
  func removePins() {
    for position in 0..<Self.pinLimit { pin(at: position).store(0, ordering: .releasing) }
    pinCount.store(0, ordering: .relaxed)
  }
}
