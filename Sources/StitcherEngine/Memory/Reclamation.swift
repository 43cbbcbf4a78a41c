internal import CStitcherThread

/// Releases replaced objects as soon as no thread reads them any more.
///
/// Read sections last a few nanoseconds, so a writer waits for the sections that are open.
/// Factories may run for any time, with their snapshot pinned. The thread that removes the last pin
/// of a replaced snapshot releases the snapshot.
package enum Reclamation {
  /// The replaced snapshots that are not released yet.
  ///
  /// Threads have pinned them, or a call of ``release(_:)`` has not checked yet whether they have.
  private static let pinned = Lock<[Snapshot]>([])

  /// The number of replaced snapshots that are not released yet.
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
  /// A thread that has pinned a snapshot releases it when it removes the last pin. So that this is
  /// the last reference, the call empties the given array.
  ///
  /// The caller has waited for the readers, so no thread can pin the snapshots any more. Call it
  /// outside every lock and read section, since it may run a `deinit`.
  ///
  /// - Complexity: O(*n*) in the number of snapshots and of threads.
  static func release(_ snapshots: inout [Snapshot]) {
    pinned.withLock { $0 += snapshots }
    let addresses = Set(snapshots.map(\.bits))
    snapshots = []
    if !releaseUnpinned(addresses) { return }
    // A thread may have removed its pin before it could see the request. Such a snapshot is
    // released here.
    stitcher_barrier_all()
    releaseUnpinned(addresses)
  }

  /// Releases those of the given snapshots that wait for their release and that no thread pins.
  ///
  /// All other snapshots are left to the threads that have pinned them. If threads still pin some
  /// of the given snapshots, the call asks these threads to call it when they remove the pin.
  ///
  /// The address of a released snapshot may be given, also if it is the address of a newer snapshot
  /// by now. A newer snapshot waits for its release only after its writer has waited for the
  /// readers, so all its pins are visible, and the call may release it as well.
  ///
  /// Call it outside every lock and read section, since it may run a `deinit`.
  ///
  /// - Parameter snapshots: The addresses of the snapshots.
  /// - Returns: Whether threads pin some of the given snapshots.
  @discardableResult
  static func releaseUnpinned(_ snapshots: Set<UInt>) -> Bool {
    // The released snapshots are returned, so that no `deinit` runs under the lock.
    return pinned.withLock { pinned -> (isPinned: Bool, free: [Snapshot]) in
      var pins = Set<UInt>()
      ThreadRecords.visit { record in
        record.visitPins { snapshot, request in
          guard snapshots.contains(snapshot) else { return }
          pins.insert(snapshot)
          record.requests.formUnion(request)
        }
      }
      let unpinned = snapshots.subtracting(pins)
      let free = pinned.filter { unpinned.contains($0.bits) }
      pinned = pinned.filter { !unpinned.contains($0.bits) }
      return (!pins.isEmpty, free)
    }.isPinned
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
