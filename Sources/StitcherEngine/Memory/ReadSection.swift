public import CStitcherThread

/// A short time in which the calling thread may look at what others may be about to release.
///
/// This is the only reader of shared memory there is. A section is a few loads long, it retains
/// what it needs, and no foreign code runs in it. Sections do not nest. It is public only because
/// front ends inline reads into their users' modules.
///
/// ## Why nothing is released too early
///
/// Each thread counts its sections in the first word of its record: the count is odd while one is
/// open. A writer unpublishes, calls for a barrier, looks at the counts, and waits until each that
/// was odd has changed (``Reclamation/waitForReaders()``).
///
/// - The count is even: the store that makes it odd has not reached memory. So the barrier, which
///   every thread passes between the unpublishing and the look, came before that store, and the
///   loads after it find what is published now. (`membarrier` makes every running thread pass a
///   barrier. Where there is none, reader and writer have a sequentially consistent fence each: one
///   of them sees the other.)
/// - The count is odd: the reader may have found what goes. The next section, which has another
///   count, began after the barrier.
///
/// The count is made even with a releasing store, and read acquiring, so all that the reader did
/// comes before the release. The compiler is held off by a barrier of its own.
@frozen
public struct _ReadSection: BitwiseCopyable, Sendable {
  /// The address of the thread's count of sections, which begins its record.
  @usableFromInline let bits: UInt

  /// Set in the count while a section is open.
  @inlinable static var isOpen: UInt { 1 }

  /// Set in the count if the thread has to do more where a section begins: for good if it needs a
  /// fence, and for a time if it has to look after something before it looks anything up (see
  /// ``StateFollower``).
  @inlinable static var isSlow: UInt { 2 }

  /// What a section adds to the count.
  @inlinable static var one: UInt { 4 }

  /// Uses the count at an address.
  @inlinable
  @inline(__always)
  init(bits: UInt) { self.bits = bits }

  /// The count. Records are never freed.
  @inlinable
  @inline(__always)
  var count: _AtomicWord {
    _AtomicWord(UnsafeMutablePointer(bitPattern: bits).unsafelyUnwrapped)
  }

  /// Begins a section of the calling thread.
  @inlinable
  @inline(__always)
  public static func begin() -> _ReadSection {
    let record = stitcher_thread_get() ?? UnsafeMutableRawPointer(bitPattern: _adoptRecord())
    return begin(bits: UInt(bitPattern: record))
  }

  /// Begins a section of the calling thread, and returns its count with it.
  ///
  /// Who ends the section with that count does not wait for the store that began it.
  @inlinable
  @inline(__always)
  public static func beginCounted() -> (section: _ReadSection, count: UInt) {
    let record = stitcher_thread_get() ?? UnsafeMutableRawPointer(bitPattern: _adoptRecord())
    let section = _ReadSection(bits: UInt(bitPattern: record))
    return (section, section.open())
  }

  /// Begins a section of the thread that has a count.
  @inlinable
  @inline(__always)
  static func begin(bits: UInt) -> _ReadSection {
    let section = _ReadSection(bits: bits)
    _ = section.open()
    return section
  }

  /// Makes the count odd; returns what it was.
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

  /// Loads what a writer may change and then release, in an order that the section protects.
  @inlinable
  @inline(__always)
  public func load(_ published: _AtomicWord) -> UInt {
    published.load(ordering: .sequentiallyConsistent)
  }

  /// Ends the section.
  @inlinable
  @inline(__always)
  public func end() {
    stitcher_compiler_barrier()
    let next = count.load(ordering: .relaxed) &- Self.isOpen &+ Self.one
    count.store(next, ordering: .releasing)
  }

  /// Ends the section.
  ///
  /// - Parameter count: The count with which it began; it changes only between sections.
  @inlinable
  @inline(__always)
  public func end(_ count: UInt) {
    stitcher_compiler_barrier()
    self.count.store(count &+ Self.one, ordering: .releasing)
  }
}

/// The reader of shared memory, as the engine's own files call it.
package typealias ReadSection = _ReadSection

extension _ReadSection {
  /// Begins a section of a thread that has its record at hand.
  @inline(__always)
  package static func begin(on record: ThreadRecordPointer) -> ReadSection {
    begin(bits: UInt(bitPattern: record))
  }

  /// Begins a section of a thread and loads an address; nil if the thread has to look after
  /// something before it looks anything up.
  @inline(__always)
  static func begin(
    on record: ThreadRecordPointer, loading published: _AtomicWord
  ) -> UInt? {
    let section = current(on: record)
    let before = section.open()
    if before & isSlow != 0, record.hasNotes { return nil }
    return section.load(published)
  }

  /// The section that the thread of a record is in.
  @inline(__always)
  package static func current(on record: ThreadRecordPointer) -> ReadSection {
    ReadSection(bits: UInt(bitPattern: record))
  }

  /// The record of the thread whose section it is.
  @inline(__always)
  var record: ThreadRecordPointer {
    UnsafeMutablePointer(bitPattern: bits).unsafelyUnwrapped
  }
}

/// Gives the calling thread a record, and returns its address.
@usableFromInline
@inline(never)
func _adoptRecord() -> UInt { UInt(bitPattern: ThreadRecord.current) }
