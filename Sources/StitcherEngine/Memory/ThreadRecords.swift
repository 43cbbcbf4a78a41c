internal import CStitcherThread

/// The records of all threads that have injected a dependency.
///
/// Invariants: each record is either in the list of living threads, or free. A free record has no
/// open section and no pins. So a scan of the records takes time in the number of living threads
/// only. There are never more records than threads that were alive at the same time. One exception:
/// the record of a thread that injects in the system's last round of thread-specific destructors is
/// never freed, since the engine's own destructor does not run any more.
package enum ThreadRecords {
  /// The lists of records that the lock of ``ThreadRecords`` protects.
  private struct Lists: @unchecked Sendable {
    // Safe: accessed under the lock. The records themselves are atomic.

    /// The records of living threads, in no particular order.
    var living: [ThreadRecordPointer] = []

    /// The records of ended threads, which later threads will reuse.
    var free: [ThreadRecordPointer] = []
  }

  private static let lists = Lock(Lists())

  /// The number of living threads with a record.
  ///
  /// Writers search these records for open read sections.
  package static var livingCount: Int { lists.withLock { $0.living.count } }

  /// The number of all records, including free records, which belong to no thread.
  package static var count: Int { lists.withLock { $0.living.count + $0.free.count } }

  // MARK: Threads

  /// Assigns a record to the calling thread, and returns the record.
  ///
  /// Uses a free record if there is one, otherwise allocates a new record.
  @inline(never)
  static func adopt() -> ThreadRecordPointer {
    let needsFence = stitcher_barrier_prepare()
    let record = lists.withLock { lists in
      let record = lists.free.popLast() ?? allocate()
      if needsFence { record.sections.formUnion(ReadSection.isSlow) }
      record.requests.store(needsFence ? ThreadRecord.needsFence : 0, ordering: .relaxed)
      lists.living.append(record)
      return UncheckedSendableBox(record)
    }.value
    stitcher_thread_set(UnsafeMutableRawPointer(record)) { address in
      ThreadRecords.recycle(address.assumingMemoryBound(to: ThreadRecord.self))
    }
    return record
  }

  /// Makes the record of an ending thread available to other threads.
  private static func recycle(_ record: ThreadRecordPointer) {
    // If a thread ends during a factory, its creation path is not empty.
    record.path.pointee.removeAll()
    record.clearNotes()
    // Safe: the record belongs to this thread until it is in the list of free records.
    nonisolated(unsafe) let record = record
    let pins = lists.withLock { lists in
      lists.living.removeAll { $0 == record }
      lists.free.append(record)
      return record.resetForReuse()
    }
    // A thread that has ended during a factory could not remove its pins.
    if !pins.isEmpty { Reclamation.releaseUnpinned(Set(pins)) }
  }

  /// Allocates a record that shares no cache line of the processor with another record.
  private static func allocate() -> ThreadRecordPointer {
    let size = (MemoryLayout<ThreadRecord>.size + 127) & ~127
    let record = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 128)
      .bindMemory(to: ThreadRecord.self, capacity: 1)
    record.initialize(to: ThreadRecord())
    record.resetStack()
    return record
  }

  // MARK: Writers

  /// Whether no other thread than the calling thread has a record.
  ///
  /// A thread that gets a record later sees all previous writes of the caller.
  static var isAlone: Bool {
    let own = UInt(bitPattern: stitcher_thread_get())
    return lists.withLock { $0.living.allSatisfy { UInt(bitPattern: $0) == own } }
  }

  /// Calls a closure with the record of each living thread.
  ///
  /// The lock is held meanwhile.
  static func visit(_ body: (ThreadRecordPointer) -> Void) {
    lists.withLock { lists in
      for record in lists.living { body(record) }
    }
  }

  #if STITCHER_INVARIANTS
    /// Checks the invariants of all records.
    package static func _invariantCheck() {
      lists.withLock { lists in
        for record in lists.free { record._invariantCheckFree() }
      }
    }
  #endif
}
