internal import CStitcherThread
internal import Synchronization

/// The objects that a thread uses outside of read sections, outermost first: snapshots whose
/// factories it runs.
///
/// Nearly always it is one. A second one is there if the graph changed while a factory ran that now
/// resolves again, or if that factory uses another graph.
///
/// Invariants: only the own thread writes; places from `count` up hold zero, those below do not. A
/// pin is set in the section that found its object, and taken away outside of sections, or in one
/// that began in the epoch of the first (``ReadSection/begin(on:since:)``).
///
/// ## Why a pinned object is not released
///
/// Who wants to release looks at a thread's mark, then at its pins, then at the mark again.
///
/// - The first look finds no older mark. So the section that found the object has ended, and its
///   pin, which was set before, is seen by the second look; or it came later, and found something
///   else.
/// - The second look finds no pin although there was one. If it was taken away in a section, that
///   section's mark, which is older, was set before, and is seen by the third look.
struct Pins: ~Copyable {
  /// The objects as bits, or zero.
  private let bits0 = Atomic<UInt>(0), bits1 = Atomic<UInt>(0), bits2 = Atomic<UInt>(0)

  /// The number of pins. Only their own thread touches it, so it is atomic for form's sake.
  private let count = Atomic<Int>(0)

  /// Calls a closure with each pinned object's bits and with the bit of ``_Attention`` for its
  /// place. Any thread may ask.
  func visit(_ body: (_ bits: UInt, _ attention: UInt) -> Void) {
    let outermost = bits0.load(ordering: .acquiring)
    if outermost != 0 { body(outermost, _Attention.firstPin) }
    let second = bits1.load(ordering: .acquiring)
    if second != 0 { body(second, _Attention.firstPin << 1) }
    let innermost = bits2.load(ordering: .acquiring)
    if innermost != 0 { body(innermost, _Attention.firstPin << 2) }
  }

  /// The result of an attempt to pin.
  enum Outcome {
    /// The innermost pin is of that object already.
    case inherited
    /// There is one pin more.
    case pinned
    /// There is no room for one more.
    case full
  }

  /// Pins an object. Call it in the read section that has found it.
  @inline(__always)
  func push(_ bits: UInt) -> Outcome {
    if count.load(ordering: .relaxed) == 0 {
      bits0.store(bits, ordering: .relaxed)
      count.store(1, ordering: .relaxed)
      return .pinned
    }
    return pushInner(bits)
  }

  /// Pins an object while another one, or the same, is pinned.
  @inline(never)
  private func pushInner(_ bits: UInt) -> Outcome {
    let depth = count.load(ordering: .relaxed)
    switch depth {
    case 1:
      if bits0.load(ordering: .relaxed) == bits { return .inherited }
      bits1.store(bits, ordering: .relaxed)
    case 2:
      if bits1.load(ordering: .relaxed) == bits { return .inherited }
      bits2.store(bits, ordering: .relaxed)
    default:
      return bits2.load(ordering: .relaxed) == bits ? .inherited : .full
    }
    count.store(depth + 1, ordering: .relaxed)
    return .pinned
  }

  /// Takes the innermost pin away; returns its bit of ``_Attention``.
  @inline(__always)
  fileprivate func pop() -> UInt {
    let depth = count.load(ordering: .relaxed) &- 1
    count.store(depth, ordering: .relaxed)
    switch depth {
    case 0: bits0.store(0, ordering: .releasing)
    case 1: bits1.store(0, ordering: .releasing)
    default: bits2.store(0, ordering: .releasing)
    }
    return _Attention.firstPin &<< UInt(bitPattern: depth)
  }

  /// Takes all pins away that a thread has left behind.
  func removeAll() {
    while count.load(ordering: .relaxed) > 0 { _ = pop() }
  }

  #if STITCHER_INVARIANTS
    /// Checks the invariants; called by the own thread, or for a record that no thread owns.
    func _invariantCheck() {
      let count = count.load(ordering: .relaxed)
      precondition((0...3).contains(count), "The number of pins.")
      let isSet0 = bits0.load(ordering: .relaxed) != 0
      let isSet1 = bits1.load(ordering: .relaxed) != 0
      let isSet2 = bits2.load(ordering: .relaxed) != 0
      precondition(isSet0 == (count > 0), "The outermost pin.")
      precondition(isSet1 == (count > 1), "The second pin.")
      precondition(isSet2 == (count > 2), "The innermost pin.")
    }
  #endif
}

extension ThreadRecordPointer {
  /// Lets go of what was pinned last, and releases what was left to this thread meanwhile.
  ///
  /// Call it outside every lock and read section: it may run a `deinit`.
  @inline(__always)
  func unpin() {
    stitcher_compiler_barrier()
    let bit = pointee.pins.pop()
    stitcher_compiler_barrier()
    #if os(Linux)
      if pointee.mark.attention.load(ordering: .relaxed) & (_Attention.fence | bit) != 0 {
        attend(bit)
      }
    #else
      atomicMemoryFence(ordering: .sequentiallyConsistent)
      if pointee.mark.attention.load(ordering: .relaxed) & bit != 0 { attend(bit) }
    #endif
  }

  /// Lets go of what was pinned last, within a section that began in the epoch of the pin.
  ///
  /// What was left to this thread meanwhile is released at the end of the section.
  @inline(__always)
  func unpinInSection() {
    let bit = pointee.pins.pop()
    stitcher_compiler_barrier()
    #if os(Linux)
      if pointee.mark.attention.load(ordering: .relaxed) & (_Attention.fence | bit) != 0 {
        passOn(bit)
      }
    #else
      passOn(bit)
    #endif
  }

  /// Does what was asked of the thread that has just taken away a pin.
  @inline(never)
  private func attend(_ bit: UInt) {
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    if pointee.mark.attention.load(ordering: .relaxed) & bit != 0 { Reclamation.sweep(asked: bit) }
  }

  /// Has the end of the section do what was asked of the thread that has just taken away a pin.
  @inline(never)
  private func passOn(_ bit: UInt) {
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    let old = pointee.mark.attention.bitwiseAnd(~bit, ordering: .sequentiallyConsistent).oldValue
    if old & bit != 0 {
      pointee.mark.attention.bitwiseOr(_Attention.section, ordering: .sequentiallyConsistent)
    }
  }
}
