internal import CStitcherThread

/// The records of all threads that have injected.
///
/// Invariants: each record is either among the living, at its `position`, or free, and then marks
/// and pins nothing. So a look at all costs what lives now, and there are never more records than
/// there were threads alive at one time.
package enum ThreadRecords {
  /// What changes under the lock.
  private struct Lists: @unchecked Sendable {
    // Safe: guarded by the lock; the records themselves are atomics.

    /// The records of living threads, in no order.
    var living: [ThreadRecordPointer] = []

    /// The records of threads that have ended.
    var free: [ThreadRecordPointer] = []

    /// Those of the living whose threads are ending, and of whose end nobody may tell, each with
    /// the number that tells it.
    var ending: [(record: ThreadRecordPointer, thread: UInt64)] = []
  }

  /// The records.
  private static let lists = Lock(Lists())

  /// The number of records that writers look at.
  package static var livingCount: Int { lists.withLock { $0.living.count } }

  /// The number of records that there are.
  package static var count: Int { lists.withLock { $0.living.count + $0.free.count } }

  // MARK: Threads

  /// Gives the calling thread a record: one that is free, or else a new one.
  @inline(never)
  static func adopt() -> ThreadRecordPointer {
    let record = add(
      endingThread: stitcher_thread_number_if_ending(), needsFence: stitcher_barrier_prepare())
    stitcher_thread_set(UnsafeMutableRawPointer(record)) { address in
      ThreadRecords.giveBack(address.assumingMemoryBound(to: ThreadRecord.self))
    }
    return record
  }

  /// Puts a record among the living.
  private static func add(endingThread thread: UInt64, needsFence: Bool) -> ThreadRecordPointer {
    // Safe: written under the lock, by this thread.
    nonisolated(unsafe) var adopted: ThreadRecordPointer?
    lists.withLock { lists in
      _ = removeGone(&lists)
      let record = lists.free.popLast() ?? allocate()
      record.position.store(UInt(lists.living.count), ordering: .relaxed)
      if needsFence {
        record.sections.formUnion(ReadSection.isSlow)
      }
      // What is left of threads that are gone is looked after by this one, when it may run a
      // `deinit`.
      record.requests.store(
        (needsFence ? ThreadRecord.needsFence : 0)
          | (Reclamation.leftCount > 0 ? ThreadRecord.firstRequest : 0),
        ordering: .relaxed)
      lists.living.append(record)
      if thread != 0 { lists.ending.append((record, thread)) }
      adopted = record
    }
    guard let adopted else { preconditionFailure("There is always a record.") }
    return adopted
  }

  /// Takes the record back that a thread has used, which is ending.
  private static func giveBack(_ record: ThreadRecordPointer) {
    // What ends a thread within a factory leaves its steps behind.
    record.path.pointee.removeAll()
    record.forgetNotes()
    // Safe: the record belongs to this thread until it is on the list.
    nonisolated(unsafe) let record = record
    let left = lists.withLock { remove(record, &$0) }
    // Also what was asked of this thread before it ended.
    if left { Reclamation.sweep(for: record) }
  }

  /// Takes a record from the living to the free; returns whether its thread was asked for
  /// something.
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
    return record.forgetThread()
  }

  /// Takes the records back of threads that were ending and are gone; returns whether one of them
  /// was asked for something.
  private static func removeGone(_ lists: inout Lists) -> Bool {
    guard !lists.ending.isEmpty else { return false }
    var left = false
    for (record, thread) in lists.ending where stitcher_thread_is_gone(thread) {
      record.path.pointee.removeAll()
      record.forgetNotes()
      if remove(record, &lists) { left = true }
    }
    return left
  }

  /// Makes a record.
  private static func allocate() -> ThreadRecordPointer {
    let offset = ThreadRecord.pathOffset
    precondition(MemoryLayout<ThreadRecord>.size <= ThreadRecord.pinsOffset, "No room for pins.")
    let raw = UnsafeMutableRawPointer.allocate(byteCount: 2 * offset, alignment: offset)
    precondition(
      offset + MemoryLayout<CreationPath>.size <= ThreadRecord.notesOffset, "Room for the path.")
    (raw + offset).initializeMemory(as: CreationPath.self, to: CreationPath())
    (raw + ThreadRecord.notesOffset).initializeMemory(as: NotedFollowers.self, to: [:])
    let record = raw.bindMemory(to: ThreadRecord.self, capacity: 1)
    record.initialize(to: ThreadRecord())
    record.initializePins()
    return record
  }

  // MARK: Writers

  /// Whether nobody but the calling thread has a record, after taking back what threads have left
  /// that are gone. Who gets a record later also sees all that the caller has written so far.
  static var isAlone: Bool {
    let own = UInt(bitPattern: stitcher_thread_get())
    let (isAlone, left) = lists.withLock { lists in
      let left = removeGone(&lists)
      let living = lists.living
      return (living.isEmpty || living.count == 1 && UInt(bitPattern: living[0]) == own, left)
    }
    if left { Reclamation.sweep(for: nil) }
    return isAlone
  }

  /// Calls a closure with each living thread's record, under the lock.
  static func visit(_ body: (ThreadRecordPointer) -> Void) {
    lists.withLock { lists in
      for record in lists.living { body(record) }
    }
  }

  #if STITCHER_INVARIANTS
    /// Checks the invariants.
    package static func _invariantCheck() {
      lists.withLock { lists in
        for (position, record) in lists.living.enumerated() {
          let own = record.position.load(ordering: .relaxed)
          precondition(own == UInt(position), "A record has its place.")
        }
        for record in lists.free {
          record._invariantCheckFree()
          record._invariantCheckPins()
        }
        for (record, _) in lists.ending {
          precondition(record.isLiving, "A thread that is ending lives.")
        }
      }
    }
  #endif
}
