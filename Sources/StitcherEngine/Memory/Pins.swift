internal import CStitcherThread

/// The snapshots that a thread uses outside of read sections, outermost first: those whose
/// factories it runs.
///
/// Nearly always it is one. A second one is there if the graph changed while a factory ran that now
/// resolves again, or if that factory uses another graph.
///
/// Invariants: only the own thread writes; places from the number of pins up hold zero, those below
/// do not. A pin is set in the section that found the snapshot, and taken away outside of sections.
///
/// So who has unpublished a snapshot, and has then waited for the readers, sees all its pins, and
/// no new one comes. If there are some, it asks one of the threads, calls for a barrier, and
/// looks again: a pin that is still there is taken away after the barrier, by a thread that then
/// sees that it was asked (``Reclamation``).
extension ThreadRecordPointer {
  /// How many snapshots a thread can pin.
  private static var pinLimit: UInt { 8 }

  /// The place of a pin: a word of the second cache line of the record's block.
  @inline(__always)
  private func pin(at position: UInt) -> _AtomicWord {
    _AtomicWord(
      UnsafeMutableRawPointer(self),
      offset: ThreadRecord.pinsOffset
        + Int(bitPattern: position) * MemoryLayout<stitcher_word>.stride)
  }

  /// Initializes the places, in new memory.
  func initializePins() { removePins() }

  /// Calls a closure with each pinned snapshot's bits and with the bit by which the thread is asked
  /// to look after it. Any thread may ask.
  func visitPins(_ body: (_ snapshot: UInt, _ request: UInt) -> Void) {
    for position in 0..<Self.pinLimit {
      let snapshot = pin(at: position).load(ordering: .acquiring)
      if snapshot != 0 { body(snapshot, ThreadRecord.firstRequest << position) }
    }
  }

  /// Whether the thread pins a snapshot. Any thread may ask.
  func isPinning(_ snapshot: UInt) -> Bool {
    (0..<Self.pinLimit).contains { pin(at: $0).load(ordering: .acquiring) == snapshot }
  }

  /// The result of an attempt to pin.
  enum PinOutcome {
    /// The innermost pin is of that snapshot already.
    case inherited
    /// There is one pin more.
    case pinned
    /// There is no room for one more.
    case full
  }

  /// Pins a snapshot. Call it in the read section that has found it.
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

  /// Lets go of what was pinned last, and releases it if the thread was asked to.
  ///
  /// Call it outside every lock and read section: it may run a `deinit`.
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
      if requests.load(ordering: .relaxed) & mask != 0 { attend(to: request) }
    #else
      attend(to: request)
    #endif
  }

  /// Does what was asked of the thread that has just taken away a pin.
  @inline(never)
  private func attend(to request: UInt) {
    stitcher_fence()
    guard requests.load(ordering: .relaxed) & request != 0 else { return }
    // First: who asks from now on asks once more.
    requests.subtract(bits: request)
    Reclamation.sweep(for: self)
  }

  /// Takes all pins away that a thread has left behind.
  func removePins() {
    for position in 0..<Self.pinLimit { pin(at: position).store(0, ordering: .releasing) }
    pinCount.store(0, ordering: .relaxed)
  }

  #if STITCHER_INVARIANTS
    /// Checks the invariants; called by the own thread, or for a record that no thread owns.
    func _invariantCheckPins() {
      let count = pinCount.load(ordering: .relaxed)
      precondition((0...Self.pinLimit).contains(count), "The number of pins.")
      for position in 0..<Self.pinLimit {
        let isSet = pin(at: position).load(ordering: .relaxed) != 0
        precondition(isSet == (position < count), "A pin at its place.")
      }
    }
  #endif
}
