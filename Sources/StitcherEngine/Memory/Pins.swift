internal import CStitcherThread

/// The pins of a thread: references that keep snapshots alive while the thread runs their
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
/// for each of the threads, executes a barrier, and checks the pins again. If a pin still exists
/// after the barrier, its thread will see the request when it removes the pin (``Reclamation``).
extension ThreadRecordPointer {
  /// The maximum number of snapshots that a thread can pin at the same time.
  static var pinLimit: UInt { 8 }

  /// Calls a closure for each snapshot that the record's thread has pinned.
  ///
  /// The closure gets the snapshot's address, and the bit by which a writer requests the release.
  ///
  /// Any thread may call this method. A writer sets the request bit in the thread's ``requests``.
  func visitPins(_ body: (_ snapshot: UInt, _ request: UInt) -> Void) {
    for position in 0..<Self.pinLimit {
      let snapshot = pin(at: position).load(ordering: .acquiring)
      if snapshot != 0 { body(snapshot, ThreadRecord.firstRequest << position) }
    }
  }

  /// Pins the given snapshot for the record's thread, so that the snapshot stays alive.
  ///
  /// Call this method in the read section that has found the snapshot.
  ///
  /// - Returns: ``LookupResult/Kind/flag`` if a pin was added, and zero if the thread has pinned
  ///   the same snapshot last, so that no second pin is needed. `nil` if the thread has the maximum
  ///   number of pins.
  @inline(__always)
  func pin(_ snapshot: UInt) -> UInt? {
    let depth = pinCount.load(ordering: .relaxed)
    if depth > 0 {
      if pin(at: depth &- 1).load(ordering: .relaxed) == snapshot { return 0 }
      if depth == Self.pinLimit { return nil }
    }
    pin(at: depth).store(snapshot, ordering: .relaxed)
    pinCount.store(depth &+ 1, ordering: .relaxed)
    return LookupResult.Kind.flag
  }

  /// Removes the latest pin of the record's thread, so that the pinned snapshot can be released.
  ///
  /// Releases the pinned snapshot if it was replaced, and no other thread pins it.
  ///
  /// Call it outside every lock and read section, since it may run a `deinit`.
  @inline(__always)
  func unpin() {
    stitcher_compiler_barrier()
    let depth = pinCount.load(ordering: .relaxed) &- 1
    pinCount.store(depth, ordering: .relaxed)
    let snapshot = pin(at: depth).load(ordering: .relaxed)
    pin(at: depth).store(0, ordering: .releasing)
    stitcher_compiler_barrier()
    let request = ThreadRecord.firstRequest &<< depth
    #if os(Linux)
      let mask = request | ThreadRecord.needsFence
      if requests.load(ordering: .relaxed) & mask != 0 { handle(request, snapshot) }
    #else
      handle(request, snapshot)
    #endif
  }

  /// Releases a snapshot after the thread has removed a pin of it, if a writer has requested the
  /// release and no other pin of the snapshot is left.
  ///
  /// Does nothing if no writer has set the request bit of the pin that the thread has just removed.
  ///
  /// Needs no barrier: a writer checks the pins again after its own barrier, under the same lock.
  @inline(never)
  private func handle(_ request: UInt, _ snapshot: UInt) {
    stitcher_fence()
    guard requests.load(ordering: .relaxed) & request != 0 else { return }
    // The request is cleared first, so a writer that sets it again later is not overlooked.
    requests.subtract(bits: request)
    Reclamation.releaseUnpinned([snapshot])
  }
}
