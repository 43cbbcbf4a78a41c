internal import CStitcherThread

/// The engine's record of one thread: its read sections, pinned snapshots and running creations.
///
/// Each thread writes its own record only, so readers share no cache line that is written. Writers
/// read the records of all living threads (see ``ThreadRecords``). A record is never freed. When
/// its thread ends, another thread reuses it. The words that other threads read are atomic.
package struct ThreadRecord: ~Copyable {
  /// The atomic words of the record, which ``ThreadRecordPointer`` accesses.
  ///
  /// This property is the first one, so that the first word has the address of the record. The
  /// second cache line contains the pins.
  private let words = stitcher_record_words()

  // ``ThreadRecordPointer`` computes the addresses of the following properties from their order.

  private var path = CreationPath()

  private var notes: NotedFollowers = .init()

  /// The bit in ``ThreadRecordPointer/requests`` that makes the thread execute a fence when it
  /// removes a pin.
  ///
  /// If the thread needs the fence, the bit is always set.
  static var needsFence: UInt { 1 }

  /// A bit in ``ThreadRecordPointer/requests`` that concerns the thread's first pin. A writer sets
  /// the bit, so that the thread releases the pinned snapshot when it removes the pin.
  ///
  /// The following bits belong to the other pins.
  static var firstRequest: UInt { 2 }

  /// The record of the calling thread.
  ///
  /// The first call on a thread assigns a record to the thread.
  @inline(__always)
  package static var current: ThreadRecordPointer {
    if let record = stitcher_thread_get() {
      return record.assumingMemoryBound(to: ThreadRecord.self)
    }
    return ThreadRecords.adopt()
  }
}

/// A pointer to a thread's record.
package typealias ThreadRecordPointer = UnsafeMutablePointer<ThreadRecord>

extension ThreadRecordPointer {
  /// Returns the atomic word at the given index in the record.
  @inline(__always)
  private func word(_ index: Int) -> _AtomicWord {
    _AtomicWord(
      UnsafeMutableRawPointer(self), offset: index &* MemoryLayout<stitcher_word>.stride)
  }

  /// Returns the word that contains the address of the snapshot in the pin at the given position.
  ///
  /// The pins are in the second cache line.
  @inline(__always)
  func pin(at position: UInt) -> _AtomicWord { word(8 &+ Int(bitPattern: position)) }

  /// The word that counts the read sections of this record's thread; see ``ReadSection``.
  ///
  /// It is the first word of the record.
  @inline(__always)
  var sections: _AtomicWord { word(0) }

  /// The word whose bits request that the thread releases the snapshots that it has pinned.
  ///
  /// The thread releases a snapshot when it removes the snapshot's pin.
  ///
  /// The bit `needsFence` is followed by a bit for each pin, from `firstRequest` on.
  @inline(__always)
  var requests: _AtomicWord { word(1) }

  /// The word that contains the number of snapshots that the thread has pinned.
  ///
  /// Only the thread itself accesses it.
  @inline(__always)
  var pinCount: _AtomicWord { word(2) }

  /// A reference to the creation for which the record's thread waits; empty if the thread does not
  /// wait.
  ///
  /// The thread retains the creation.
  ///
  /// Accessed under the lock of ``WaitGraph``.
  var waitingFor: _AtomicWord { word(3) }

  /// The word with the lowest stack address at which the thread may still begin a creation.
  ///
  /// Before the first check, it is the highest address.
  ///
  /// Only the thread itself accesses it.
  @inline(__always)
  private var stackLimit: _AtomicWord { word(4) }

  /// The word with the lowest address of the thread's stack.
  private var stackBottom: _AtomicWord { word(5) }

  /// Whether the thread's stack has too little room for another creation.
  ///
  /// Only the thread itself may call the getter.
  @inline(__always)
  package var isStackFull: Bool {
    // This is nearly always a single comparison. On a stack that the system does not know, such as
    // a fiber's, the addresses may be lower, and the room is unknown.
    stitcher_thread_stack_position() < stackLimit.load(ordering: .relaxed) && isStackFullIndeed()
  }

  /// Whether the thread's stack is full, checked with the exact bounds of the stack.
  ///
  /// The first call determines the bounds.
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
    /// Checks the invariants of a record that belongs to no thread.
    func _invariantCheckFree() {
      precondition(
        sections.load(ordering: .relaxed) & ReadSection.isOpen == 0,
        "A free record has no reader.")
      precondition(waitingFor.load(ordering: .relaxed) == 0, "A free record has no wait.")
      precondition(pinCount.load(ordering: .relaxed) == 0, "A free record has no pins.")
      visitPins { _, _ in preconditionFailure("A free record has no pins.") }
    }
  #endif

  /// The creation path of the thread: the factories that it is running, outermost first.
  ///
  /// Only the thread itself accesses it.
  @inline(__always)
  package var path: UnsafeMutablePointer<CreationPath> {
    // For the thread sanitizer, an access to `pointee.path` would also be one to the atomic words.
    (UnsafeMutableRawPointer(self) + MemoryLayout<stitcher_record_words>.size)
      .alignedUp(for: CreationPath.self).assumingMemoryBound(to: CreationPath.self)
  }

  /// The state followers that the thread has to notify before its next lookup.
  ///
  /// Only the thread itself accesses them.
  @inline(__always)
  var notes: UnsafeMutablePointer<NotedFollowers> {
    UnsafeMutableRawPointer(path + 1)
      .alignedUp(for: NotedFollowers.self).assumingMemoryBound(to: NotedFollowers.self)
  }

  /// Makes the next check for a full stack determine the bounds of the stack again.
  func resetStack() { stackLimit.store(.max, ordering: .relaxed) }

  /// Clears the state that an ended thread has left in this record.
  ///
  /// Another thread can then use the record. It overwrites the requests, see
  /// ``ThreadRecords/adopt()``.
  ///
  /// - Returns: The addresses of the snapshots that the thread has left pinned.
  func resetForReuse() -> [UInt] {
    let pins = (0..<Self.pinLimit).map { pin(at: $0).exchange(0) }.filter { $0 != 0 }
    pinCount.store(0, ordering: .relaxed)
    waitingFor.store(0, ordering: .relaxed)
    resetStack()
    let section = ReadSection(bits: UInt(bitPattern: self))
    if sections.load(ordering: .relaxed) & ReadSection.isOpen != 0 { section.end() }
    return pins
  }
}
