internal import CStitcherThread
package import Synchronization

/// What a thread tells the others about itself: what it reads, pins and creates.
///
/// Each thread writes only its own record, so that readers share no written line. Writers look at
/// all of them (see ``Reclamation``). A record is never freed; one whose thread ended is used
/// again. Whatever others may look at is atomic and constant; the path, which changes as a whole,
/// lies behind the record.
package struct ThreadRecord: ~Copyable {
  /// Odd while this thread reads what a writer may be about to free.
  let reading = Atomic<UInt>(0)

  /// The snapshots whose factories this thread runs.
  let pins = Pins()

  /// Whether a writer left a snapshot behind that this thread had pinned.
  let mustSweep = Atomic<Bool>(false)

  /// Whether a living thread owns this record.
  let isOwned = Atomic<Bool>(true)

  /// The record that was made before this one.
  let next: ThreadRecordPointer?

  /// The creation that this thread waits for and holds, as bits, or zero. Only touched under the
  /// lock of ``WaitGraph``.
  let waitingFor = Atomic<UInt>(0)

  /// The distance from a record to its path, which nobody else touches: two cache lines.
  fileprivate static let pathOffset = 128

  /// Creates a record in front of another one.
  init(next: ThreadRecordPointer?) {
    self.next = next
  }
}

/// The address of a thread's record.
package typealias ThreadRecordPointer = UnsafeMutablePointer<ThreadRecord>

/// The newest record, as bits.
private let newestRecord = Atomic<UInt>(0)

extension ThreadRecord {
  /// The calling thread's record.
  @inline(__always)
  package static var current: ThreadRecordPointer {
    if let slot = stitcher_thread_get() {
      return slot.assumingMemoryBound(to: ThreadRecord.self)
    }
    return adopt()
  }

  /// Marks that the calling thread reads shared memory, and returns the mark.
  ///
  /// For front ends that inline the rest: adding one to the mark, releasing, ends the read section.
  @inline(never)
  package static func beginReading() -> UnsafeMutablePointer<Atomic<UInt>> {
    let record = current
    record.beginReading()
    // The mark is the first stored property.
    return UnsafeMutableRawPointer(record).assumingMemoryBound(to: Atomic<UInt>.self)
  }

  /// The newest record; the others follow through `next`.
  static var newest: ThreadRecordPointer? {
    ThreadRecordPointer(bitPattern: newestRecord.load(ordering: .sequentiallyConsistent))
  }

  /// Gives the calling thread a record: one that is free, or else a new one.
  @inline(never)
  private static func adopt() -> ThreadRecordPointer {
    let record = reuse() ?? allocate()
    stitcher_thread_set(UnsafeMutableRawPointer(record)) { address in
      address.assumingMemoryBound(to: ThreadRecord.self).pointee
        .isOwned.store(false, ordering: .releasing)
    }
    return record
  }

  /// Takes over the record of a thread that has ended.
  private static func reuse() -> ThreadRecordPointer? {
    var candidate = newest
    while let record = candidate {
      let (isMine, _) = record.pointee.isOwned.compareExchange(
        expected: false, desired: true, ordering: .acquiringAndReleasing)
      if isMine {
        record.path.pointee.threadHasChanged()
        return record
      }
      candidate = record.pointee.next
    }
    return nil
  }

  /// Makes a record and puts it in front of the others.
  private static func allocate() -> ThreadRecordPointer {
    let raw = UnsafeMutableRawPointer.allocate(
      byteCount: 2 * pathOffset, alignment: pathOffset)
    precondition(MemoryLayout<ThreadRecord>.size <= pathOffset, "The path has no room.")
    (raw + pathOffset).initializeMemory(as: CreationPath.self, to: CreationPath())
    let record = raw.bindMemory(to: ThreadRecord.self, capacity: 1)
    var head = newestRecord.load(ordering: .sequentiallyConsistent)
    record.initialize(to: ThreadRecord(next: ThreadRecordPointer(bitPattern: head)))
    while true {
      let (isDone, actual) = newestRecord.compareExchange(
        expected: head, desired: UInt(bitPattern: record), ordering: .sequentiallyConsistent)
      if isDone { return record }
      head = actual
      record.deinitialize(count: 1)
      record.initialize(to: ThreadRecord(next: ThreadRecordPointer(bitPattern: head)))
    }
  }
}

extension ThreadRecordPointer {
  /// What this thread is creating. Only this thread touches it.
  @inline(__always)
  package var path: UnsafeMutablePointer<CreationPath> {
    (UnsafeMutableRawPointer(self) + ThreadRecord.pathOffset)
      .assumingMemoryBound(to: CreationPath.self)
  }

  /// Marks that this thread reads shared memory. Nothing that is not ours may run until
  /// ``endReading()``. The first load of what a writer may free must be sequentially consistent as
  /// well: then either it sees what the writer has published, or the writer sees the mark.
  @inline(__always)
  package func beginReading() {
    let count = pointee.reading.load(ordering: .relaxed)
    pointee.reading.store(count &+ 1, ordering: .sequentiallyConsistent)
  }

  /// Marks that this thread has retained what it needs.
  @inline(__always)
  package func endReading() {
    stitcher_thread_finish_retains()
    let count = pointee.reading.load(ordering: .relaxed)
    pointee.reading.store(count &+ 1, ordering: .releasing)
  }
}
