public import CStitcherThread
public import Synchronization

/// What a thread says to those who want to release something; the first part of its record.
///
/// It is public only because front ends inline reads into their users' modules.
@frozen
public struct _ReadMark: ~Copyable {
  /// The epoch in which the thread's read section has begun, or zero while it reads nothing.
  @usableFromInline package let epoch = Atomic<UInt>(0)

  /// What the section is about, as bits, or zero if it may look at everything. Set before the
  /// epoch.
  @usableFromInline package let domain = Atomic<UInt>(0)

  /// What the thread has to look after when it is done: the bits of ``_Attention``.
  @usableFromInline package let attention = Atomic<UInt>(0)

  /// Creates the mark of a thread that reads nothing.
  package init() {}
}

/// What a thread is asked to look after when it leaves a section or lets go of a pin.
@frozen
public enum _Attention {
  /// Readers have to fence before they look at the other bits. Set once, with the record.
  @inlinable public static var fence: UInt { 1 }

  /// Somebody waits for the section to end.
  @inlinable public static var section: UInt { 2 }

  /// Somebody waits for the outermost pin; the bits of the further ones follow.
  @inlinable public static var firstPin: UInt { 4 }
}

/// A short time in which the calling thread may look at what others may be about to release.
///
/// This is the only reader of shared memory there is. A section is a few loads long, it retains
/// what it needs, and no foreign code runs in it. Sections do not nest.
///
/// ## Why nothing is released too early
///
/// The writer unpublishes, begins the next *epoch*, calls for a barrier, and looks at the marks.
/// The reader stores the current epoch in its mark, and then loads what is published.
///
/// - The mark is zero: its store has not reached memory. So the barrier, which every thread passes
///   between the unpublishing and the look, came before the store, and the load after it finds what
///   is published now. (`membarrier` makes every running thread pass a barrier. Where there is
///   none, reader and writer have a sequentially consistent fence each: one of them sees the
///   other.)
/// - The mark is not older than the writer's epoch: the reader has loaded that epoch, acquiring,
///   and so sees what was unpublished before it began.
/// - The mark is older: the reader may have found what goes. The writer waits, and does so in vain
///   at most once for each section, since the next section has a newer mark.
///
/// A section may say what it is about, its *domain*: then it holds up only what is retired in that
/// domain. The domain is stored before the mark, both releasing, so a writer that sees a
/// mark sees its domain, or that of a later section, which is no reason to wait.
///
/// ## Why the end is safe
///
/// The mark is cleared with a releasing store, and read acquiring, so all that the reader did comes
/// before the release. The compiler is held off by a barrier of its own.
///
/// Whoever wants the thread to release something sets a bit in `attention`, calls for a barrier,
/// and looks at the mark again. The reader clears the mark, then loads the bits. As above, one of
/// them sees the other.
@frozen
public struct _ReadSection: BitwiseCopyable, Sendable {
  /// The mark of the thread whose section it is.
  @usableFromInline let bits: UInt

  /// Uses the mark at an address.
  @inlinable
  @inline(__always)
  init(bits: UInt) { self.bits = bits }

  /// The mark. Records are never freed.
  @inlinable
  @inline(__always)
  var mark: UnsafeMutablePointer<_ReadMark> {
    UnsafeMutablePointer(bitPattern: bits).unsafelyUnwrapped
  }

  /// Begins a section of the calling thread.
  ///
  /// - Parameter domain: The address of what the section is about, or zero if it may look at
  ///   everything.
  @inlinable
  @inline(__always)
  public static func begin(in domain: UInt = 0) -> _ReadSection {
    // The mark is the first stored property of a thread's record.
    let record = stitcher_thread_get() ?? UnsafeMutableRawPointer(bitPattern: _adoptRecord())
    return begin(bits: UInt(bitPattern: record), in: domain, since: stitcher_epoch_get())
  }

  /// Begins a section with a mark.
  @inlinable
  @inline(__always)
  static func begin(bits: UInt, in domain: UInt, since epoch: UInt) -> _ReadSection {
    let section = _ReadSection(bits: bits)
    let mark = section.mark
    mark.pointee.domain.store(domain, ordering: .releasing)
    #if os(Linux)
      mark.pointee.epoch.store(epoch, ordering: .releasing)
      stitcher_compiler_barrier()
      if epoch & 1 != 0 { atomicMemoryFence(ordering: .sequentiallyConsistent) }
    #else
      mark.pointee.epoch.store(epoch, ordering: .sequentiallyConsistent)
    #endif
    return section
  }

  /// Loads what a writer may change and then release, in an order that the section protects.
  @inlinable
  @inline(__always)
  public func load(_ published: borrowing Atomic<UInt>) -> UInt {
    published.load(ordering: .sequentiallyConsistent)
  }

  /// Ends the section, and releases what was left to this thread meanwhile.
  ///
  /// Call it outside every lock, since it may run a `deinit`; under a lock, use ``endUnderLock()``.
  @inlinable
  @inline(__always)
  public func end() {
    stitcher_compiler_barrier()
    #if os(Linux)
      mark.pointee.epoch.store(0, ordering: .releasing)
      stitcher_compiler_barrier()
      if mark.pointee.attention.load(ordering: .relaxed)
        & (_Attention.fence | _Attention.section) != 0
      {
        _attend()
      }
    #else
      mark.pointee.epoch.store(0, ordering: .sequentiallyConsistent)
      if mark.pointee.attention.load(ordering: .sequentiallyConsistent) & _Attention.section != 0 {
        _attend()
      }
    #endif
  }

  /// Does what was asked of the thread that has just ended the section.
  @usableFromInline
  @inline(never)
  func _attend() {
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    let attention = mark.pointee.attention.load(ordering: .relaxed)
    if attention & _Attention.section != 0 { Reclamation.sweep(asked: _Attention.section) }
  }
}

/// The reader of shared memory, as the engine's own files call it.
package typealias ReadSection = _ReadSection

extension _ReadSection {
  /// Begins a section of a thread that has its record at hand.
  @inline(__always)
  package static func begin(on record: ThreadRecordPointer, in domain: UInt = 0) -> ReadSection {
    begin(bits: UInt(bitPattern: record), in: domain, since: stitcher_epoch_get())
  }

  /// The section that the thread of a record is in.
  @inline(__always)
  package static func current(on record: ThreadRecordPointer) -> ReadSection {
    ReadSection(bits: UInt(bitPattern: record))
  }

  /// The epoch in which the section has begun.
  @inline(__always)
  package var epoch: UInt { mark.pointee.epoch.load(ordering: .relaxed) }

  /// Begins a section that protects all that an earlier one did, and that a pin has kept since.
  ///
  /// So the pin may go within the section.
  @inline(__always)
  package static func begin(
    on record: ThreadRecordPointer, in domain: UInt = 0, since epoch: UInt
  ) -> ReadSection {
    begin(bits: UInt(bitPattern: record), in: domain, since: epoch)
  }

  /// Ends the section while the thread holds a lock of ours.
  ///
  /// What was left to the thread is released by its next section or pin that ends without a lock,
  /// or by its next call of ``Reclamation/retire(_:)``.
  @inline(__always)
  package func endUnderLock() {
    stitcher_compiler_barrier()
    mark.pointee.epoch.store(0, ordering: .releasing)
  }
}

/// Gives the calling thread a record, and returns its address.
@usableFromInline
@inline(never)
func _adoptRecord() -> UInt { UInt(bitPattern: ThreadRecord.current) }
