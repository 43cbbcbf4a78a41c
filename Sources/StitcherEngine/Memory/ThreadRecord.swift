internal import CStitcherThread

/// The shared state of one thread: its read sections, pinned snapshots, and creations.
///
/// Each thread writes its own record only, so readers share no cache line that is written. Writers
/// read the records of all living threads (see ``ThreadRecords``). A record is never freed. When
/// its thread ends, another thread reuses it. The words that other threads read are atomic.
package struct ThreadRecord: ~Copyable {
  /// Eight words: one cache line.
  private typealias Line = (
    stitcher_word, stitcher_word, stitcher_word, stitcher_word,
    stitcher_word, stitcher_word, stitcher_word, stitcher_word
  )

  /// The words, which the properties of ``ThreadRecordPointer`` access; the pins are in the second
  /// line. The first stored property, so that the address of the record is that of the first word.
  private let words: (Line, Line)

  /// The creation path, which only the thread itself accesses.
  fileprivate var path = CreationPath()

  /// The noted followers, which only the thread itself accesses.
  fileprivate var notes: NotedFollowers = [:]

  /// The request bit that is always set if the thread needs a fence before it checks the other
  /// bits.
  static var needsFence: UInt { 1 }

  /// The request bit of the outermost pin. The next bits belong to the further pins.
  static var firstRequest: UInt { 2 }

  /// Creates the words of a record without a thread.
  init() {
    let zero = stitcher_word(bits: 0)
    let highest = stitcher_word(bits: .max)
    words = (
      (zero, zero, zero, zero, highest, zero, highest, zero),
      (zero, zero, zero, zero, zero, zero, zero, zero)
    )
  }

  /// The calling thread's record. The first call on a thread assigns a record to the thread.
  @inline(__always)
  package static var current: ThreadRecordPointer {
    if let record = stitcher_thread_get() {
      return record.assumingMemoryBound(to: ThreadRecord.self)
    }
    return ThreadRecords.adopt()
  }
}

/// The address of a thread's record.
package typealias ThreadRecordPointer = UnsafeMutablePointer<ThreadRecord>

extension ThreadRecordPointer {
  /// Returns a word of the record.
  @inline(__always)
  private func word(_ index: Int) -> _AtomicWord {
    _AtomicWord(
      UnsafeMutableRawPointer(self), offset: index * MemoryLayout<stitcher_word>.stride)
  }

  /// The word of a pin, in the second cache line of the record's memory.
  @inline(__always)
  func pin(at position: UInt) -> _AtomicWord { word(8 + Int(bitPattern: position)) }

  /// The count of the thread's read sections, which is the first word: see ``ReadSection``.
  @inline(__always)
  var sections: _AtomicWord { word(0) }

  /// The requests of writers that the thread has to handle when it removes a pin.
  ///
  /// The bit `needsFence` is followed by a bit for each pin, from `firstRequest` on.
  @inline(__always)
  var requests: _AtomicWord { word(1) }

  /// The number of snapshots that the thread pins. Only the thread itself accesses it.
  @inline(__always)
  var pinCount: _AtomicWord { word(2) }

  /// The creation that this thread waits for and retains. Accessed under the lock of ``WaitGraph``.
  var waitingFor: UnownedReference { UnownedReference(word(3)) }

  /// The address below which the thread's stack is considered full, or the highest address before
  /// the first check.
  ///
  /// Only the thread itself accesses it.
  @inline(__always)
  private var stackLimit: _AtomicWord { word(4) }

  /// The lowest address of the thread's stack.
  private var stackBottom: _AtomicWord { word(5) }

  /// The position of the record in the list of living threads, or the highest number if it is not
  /// in the list.
  ///
  /// Accessed under the lock of ``ThreadRecords``.
  var position: _AtomicWord { word(6) }

  /// Whether the stack has too little room for another creation. Only the thread itself may call
  /// this.
  @inline(__always)
  package var isStackFull: Bool {
    // This is nearly always a single comparison. On a stack that the system does not know, such as
    // a fiber's, the addresses may be lower, and the room is unknown.
    stitcher_thread_stack_position() < stackLimit.load(ordering: .relaxed) && isStackFullIndeed()
  }

  /// Whether the stack is full. The first call determines the bounds of the stack.
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

  #if STITCHER_INVARIANTS
    /// Checks the invariants of a record without a thread.
    func _invariantCheckFree() {
      precondition(
        sections.load(ordering: .relaxed) & ReadSection.isOpen == 0,
        "A free record is not read with.")
      precondition(!isLiving && waitingFor.isEmpty, "A free record has no place and waits not.")
      precondition(pinCount.load(ordering: .relaxed) == 0, "A free record has no pins.")
      visitPins { _, _ in preconditionFailure("A free record has no pins.") }
    }
  #endif

  /// The thread's creation path. Only the thread itself accesses it.
  @inline(__always)
  package var path: UnsafeMutablePointer<CreationPath> {
    withUnsafeMutablePointer(to: &pointee.path) { $0 }
  }

  /// The noted followers. Only the thread itself accesses them.
  var notes: NotedFollowers {
    _read { yield pointee.notes }
    nonmutating _modify { yield &pointee.notes }
  }

  /// Whether a thread uses the record.
  var isLiving: Bool { position.load(ordering: .relaxed) != .max }

  /// Removes the state of the thread that has used this record.
  ///
  /// - Returns: Whether the thread has a request that it has not handled.
  func resetForReuse() -> Bool {
    removePins()
    waitingFor.clear()
    stackLimit.store(.max, ordering: .relaxed)
    let section = ReadSection(bits: UInt(bitPattern: self))
    if sections.load(ordering: .relaxed) & ReadSection.isOpen != 0 { section.end() }
    return requests.exchange(0) & ~ThreadRecord.needsFence != 0
  }
}
