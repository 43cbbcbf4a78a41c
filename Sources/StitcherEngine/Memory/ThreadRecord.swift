internal import CStitcherThread

/// What a thread tells the others about itself: what it reads, pins and creates.
///
/// Each thread writes only its own record, so that readers share no written line. Writers look at
/// those of all living threads (see ``ThreadRecords``). A record is never freed; one whose thread
/// ended is used again. Whatever others may look at is atomic; the path, which changes as a whole,
/// lies behind the record.
package struct ThreadRecord {
  /// The words, which are read through the properties of ``ThreadRecordPointer``.
  private let words:
    (
      stitcher_word, stitcher_word, stitcher_word, stitcher_word, stitcher_word, stitcher_word,
      stitcher_word
    )

  /// Set for good in the requests if the thread has to fence before it looks at the other bits.
  static var needsFence: UInt { 1 }

  /// Set in the requests if somebody waits for the outermost pin; the bits of the further ones
  /// follow.
  static var firstRequest: UInt { 2 }

  /// The distance from a record to its pins: a cache line.
  static let pinsOffset = 64

  /// The distance from a record to its path, which nobody else touches: two cache lines.
  static let pathOffset = 128

  /// The distance from a record to its notes, which nobody else touches.
  static let notesOffset = 240

  /// The words of a record that no thread owns.
  init() {
    let zero = stitcher_word(bits: 0)
    words = (zero, zero, zero, zero, stitcher_word(bits: .max), zero, stitcher_word(bits: .max))
  }

  /// The calling thread's record.
  @inline(__always)
  package static var current: ThreadRecordPointer {
    if let lookupEntry = stitcher_thread_get() {
      return lookupEntry.assumingMemoryBound(to: ThreadRecord.self)
    }
    return ThreadRecords.adopt()
  }

}

/// The address of a thread's record.
package typealias ThreadRecordPointer = UnsafeMutablePointer<ThreadRecord>

extension ThreadRecordPointer {
  /// A word of the record.
  @inline(__always)
  private func word(_ index: Int) -> _AtomicWord {
    _AtomicWord(
      UnsafeMutableRawPointer(self), offset: index * MemoryLayout<stitcher_word>.stride)
  }

  /// The count of the thread's read sections. The first word: see ``ReadSection``.
  @inline(__always)
  var sections: _AtomicWord { word(0) }

  /// What the thread has to look after when it takes away a pin: `needsFence`, and a bit for each
  /// of the pins, from `firstRequest` on.
  @inline(__always)
  var requests: _AtomicWord { word(1) }

  /// The number of snapshots that the thread pins. Only the thread itself touches it.
  @inline(__always)
  var pinCount: _AtomicWord { word(2) }

  /// The creation that this thread waits for and holds. Only touched under the lock of
  /// ``WaitGraph``.
  var waitingFor: UnownedReference { UnownedReference(word(3)) }

  /// The address below which the thread's stack is as good as full; the highest one until somebody
  /// has asked. Only its own thread touches it.
  @inline(__always)
  private var stackLimit: _AtomicWord { word(4) }

  /// Where the thread's stack begins.
  private var stackBottom: _AtomicWord { word(5) }

  /// The place of the record among the living; the highest number if it is not among them. Only
  /// touched under the lock of ``ThreadRecords``.
  var position: _AtomicWord { word(6) }

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

  /// Forgets the bounds of the stack.
  private func resetStack() { stackLimit.store(.max, ordering: .relaxed) }

  #if STITCHER_INVARIANTS
    /// Checks what holds for a record that no thread owns.
    func _invariantCheckFree() {
      precondition(
        sections.load(ordering: .relaxed) & ReadSection.isOpen == 0,
        "A free record is not read with.")
      precondition(!isLiving, "A free record has no place.")
      precondition(waitingFor.isEmpty, "A free record does not wait.")
    }
  #endif

  /// What this thread is creating. Only this thread touches it.
  @inline(__always)
  package var path: UnsafeMutablePointer<CreationPath> {
    (UnsafeMutableRawPointer(self) + ThreadRecord.pathOffset)
      .assumingMemoryBound(to: CreationPath.self)
  }

  /// Whether a thread has the record.
  var isLiving: Bool { position.load(ordering: .relaxed) != .max }

  /// Forgets all that belonged to the thread whose record this was.
  ///
  /// - Returns: Whether the thread was still asked to look after something.
  func forgetThread() -> Bool {
    removePins()
    waitingFor.clear()
    resetStack()
    let section = ReadSection(bits: UInt(bitPattern: self))
    if sections.load(ordering: .relaxed) & ReadSection.isOpen != 0 { section.end() }
    return requests.exchange(0)
      & ~ThreadRecord.needsFence != 0
  }
}
