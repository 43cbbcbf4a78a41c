internal import CStitcherThread

/// The records of all threads that have injected a dependency.
///
/// Invariants: each record is either in the list of living threads, at its `position`, or free. A
/// free record has no open section and no pins. So a scan of the records takes time in the number
/// of living threads only. There are never more records than threads that were alive at the same
/// time.
package enum ThreadRecords {
  /// The state that the lock protects.
  private struct Lists: @unchecked Sendable {
    // Safe: accessed under the lock. The records themselves are atomic.

    /// The records of living threads, in no particular order.
    var living: [ThreadRecordPointer] = []

    /// The records that belong to no thread, for later threads.
    var free: [ThreadRecordPointer] = []

    /// The records of threads that have begun to end, each with the thread's number.
    ///
    /// Such a thread does not call the engine any more.
    ///
    /// The number is used to check whether the thread has ended.
    var ending: [(record: ThreadRecordPointer, thread: UInt64)] = []
  }

  private static let lists = Lock(Lists())

  /// The number of living threads with a record.
  ///
  /// Writers search these records for open read sections.
  package static var livingCount: Int { lists.withLock { $0.living.count } }

  /// The number of all records, including those that belong to no thread.
  package static var count: Int { lists.withLock { $0.living.count + $0.free.count } }

  // MARK: Threads

  /// Assigns a record to the calling thread.
  ///
  /// Uses a free record if there is one, otherwise allocates a new record.
  @inline(never)
  static func adopt() -> ThreadRecordPointer {
    let record = add(
      endingThread: stitcher_thread_number_if_ending(), needsFence: stitcher_barrier_prepare())
    stitcher_thread_set(UnsafeMutableRawPointer(record)) { address in
      ThreadRecords.recycle(address.assumingMemoryBound(to: ThreadRecord.self))
    }
    return record
  }

  /// Adds a record for the calling thread to the list of living threads, and returns it.
  private static func add(endingThread thread: UInt64, needsFence: Bool) -> ThreadRecordPointer {
    lists.withLock { lists in
      _ = removeEnded(&lists)
      let record = lists.free.popLast() ?? allocate()
      record.position.store(UInt(lists.living.count), ordering: .relaxed)
      if needsFence {
        record.sections.formUnion(ReadSection.isSlow)
      }
      // If ended threads have left snapshots behind, this thread gets a request to release them. It
      // handles the request when it may run a `deinit`.
      record.requests.store(
        (needsFence ? ThreadRecord.needsFence : 0)
          | (Reclamation.transferredSnapshotCount > 0 ? ThreadRecord.firstRequest : 0),
        ordering: .relaxed)
      lists.living.append(record)
      if thread != 0 { lists.ending.append((record, thread)) }
      return UncheckedSendableBox(record)
    }.value
  }

  /// Makes the record of an ending thread available to other threads.
  private static func recycle(_ record: ThreadRecordPointer) {
    // If a thread ends during a factory, its creation path is not empty.
    record.path.pointee.removeAll()
    record.clearNotes()
    // Safe: the record belongs to this thread until it is in the list of free records.
    nonisolated(unsafe) let record = record
    let hasRequest = lists.withLock { remove(record, &$0) }
    // Handles the requests that writers made before the thread ended.
    if hasRequest { Reclamation.sweep(for: record) }
  }

  /// Moves a record from the list of living threads to the free records.
  ///
  /// - Returns: Whether a writer has requested a release that the record's thread has not done.
  private static func remove(_ record: ThreadRecordPointer, _ lists: inout Lists) -> Bool {
    let position = record.position.load(ordering: .relaxed)
    guard let last = lists.living.popLast() else { return false }
    if last != record {
      lists.living[Int(position)] = last
      last.position.store(position, ordering: .relaxed)
    }
    record.position.store(.max, ordering: .relaxed)
    lists.ending.removeAll { $0.record == record }
    lists.free.append(record)
    return record.resetForReuse()
  }

  /// Makes the records of completely ended threads available to other threads.
  ///
  /// - Returns: Whether a writer has requested a release that one of these threads has not done.
  private static func removeEnded(_ lists: inout Lists) -> Bool {
    guard !lists.ending.isEmpty else { return false }
    var hasRequest = false
    for (record, thread) in lists.ending where stitcher_thread_has_ended(thread) {
      record.path.pointee.removeAll()
      record.clearNotes()
      if remove(record, &lists) { hasRequest = true }
    }
    return hasRequest
  }

  /// Allocates a record that shares no cache line with another record.
  private static func allocate() -> ThreadRecordPointer {
    let size = (MemoryLayout<ThreadRecord>.size + 127) & ~127
    let record = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 128)
      .bindMemory(to: ThreadRecord.self, capacity: 1)
    record.initialize(to: ThreadRecord())
    return record
  }

  // MARK: Writers

  /// Whether the calling thread is the only one with a record.
  ///
  /// First frees the records of threads that have ended. A thread that gets a record later sees all
  /// previous writes of the caller.
  static var isAlone: Bool {
    let own = UInt(bitPattern: stitcher_thread_get())
    let (isAlone, hasRequest) = lists.withLock { lists in
      let hasRequest = removeEnded(&lists)
      let living = lists.living
      return (living.isEmpty || living.count == 1 && UInt(bitPattern: living[0]) == own, hasRequest)
    }
    if hasRequest { Reclamation.sweep(for: nil) }
    return isAlone
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
        for (position, record) in lists.living.enumerated() {
          let own = record.position.load(ordering: .relaxed)
          precondition(own == UInt(position), "A record has a position.")
        }
        for record in lists.free { record._invariantCheckFree() }
        for (record, _) in lists.ending {
          precondition(record.isLiving, "The record of an ending thread is in use.")
        }
      }
    }
  #endif
}
