internal import CStitcherThread
internal import Synchronization

/// Sees to it that what is taken out of reach is released when nobody looks at it any more, and
/// then at once.
///
/// Read sections are a few nanoseconds long, so a writer waits for those that are open. Factories
/// run for as long as they like, with their snapshot pinned. So what is pinned is left to the
/// thread that pins it, which releases it when it lets go.
package enum Reclamation {
  /// The snapshots that are left to the threads that pin them.
  ///
  /// Invariants: none is published; each thread that pins one was asked to look after it.
  private static let left = Lock<[Snapshot]>([])

  /// The number of snapshots that threads keep alive at the moment.
  package static var leftCount: Int { left.withLock { $0.count } }

  /// Waits until no thread looks any more at what was unpublished before the call.
  ///
  /// A thread that the system has put aside within a section is waited for until it runs again.
  /// Call it outside every lock and read section.
  ///
  /// - Complexity: O(*n*) in the number of living threads that have injected.
  package static func waitForReaders() {
    if ThreadRecords.isAlone { return }
    stitcher_barrier_all()
    var open: [(record: ThreadRecordPointer, count: UInt)] = []
    ThreadRecords.visit { record in
      let count = record.pointee.sections.load(ordering: .acquiring)
      if count & ReadSection.isOpen != 0 { open.append((record, count)) }
    }
    var turns: UInt32 = 0
    for (record, count) in open {
      while record.pointee.sections.load(ordering: .acquiring) == count {
        stitcher_thread_wait(&turns)
      }
    }
  }

  /// Releases snapshots that were waited for, or leaves them to who pins them.
  ///
  /// Call it outside every lock and read section: it may run a `deinit`.
  static func release(_ snapshots: consuming [Snapshot]) {
    let pinned = pinned()
    let kept = (copy snapshots).filter { pinned.contains($0.bits) }
    _ = consume snapshots
    if kept.isEmpty { return }
    left.withLock { $0 += kept }
    _ = consume kept
    sweep()
  }

  /// Releases what nobody pins any more, and asks those who pin the rest to do the same.
  ///
  /// Call it outside every lock and read section: it may run a `deinit`.
  static func sweep() {
    let free = left.withLock { left -> [Snapshot] in
      if left.isEmpty { return [] }
      let wanted = Set(left.map(\.bits))
      ThreadRecords.visit { record in
        record.visitPins { snapshot, request in
          guard wanted.contains(snapshot) else { return }
          record.pointee.requests.bitwiseOr(request, ordering: .sequentiallyConsistent)
        }
      }
      stitcher_barrier_all()
      let pinned = pinned()
      let free = left.filter { !pinned.contains($0.bits) }
      left.removeAll { !pinned.contains($0.bits) }
      return free
    }
    _ = consume free
  }

  /// The addresses of all snapshots that threads pin.
  private static func pinned() -> Set<UInt> {
    var pinned: Set<UInt> = []
    ThreadRecords.visit { record in record.visitPins { bits, _ in pinned.insert(bits) } }
    return pinned
  }

  #if STITCHER_INVARIANTS
    /// Checks that what is left is pinned, and that the records are in order.
    package static func _invariantCheck() {
      ThreadRecords._invariantCheck()
      left.withLock { left in
        precondition(Set(left.map(\.bits)).count == left.count, "A snapshot is left once.")
      }
    }
  #endif
}
