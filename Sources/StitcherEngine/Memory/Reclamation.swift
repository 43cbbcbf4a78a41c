internal import CStitcherThread
internal import Synchronization

/// Releases what readers may still look at, as soon as none does.
///
/// A writer takes a thing out of reach, and retires it. Read sections are a few nanoseconds long,
/// so nearly always nobody is in one, or has left it a moment later, and the thing is released
/// before ``retire(_:)`` returns. But a thread may have to stand still in a section, and a factory
/// may run for as long as it likes with its snapshot pinned. Then the thing is left to that thread,
/// which releases it when it leaves: a writer waits for a bounded time.
package enum Reclamation {
  /// How long a writer waits for a section to end, in nanoseconds.
  ///
  /// Longer than it takes until a thread that was interrupted in a section runs again on a busy
  /// machine, so that what a program stops using is gone when the statement has returned.
  package static let patience: UInt64 = 50_000_000

  /// What was left to readers, oldest first.
  private static let left = Lock<[Retired]>([])

  /// The number of things that readers keep alive at the moment.
  package static var leftCount: Int { left.withLock { $0.count } }

  /// Releases what no new reader can reach.
  ///
  /// Call it outside every lock and read section: it may run a `deinit`.
  ///
  /// - Complexity: O(*n*) in the number of living threads that have injected.
  package static func retire(_ garbage: some Garbage, in domain: UInt = 0) {
    retire([], then: garbage, in: domain)
  }

  /// Releases objects that may be pinned, in order, then what no new reader can reach.
  ///
  /// What is pinned is released by the thread that lets go of it, and holds up nothing else.
  /// Call it outside every lock and read section: it may run a `deinit`.
  ///
  /// - Parameters:
  ///   - pinnable: The objects. The caller should hold them no longer.
  ///   - garbage: The rest.
  ///   - domain: What all readers are about that could find it, or zero if that is not known.
  /// - Complexity: O(*n*) in the number of living threads that have injected.
  package static func retire(
    _ pinnable: consuming [any AnyObject & Sendable], then garbage: some Garbage,
    in domain: UInt = 0
  ) {
    let epoch = stitcher_epoch_advance()
    if !ThreadRecords.isAlone {
      stitcher_barrier_all()
      guard waitForReaders(before: epoch, in: domain) else {
        var entries = entries(consume pinnable, epoch, domain)
        entries.append(Retired(epoch: epoch, domain: domain, pinnedBits: 0, garbage: garbage))
        leave(entries)
        return sweepIfAsked()
      }
    }
    if !pinnable.isEmpty { releaseOrLeave(entries(consume pinnable, epoch, domain)) }
    garbage.release()
    sweepIfAsked()
  }

  /// Makes entries of objects that may be pinned.
  private static func entries(
    _ pinnable: consuming [any AnyObject & Sendable], _ epoch: UInt, _ domain: UInt
  ) -> [Retired] {
    pinnable.map { object in
      let bits = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
      return Retired(
        epoch: epoch, domain: domain, pinnedBits: bits, garbage: LastReference(object: object))
    }
  }

  /// Releases what was left to the calling thread, after it has ended a section under a lock.
  ///
  /// Call it outside every lock and read section: it may run a `deinit`.
  package static func sweepIfAsked() {
    guard let slot = stitcher_thread_get() else { return }
    let record = slot.assumingMemoryBound(to: ThreadRecord.self)
    let attention = record.pointee.mark.attention.load(ordering: .relaxed)
    if attention & _Attention.section != 0 { sweep(asked: _Attention.section) }
  }

  /// Releases entries that nobody pins, in order, and leaves the others to who does.
  private static func releaseOrLeave(_ entries: consuming [Retired]) {
    let readers = Readers()
    let pinned = entries.filter { readers.holder(of: $0) != nil }
    if !pinned.isEmpty { leave(pinned) }
  }

  /// Waits until nobody is in a section of an older epoch, for a bounded time.
  ///
  /// - Returns: Whether nobody is.
  private static func waitForReaders(before epoch: UInt, in domain: UInt) -> Bool {
    var readers: [ThreadRecordPointer] = []
    ThreadRecords.visit { record in
      if record.pointee.mark.mayRead(epoch, in: domain) { readers.append(record) }
    }
    var wait = stitcher_wait()
    for reader in readers {
      while reader.pointee.mark.mayRead(epoch, in: domain) {
        // Who was asked before and has not looked since does not run: waiting again would be in
        // vain.
        let attention = reader.pointee.mark.attention.load(ordering: .relaxed)
        if attention & _Attention.section != 0 || !stitcher_thread_wait(&wait, patience) {
          return false
        }
      }
    }
    return true
  }

  // MARK: What is left to readers

  /// Leaves entries to those who read them.
  private static func leave(_ entries: [Retired]) {
    let isSettled = left.withLock { all in
      all += entries
      return ask(entries)
    }
    if !isSettled { sweep() }
  }

  /// Does what the calling thread was asked to do.
  @inline(never)
  static func sweep(asked bit: UInt) {
    // First: who asks from now on asks once more.
    ThreadRecord.current.pointee.mark.attention
      .bitwiseAnd(~bit, ordering: .sequentiallyConsistent)
    sweep()
  }

  /// Releases what is not read any more, and sees to it that a reader of everything else does the
  /// same.
  static func sweep() {
    while true {
      let (free, isSettled) = left.withLock { entries in
        let readers = Readers()
        let free = entries.filter { readers.holder(of: $0) == nil }
        if !free.isEmpty { entries.removeAll { readers.holder(of: $0) == nil } }
        return (free, ask(entries))
      }
      for entry in free { entry.garbage.release() }
      _ = consume free
      if isSettled { return }
    }
  }

  /// Asks a reader of each entry to look after it. Called under the lock.
  ///
  /// - Returns: Whether somebody will look after each of them. Else its reader has left before it
  ///   could see that it was asked.
  private static func ask(_ entries: [Retired]) -> Bool {
    guard !entries.isEmpty else { return true }
    let readers = Readers()
    let holders = entries.map { readers.holder(of: $0) }
    for case .some(let holder) in holders { holder.ask() }
    stitcher_barrier_all()
    let now = Readers()
    return zip(entries, holders).allSatisfy { $1 != nil && now.holder(of: $0) == $1 }
  }

  #if STITCHER_INVARIANTS
    /// Checks that what is left was retired, and once, and that the records are in order.
    package static func _invariantCheck() {
      ThreadRecords._invariantCheck()
      left.withLock { entries in
        var pinned: Set<UInt> = []
        for entry in entries {
          let isPast = Int(bitPattern: (entry.epoch | 1) &- (stitcher_epoch_get() | 1)) <= 0
          precondition(isPast, "What is left was retired.")
          guard entry.pinnedBits != 0 else { continue }
          precondition(pinned.insert(entry.pinnedBits).inserted, "An object is retired once.")
        }
      }
    }
  #endif
}
