internal import CStitcherThread

/// Sees to it that what is taken out of reach is released when nobody looks at it any more, and
/// then at once.
///
/// Read sections are a few nanoseconds long, so a writer waits for those that are open. Factories
/// run for as long as they like, with their snapshot pinned. So what is pinned is left to the
/// thread that pins it, which releases it when it lets go.
package enum Reclamation {
  /// A snapshot that is left to a thread that pins it.
  private struct Left: @unchecked Sendable {
    // Safe: constants; records are never freed.

    /// The snapshot, which is not published any more.
    let snapshot: Snapshot

    /// The thread's record. It pins the snapshot and was asked to look after it, or has let go and
    /// is about to look.
    let holder: ThreadRecordPointer
  }

  /// The snapshots that are left to the threads that pin them, each once.
  private static let left = Lock<[Left]>([])

  /// The number of snapshots that threads keep alive at the moment.
  package static var leftCount: Int { number.load(ordering: .relaxed) }

  /// That number, for who may not wait for the lock.
  private static let number = AtomicBox<Int>(0)

  /// How many waits for all readers have begun.
  private static let begun = AtomicBox<UInt64>(0)

  /// How many have ended.
  private static let ended = AtomicBox<UInt64>(0)

  /// Whether a thread waits for all readers.
  private static let isWaiting = AtomicBox<Bool>(false)

  /// Waits until no thread looks any more at what was unpublished before the call.
  ///
  /// A thread that the system has put aside within a section is waited for until it runs again.
  /// Call it outside every lock and read section.
  ///
  /// A barrier interrupts every processor. So threads that come while one waits share the next
  /// wait, however many they are: it begins after all of them have come.
  ///
  /// - Complexity: O(*n*) in the number of living threads that have injected.
  package static func waitForReaders() {
    if ThreadRecords.isAlone { return }
    // What the caller has unpublished comes before every wait that begins from here on.
    stitcher_fence()
    let wanted = begun.load(ordering: .sequentiallyConsistent) + 1
    var turns: UInt32 = 0
    while ended.load(ordering: .acquiring) < wanted {
      if isWaiting.exchange(true) {
        stitcher_thread_wait(&turns)
        continue
      }
      if ended.load(ordering: .relaxed) < wanted {
        let number = begun.add(1, ordering: .sequentiallyConsistent)
        waitForAllReaders()
        ended.store(number, ordering: .releasing)
      }
      isWaiting.store(false, ordering: .releasing)
    }
  }

  /// Calls for a barrier, and waits for the sections that were open then.
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

  /// Releases snapshots that were waited for, and leaves each that is pinned to a thread that pins
  /// it: nobody else releases it, so it is gone when that thread's factory has ended.
  ///
  /// Call it outside every lock and read section: it may run a `deinit`.
  static func release(_ snapshots: consuming [Snapshot]) {
    var rest = snapshots
    while true {
      let holders = holders()
      // What nobody pins goes here.
      rest = holders.isEmpty ? [] : rest.filter { holders[$0.bits] != nil }
      if rest.isEmpty { return }
      rest = leave(rest)
    }
  }

  /// Leaves snapshots to threads that pin them; returns those for which there is none any more.
  private static func leave(_ snapshots: [Snapshot]) -> [Snapshot] {
    left.withLock { left in
      let holders = holders()
      let start = left.count
      for snapshot in snapshots {
        guard let (holder, request) = holders[snapshot.bits] else { continue }
        left.append(Left(snapshot: snapshot, holder: holder))
        holder.requests.formUnion(request)
      }
      stitcher_barrier_all()
      // Who has let go meanwhile may not have seen that it was asked: then it is ours again.
      var back = snapshots.filter { holders[$0.bits] == nil }
      for position in (start..<left.count).reversed()
      where !left[position].holder.isPinning(left[position].snapshot.bits) {
        back.append(left.remove(at: position).snapshot)
      }
      number.store(left.count, ordering: .relaxed)
      return back
    }
  }

  /// Releases what was left to a thread, or to threads that have ended, or leaves it to others that
  /// pin it.
  ///
  /// Call it outside every lock and read section: it may run a `deinit`.
  static func sweep(for holder: ThreadRecordPointer?) {
    let own = left.withLock { left -> [Snapshot] in
      let isOwn = { (entry: Left) in entry.holder == holder || !entry.holder.isLiving }
      let own = left.filter(isOwn).map(\.snapshot)
      left.removeAll(where: isOwn)
      number.store(left.count, ordering: .relaxed)
      return own
    }
    release(own)
  }

  /// For each snapshot that is pinned a thread that pins it, and the bit that asks it to look.
  private static func holders() -> [UInt: (ThreadRecordPointer, UInt)] {
    var holders: [UInt: (ThreadRecordPointer, UInt)] = [:]
    ThreadRecords.visit { record in
      record.visitPins { snapshot, request in holders[snapshot] = (record, request) }
    }
    return holders
  }

  #if STITCHER_INVARIANTS
    /// Checks that no snapshot is left twice, and that the records are in order.
    package static func _invariantCheck() {
      ThreadRecords._invariantCheck()
      left.withLock { left in
        precondition(
          Set(left.map(\.snapshot.bits)).count == left.count, "A snapshot is left once.")
      }
    }
  #endif
}
