internal import CStitcherThread

/// Releases replaced objects as soon as no thread reads them any more.
///
/// Read sections last a few nanoseconds, so a writer waits for the sections that are open.
/// Factories may run for any time, with their snapshot pinned. The thread that removes the last pin
/// of a replaced snapshot releases the snapshot.
package enum Reclamation {
  /// The replaced snapshots that are not released yet, since threads have or may have pinned them.
  private static let pinned = Lock<[Snapshot]>([])

  /// The number of replaced snapshots that threads keep alive while they run the snapshots'
  /// factories.
  package static var pinnedSnapshotCount: Int { pinned.withLock { $0.count } }

  /// How many times a thread of the process has begun to wait for all readers.
  private static let begunWaits = AtomicBox<UInt64>(0)

  /// How many times a thread of the process has finished waiting for all readers.
  ///
  /// A thread holds the lock while it waits for the readers.
  private static let endedWaits = Lock<UInt64>(0)

  /// Blocks until no thread reads objects that were replaced before the call.
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
    endedWaits.withLock { ended in
      if ended >= wanted { return }
      let number = begunWaits.add(1, ordering: .sequentiallyConsistent)
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
      ended = number
    }
  }

  /// Releases the given replaced snapshots, except for those that threads have pinned.
  ///
  /// A snapshot that is pinned is released when its last pin is removed.
  ///
  /// The caller has waited for the readers. Call it outside every lock and read section, since it
  /// may run a `deinit`.
  static func release(_ snapshots: [Snapshot]) {
    pinned.withLock { $0 += snapshots }
    let addresses = snapshots.map(\.bits)
    if !releaseUnpinned(addresses) { return }
    // A thread may have removed its pin before it could see the request. Such a snapshot is
    // released here.
    stitcher_barrier_all()
    releaseUnpinned(addresses)
  }

  /// Releases those of the given snapshots that have been replaced and that no thread pins any
  /// more.
  ///
  /// Asks each thread that still pins one of them to call this function when the thread removes the
  /// pin. Leaves all other snapshots alone, so the objects that a thread has kept alive are
  /// released by that thread. Call it outside every lock and read section, since it may run a
  /// `deinit`.
  ///
  /// - Parameter snapshots: The addresses of the snapshots.
  /// - Returns: Whether threads pin some of the given snapshots.
  @discardableResult
  static func releaseUnpinned(_ snapshots: [UInt]) -> Bool {
    let (isPinned, free) = pinned.withLock { pinned -> (Bool, [Snapshot]) in
      var pins = Set<UInt>()
      ThreadRecords.visit { record in
        record.visitPins { snapshot, request in
          guard snapshots.contains(snapshot) else { return }
          pins.insert(snapshot)
          record.requests.formUnion(request)
        }
      }
      let free = pinned.filter { snapshots.contains($0.bits) && !pins.contains($0.bits) }
      if !free.isEmpty { pinned.removeAll { snapshot in free.contains { $0 === snapshot } } }
      return (!pins.isEmpty, free)
    }
    // The snapshots are released outside the lock.
    _ = consume free
    return isPinned
  }

  #if STITCHER_INVARIANTS
    /// Checks that no snapshot waits twice for its release, and that thread records are consistent.
    package static func _invariantCheck() {
      ThreadRecords._invariantCheck()
      pinned.withLock { snapshots in
        precondition(
          Set(snapshots.map(\.bits)).count == snapshots.count, "A snapshot is replaced once.")
      }
    }
  #endif
}
