internal import CStitcherThread

/// The release of replaced objects as soon as no thread reads them any more.
///
/// Read sections last a few nanoseconds, so a writer waits for the sections that are open.
/// Factories may run for any time, with their snapshot pinned. So the writer transfers a pinned
/// snapshot to a thread that pins it. That thread releases the snapshot when it removes the pin.
package enum Reclamation {
  /// A replaced snapshot that a thread will release, because the thread has pinned it.
  ///
  /// The thread releases the snapshot after its factory has returned.
  private struct TransferredSnapshot: @unchecked Sendable {
    // Safe: all properties are constants, and records are never freed.

    /// The replaced snapshot.
    let snapshot: Snapshot

    /// The record of the thread that will release the snapshot.
    ///
    /// The thread pins the snapshot and has a request to release it. Or the thread has removed the
    /// pin, and is about to check its requests.
    let holder: ThreadRecordPointer
  }

  /// The snapshots that were transferred to threads that pin them.
  ///
  /// Each snapshot is transferred only once.
  private static let transferred = Lock<[TransferredSnapshot]>([])

  /// The number of replaced snapshots that threads keep alive while they run the snapshots'
  /// factories.
  package static var transferredSnapshotCount: Int { count.load(ordering: .relaxed) }

  /// The number of elements of ``transferred``, which threads read without the lock.
  private static let count = AtomicBox<Int>(0)

  /// The number of begun waits for all readers in the process.
  private static let begunWaits = AtomicBox<UInt64>(0)

  /// The number of ended waits for all readers in the process.
  private static let endedWaits = AtomicBox<UInt64>(0)

  /// Whether a thread is waiting for all readers in the process at the moment.
  private static let isWaiting = AtomicBox<Bool>(false)

  /// Waits until no thread reads objects that were replaced before the call.
  ///
  /// If the system has suspended a thread during a read section, the wait lasts until that thread
  /// runs again. Call it outside every lock and read section.
  ///
  /// A barrier interrupts every processor. So threads that arrive during one wait share the next
  /// wait, which begins after all of them have arrived.
  ///
  /// - Complexity: O(*n*) in the number of living threads that have injected.
  package static func waitForReaders() {
    if ThreadRecords.isAlone { return }
    // The fence orders the caller's unpublishing before every wait that begins after this point.
    stitcher_fence()
    let wanted = begunWaits.load(ordering: .sequentiallyConsistent) + 1
    var turns: UInt32 = 0
    while endedWaits.load(ordering: .acquiring) < wanted {
      if isWaiting.exchange(true) {
        stitcher_thread_wait(&turns)
        continue
      }
      if endedWaits.load(ordering: .relaxed) < wanted {
        let number = begunWaits.add(1, ordering: .sequentiallyConsistent)
        waitForAllReaders()
        endedWaits.store(number, ordering: .releasing)
      }
      isWaiting.store(false, ordering: .releasing)
    }
  }

  /// Waits for all read sections in the process that are open now.
  ///
  /// Before that, executes a barrier on all processors.
  private static func waitForAllReaders() {
    stitcher_barrier_all()
    var open: [(record: ThreadRecordPointer, count: UInt)] = []
    ThreadRecords.visit { record in
      let count = record.sections.load(ordering: .acquiring)
      if count & ReadSection.isOpen != 0 { open.append((record, count)) }
    }
    var turns: UInt32 = 0
    for (record, count) in open {
      while record.sections.load(ordering: .acquiring) == count {
        stitcher_thread_wait(&turns)
      }
    }
  }

  /// Releases replaced snapshots.
  ///
  /// A pinned snapshot is transferred to a thread that pins it, and released there.
  ///
  /// The caller has waited for the readers. Only that thread releases the snapshot, so the snapshot
  /// is deallocated when the thread's factory has ended.
  ///
  /// Call it outside every lock and read section, since it may run a `deinit`.
  static func release(_ snapshots: consuming [Snapshot]) {
    var rest = snapshots
    // The assignment releases the snapshots that no thread pins.
    while !rest.isEmpty { rest = transfer(rest) }
  }

  /// Transfers pinned snapshots to threads that pin them.
  ///
  /// Returns the snapshots that are not pinned any more.
  private static func transfer(_ snapshots: [Snapshot]) -> [Snapshot] {
    transferred.withLock { transferred in
      let holders = holders()
      let start = transferred.count
      for snapshot in snapshots {
        guard let (holder, request) = holders[snapshot.bits] else { continue }
        transferred.append(TransferredSnapshot(snapshot: snapshot, holder: holder))
        holder.requests.formUnion(request)
      }
      if transferred.count == start { return [] }
      stitcher_barrier_all()
      // A thread may have removed its pin before it could see the request. The caller has to
      // release such a snapshot, unless another thread pins it.
      var back: [Snapshot] = []
      for position in (start..<transferred.count).reversed()
      where !transferred[position].holder.isPinning(transferred[position].snapshot.bits) {
        back.append(transferred.remove(at: position).snapshot)
      }
      count.store(transferred.count, ordering: .relaxed)
      return back
    }
  }

  /// Releases the snapshots that were transferred to the given thread.
  ///
  /// Snapshots that were transferred to threads that have ended are released, too.
  ///
  /// A snapshot that another thread still pins is transferred to that thread. Call it outside every
  /// lock and read section, since it may run a `deinit`.
  ///
  /// - Parameter holder: The record of the thread, or `nil` to release only the snapshots of ended
  ///   threads.
  static func sweep(for holder: ThreadRecordPointer?) {
    let own = transferred.withLock { transferred -> [Snapshot] in
      let isOwn = { (entry: TransferredSnapshot) in
        entry.holder == holder || !entry.holder.isLiving
      }
      let own = transferred.filter(isOwn).map(\.snapshot)
      transferred.removeAll(where: isOwn)
      count.store(transferred.count, ordering: .relaxed)
      return own
    }
    release(own)
  }

  /// Returns a dictionary from the address of each pinned snapshot to a thread that pins it.
  ///
  /// The result also contains the request bit of the thread's pin.
  private static func holders() -> [UInt: (ThreadRecordPointer, UInt)] {
    var holders: [UInt: (ThreadRecordPointer, UInt)] = [:]
    ThreadRecords.visit { record in
      record.visitPins { snapshot, request in holders[snapshot] = (record, request) }
    }
    return holders
  }

  #if STITCHER_INVARIANTS
    /// Checks that no snapshot was transferred to two threads, and that the thread records are
    /// consistent.
    package static func _invariantCheck() {
      ThreadRecords._invariantCheck()
      transferred.withLock { transferred in
        precondition(
          Set(transferred.map(\.snapshot.bits)).count == transferred.count,
          "A snapshot is transferred once.")
      }
    }
  #endif
}
