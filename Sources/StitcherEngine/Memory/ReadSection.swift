public import CStitcherThread

/// A short section of a thread's code in which the thread may read objects that other threads
/// replace.
///
/// All lock-free reads of shared objects use such sections. A section consists of a few loads,
/// retains the objects that it returns, and runs no foreign code. Sections do not nest. Public only
/// because front ends inline reads into their clients' modules.
///
/// ## Why no object is released too early
///
/// Each thread counts its sections in the first word of its record. The count is odd during a
/// section. A writer unpublishes an object, executes a barrier, loads the counts, and waits until
/// each odd count has changed (``Reclamation/waitForReaders()``).
///
/// - If the writer loads an even count, the store that makes the count odd has not reached memory
///   yet. Every thread passes the barrier between the unpublishing and the load. So the barrier
///   came before that store, and the reader's later loads find the new state. (`membarrier` makes
///   every running thread pass a barrier. On systems without it, reader and writer each execute a
///   sequentially consistent fence, so one of them sees the other's store.)
/// - If the writer loads an odd count, the reader may have found the old object. The thread's next
///   section, which has another count, begins after the barrier.
///
/// The reader ends the section with a releasing store, and the writer loads the count with acquire
/// ordering. So all loads of the reader come before the release of the object. A compiler barrier
/// keeps the compiler from moving them.
@frozen
public struct _ReadSection: BitwiseCopyable, Sendable {
  /// The address of the word that counts the thread's read sections.
  ///
  /// It is the first word of the thread's record.
  @usableFromInline let bits: UInt

  /// The bit of a thread's section count that is set while a read section is open.
  @inlinable static var isOpen: UInt { 1 }

  /// The bit of a thread's section count that makes the start of a section take the slow path.
  ///
  /// The bit is set permanently if the thread needs a fence. It is set temporarily while the thread
  /// has to notify a ``StateFollower`` before its next lookup.
  @inlinable static var isSlow: UInt { 2 }

  /// The number that each read section adds to its thread's section count.
  @inlinable static var one: UInt { 4 }

  /// Creates a read section of the thread whose section count has the given address.
  @inlinable
  @inline(__always)
  init(bits: UInt) { self.bits = bits }

  /// The word that counts the read sections of this section's thread.
  ///
  /// Its memory is never freed.
  @inlinable
  @inline(__always)
  var count: _AtomicWord {
    _AtomicWord(UnsafeMutablePointer(bitPattern: bits).unsafelyUnwrapped)
  }

  /// Begins a read section of the calling thread.
  @inlinable
  @inline(__always)
  public static func begin() -> _ReadSection { beginCounted().section }

  /// Begins a read section of the calling thread, and returns it with the thread's section count.
  ///
  /// With the count, ``end(_:)`` need not reload the word that the start has just stored.
  @inlinable
  @inline(__always)
  public static func beginCounted() -> (section: _ReadSection, count: UInt) {
    let record = stitcher_thread_get() ?? UnsafeMutableRawPointer(bitPattern: _adoptRecord())
    let section = _ReadSection(bits: UInt(bitPattern: record))
    return (section, section.open())
  }

  /// Marks this read section as open, and returns the thread's previous section count.
  @inlinable
  @inline(__always)
  func open() -> UInt {
    let before = count.load(ordering: .relaxed)
    #if os(Linux)
      count.store(before | Self.isOpen, ordering: .relaxed)
      stitcher_compiler_barrier()
      if before & Self.isSlow != 0 { stitcher_fence() }
    #else
      count.store(before | Self.isOpen, ordering: .sequentiallyConsistent)
    #endif
    return before
  }

  /// Loads the address of a published object from a word that writers may change.
  ///
  /// The load happens after the start of the section.
  @inlinable
  @inline(__always)
  public func load(_ published: _AtomicWord) -> UInt {
    published.load(ordering: .sequentiallyConsistent)
  }

  /// Ends this read section.
  ///
  /// Objects that were read in the section may be released from now on.
  @inlinable
  @inline(__always)
  public func end() {
    stitcher_compiler_barrier()
    let next = count.load(ordering: .relaxed) &- Self.isOpen &+ Self.one
    count.store(next, ordering: .releasing)
  }

  /// Ends this read section, given the section count that ``beginCounted()`` has returned.
  ///
  /// This saves a load of the count.
  ///
  /// - Parameter count: The count that ``beginCounted()`` has returned. Only the start and the end
  ///   of a section change the count.
  @inlinable
  @inline(__always)
  public func end(_ count: UInt) {
    stitcher_compiler_barrier()
    self.count.store(count &+ Self.one, ordering: .releasing)
  }
}

/// The name of ``_ReadSection`` in the engine's code.
package typealias ReadSection = _ReadSection

extension _ReadSection {
  /// Begins a read section of the calling thread, whose record is given.
  @inline(__always)
  package static func begin(on record: ThreadRecordPointer) -> ReadSection {
    let section = current(on: record)
    _ = section.open()
    return section
  }

  /// Begins a read section of the record's thread, and loads a published object's address; `nil` if
  /// the thread has to notify followers first.
  ///
  /// The followers observe state; see ``ThreadRecordPointer/followNotes()``.
  ///
  /// The section begins in both cases.
  @inline(__always)
  static func begin(on record: ThreadRecordPointer, loading published: _AtomicWord) -> UInt? {
    let section = current(on: record)
    let before = section.open()
    if before & isSlow != 0, record.hasNotes { return nil }
    return section.load(published)
  }

  /// Returns the read section of the thread to which the given record belongs.
  @inline(__always)
  package static func current(on record: ThreadRecordPointer) -> ReadSection {
    ReadSection(bits: UInt(bitPattern: record))
  }

  /// The record of the thread to which this read section belongs.
  @inline(__always)
  var record: ThreadRecordPointer { UnsafeMutablePointer(bitPattern: bits).unsafelyUnwrapped }
}

/// Assigns a thread record to the calling thread, and returns the record's address.
@usableFromInline
@inline(never)
func _adoptRecord() -> UInt { UInt(bitPattern: ThreadRecord.current) }
