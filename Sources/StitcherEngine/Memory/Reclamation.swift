internal import CStitcherThread
internal import Synchronization

/// Frees what readers may still look at, as soon as none does.
///
/// A writer first takes a thing out of reach, then calls ``waitForReaders()``, then releases it. A
/// read section is a few nanoseconds long and runs no foreign code, so the wait is short and cannot
/// deadlock. A factory runs outside the section; what it needs of the snapshot is *pinned*, and
/// a writer leaves a pinned snapshot to the thread that unpins it.
package enum Reclamation {
  /// The snapshots that were pinned when their graph dropped them.
  private static let left = Lock<[Snapshot]>([])

  /// Returns when every read section that was open at the time of the call has ended.
  package static func waitForReaders() {
    var candidate = ThreadRecord.newest
    while let record = candidate {
      let count = record.pointee.reading.load(ordering: .sequentiallyConsistent)
      if count & 1 == 1 {
        var spins = 0
        while record.pointee.reading.load(ordering: .sequentiallyConsistent) == count {
          spins += 1
          if spins > 64 { stitcher_thread_yield() }
        }
      }
      candidate = record.pointee.next
    }
  }

  /// Releases a snapshot that no new reader can reach, or leaves it to the thread that pins it.
  ///
  /// Call it after ``waitForReaders()`` and outside every lock: it may run a `deinit`.
  static func release(_ snapshot: Snapshot) {
    let bits = snapshot.bits
    guard isPinned(bits) else { return }
    left.withLock { $0.append(snapshot) }
    var candidate = ThreadRecord.newest
    while let record = candidate {
      if record.pointee.pins.contains(bits) {
        record.pointee.mustSweep.store(true, ordering: .sequentiallyConsistent)
      }
      candidate = record.pointee.next
    }
    // Whoever unpinned before it could see the mark has left the work to this thread.
    if !isPinned(bits) { sweep() }
  }

  /// Releases the snapshots that nobody pins any more.
  static func sweep() {
    let free = left.withLock { snapshots in
      let free = snapshots.filter { !isPinned($0.bits) }
      snapshots.removeAll { snapshot in free.contains { $0 === snapshot } }
      return free
    }
    _ = consume free
  }

  /// Whether a thread runs a factory of that snapshot.
  private static func isPinned(_ bits: UInt) -> Bool {
    var candidate = ThreadRecord.newest
    while let record = candidate {
      if record.pointee.pins.contains(bits) { return true }
      candidate = record.pointee.next
    }
    return false
  }
}
