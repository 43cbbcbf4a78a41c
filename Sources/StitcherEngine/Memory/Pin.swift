internal import CStitcherThread
internal import Synchronization

/// The snapshots whose factories a thread runs, outermost first.
///
/// Nearly always it is one. A second one is there if the graph changed while a factory ran that now
/// resolves again, or if that factory uses another graph.
struct Pins: ~Copyable {
  /// The snapshots as bits, or zero.
  private let bits0 = Atomic<UInt>(0), bits1 = Atomic<UInt>(0), bits2 = Atomic<UInt>(0)

  /// The number of snapshots. Only their own thread touches it, so it is atomic for form's sake.
  private let count = Atomic<Int>(0)

  /// Whether there is none. Only their own thread may ask.
  var isEmpty: Bool { count.load(ordering: .relaxed) == 0 }

  /// Whether a snapshot is among them. Any thread may ask.
  func contains(_ bits: UInt) -> Bool {
    bits0.load(ordering: .sequentiallyConsistent) == bits
      || bits1.load(ordering: .sequentiallyConsistent) == bits
      || bits2.load(ordering: .sequentiallyConsistent) == bits
  }

  /// The result of an attempt to pin.
  enum Outcome {
    /// The innermost pin is of that snapshot already.
    case inherited
    /// There is one pin more.
    case pinned
    /// There is no room for one more.
    case full
  }

  /// Pins a snapshot. Call it in a read section.
  @inline(__always)
  func push(_ bits: UInt) -> Outcome {
    if isEmpty {
      bits0.store(bits, ordering: .relaxed)
      count.store(1, ordering: .relaxed)
      return .pinned
    }
    return pushInner(bits)
  }

  /// Pins a snapshot while another one, or the same, is pinned.
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

  /// Takes the innermost pin away.
  @inline(__always)
  func pop() {
    let depth = count.load(ordering: .relaxed) &- 1
    count.store(depth, ordering: .relaxed)
    switch depth {
    case 0: bits0.store(0, ordering: .sequentiallyConsistent)
    case 1: bits1.store(0, ordering: .sequentiallyConsistent)
    default: bits2.store(0, ordering: .sequentiallyConsistent)
    }
  }
}

extension ThreadRecordPointer {
  /// Lets go of the snapshot that was pinned last. Call it outside every lock and read section.
  @inline(__always)
  func unpin() {
    stitcher_thread_finish_retains()
    pointee.pins.pop()
    if pointee.mustSweep.load(ordering: .sequentiallyConsistent) { sweep() }
  }

  /// Does what ``unpin()`` does after a pin was taken away in a read section.
  @inline(__always)
  package func sweepIfAsked() {
    if pointee.mustSweep.load(ordering: .sequentiallyConsistent) { sweep() }
  }

  /// Releases what writers have left to this thread.
  @inline(never)
  private func sweep() {
    // What the remaining pins hold is swept when they go.
    if pointee.pins.isEmpty { pointee.mustSweep.store(false, ordering: .sequentiallyConsistent) }
    Reclamation.sweep()
  }
}
