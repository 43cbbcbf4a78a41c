internal import CStitcherThread
internal import Synchronization

/// What a thread tells the others about itself: what it reads, pins and creates.
///
/// Each thread writes only its own record, so that readers share no written line. Writers look at
/// those of all living threads (see ``ThreadRecords``). A record is never freed; one whose thread
/// ended is used again. Whatever others may look at is atomic and constant; the path, which changes
/// as a whole, lies behind the record.
package struct ThreadRecord: ~Copyable {
  /// What the thread reads, and what it is asked for. The first property: see ``ReadSection``.
  let mark = _ReadMark()

  /// What this thread uses outside of read sections.
  let pins = Pins()

  /// The creation that this thread waits for and holds. Only touched under the lock of
  /// ``WaitGraph``.
  let waitingFor = UnownedReference()

  /// The address below which the thread's stack is as good as full; the highest one until somebody
  /// has asked. Only its own thread touches it.
  private let stackLimit = Atomic<UInt>(.max)

  /// Where the thread's stack begins.
  private let stackBottom = Atomic<UInt>(0)

  /// The place of the record among the living, or -1. Only touched under the lock of
  /// ``ThreadRecords``.
  let position = Atomic<Int>(-1)

  /// The distance from a record to its path, which nobody else touches: two cache lines.
  static let pathOffset = 128

  /// Creates a record that no thread owns.
  init() {}

  /// The calling thread's record.
  @inline(__always)
  package static var current: ThreadRecordPointer {
    if let slot = stitcher_thread_get() {
      return slot.assumingMemoryBound(to: ThreadRecord.self)
    }
    return ThreadRecords.adopt()
  }

  /// Whether the stack has hardly any room left for another creation. Only its own thread may ask.
  @inline(__always)
  package var isStackFull: Bool {
    // One comparison, nearly always. On a stack that the system does not know of, such as a
    // fiber's, the addresses may be lower, and nothing is known about the room.
    stitcher_thread_stack_position() < stackLimit.load(ordering: .relaxed) && isStackFullIndeed()
  }

  /// Whether the stack is full, after asking for its bounds if nobody has yet.
  @inline(never)
  private func isStackFullIndeed() -> Bool {
    if stackLimit.load(ordering: .relaxed) == .max {
      let stack = stitcher_thread_stack()
      stackBottom.store(UInt(stack.bottom), ordering: .relaxed)
      stackLimit.store(UInt(stack.limit), ordering: .relaxed)
    }
    let position = UInt(stitcher_thread_stack_position())
    return position < stackLimit.load(ordering: .relaxed)
      && position >= stackBottom.load(ordering: .relaxed)
  }

  /// Forgets all that belonged to the thread whose record this was.
  ///
  /// - Returns: What the thread was still asked to look after.
  func forgetThread() -> UInt {
    pins.removeAll()
    waitingFor.clear()
    stackLimit.store(.max, ordering: .relaxed)
    mark.epoch.store(0, ordering: .releasing)
    return mark.attention.exchange(0, ordering: .sequentiallyConsistent) & ~_Attention.fence
  }

  #if STITCHER_INVARIANTS
    /// Checks what holds for a record that no thread owns.
    func _invariantCheckFree() {
      precondition(mark.epoch.load(ordering: .relaxed) == 0, "A free record is not read with.")
      precondition(position.load(ordering: .relaxed) == -1, "A free record has no place.")
      precondition(waitingFor.isEmpty, "A free record does not wait.")
      pins._invariantCheck()
    }
  #endif
}

/// The address of a thread's record.
package typealias ThreadRecordPointer = UnsafeMutablePointer<ThreadRecord>

extension ThreadRecordPointer {
  /// What this thread is creating. Only this thread touches it.
  @inline(__always)
  package var path: UnsafeMutablePointer<CreationPath> {
    (UnsafeMutableRawPointer(self) + ThreadRecord.pathOffset)
      .assumingMemoryBound(to: CreationPath.self)
  }
}
