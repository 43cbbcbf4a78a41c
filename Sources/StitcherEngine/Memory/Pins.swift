internal import CStitcherThread
internal import Synchronization

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
  private static var pinLimit: Int { 8 }

  /// The places of the pins: the second cache line of the record's block.
  @inline(__always)
  private var pins: UnsafeMutablePointer<Atomic<UInt>> {
    (UnsafeMutableRawPointer(self) + ThreadRecord.pinsOffset)
      .assumingMemoryBound(to: Atomic<UInt>.self)
  }

  /// Initializes the places, in new memory.
  func initializePins() {
    let raw = UnsafeMutableRawPointer(self) + ThreadRecord.pinsOffset
    let pins = raw.bindMemory(to: Atomic<UInt>.self, capacity: Self.pinLimit)
    for position in 0..<Self.pinLimit { (pins + position).initialize(to: Atomic(0)) }
  }

  /// Calls a closure with each pinned snapshot's bits and with the bit by which the thread is asked
  /// to look after it. Any thread may ask.
  func visitPins(_ body: (_ snapshot: UInt, _ request: UInt) -> Void) {
    for position in 0..<Self.pinLimit {
      let snapshot = pins[position].load(ordering: .acquiring)
      if snapshot != 0 { body(snapshot, ThreadRecord.firstRequest << UInt(position)) }
    }
  }

  /// Whether the thread pins a snapshot. Any thread may ask.
  func isPinning(_ snapshot: UInt) -> Bool {
    (0..<Self.pinLimit).contains { pins[$0].load(ordering: .acquiring) == snapshot }
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
    let depth = pointee.pinCount.load(ordering: .relaxed)
    if depth > 0 {
      if pins[depth &- 1].load(ordering: .relaxed) == snapshot { return .inherited }
      if depth == Self.pinLimit { return .full }
    }
    pins[depth].store(snapshot, ordering: .relaxed)
    pointee.pinCount.store(depth &+ 1, ordering: .relaxed)
    return .pinned
  }

  /// Lets go of what was pinned last, and releases it if the thread was asked to.
  ///
  /// Call it outside every lock and read section: it may run a `deinit`.
  @inline(__always)
  func unpin() {
    stitcher_compiler_barrier()
    let depth = pointee.pinCount.load(ordering: .relaxed) &- 1
    pointee.pinCount.store(depth, ordering: .relaxed)
    pins[depth].store(0, ordering: .releasing)
    stitcher_compiler_barrier()
    let request = ThreadRecord.firstRequest &<< UInt(bitPattern: depth)
    #if os(Linux)
      let mask = request | ThreadRecord.needsFence
      if pointee.requests.load(ordering: .relaxed) & mask != 0 { attend(to: request) }
    #else
      attend(to: request)
    #endif
  }

  /// Does what was asked of the thread that has just taken away a pin.
  @inline(never)
  private func attend(to request: UInt) {
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    guard pointee.requests.load(ordering: .relaxed) & request != 0 else { return }
    // First: who asks from now on asks once more.
    pointee.requests.bitwiseAnd(~request, ordering: .sequentiallyConsistent)
    Reclamation.sweep(for: self)
  }

  /// Takes all pins away that a thread has left behind.
  func removePins() {
    for position in 0..<Self.pinLimit { pins[position].store(0, ordering: .releasing) }
    pointee.pinCount.store(0, ordering: .relaxed)
  }

  #if STITCHER_INVARIANTS
    /// Checks the invariants; called by the own thread, or for a record that no thread owns.
    func _invariantCheckPins() {
      let count = pointee.pinCount.load(ordering: .relaxed)
      precondition((0...Self.pinLimit).contains(count), "The number of pins.")
      for position in 0..<Self.pinLimit {
        let isSet = pins[position].load(ordering: .relaxed) != 0
        precondition(isSet == (position < count), "A pin at its place.")
      }
    }
  #endif
}
