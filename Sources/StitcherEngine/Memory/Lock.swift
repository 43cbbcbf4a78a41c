internal import CStitcherThread

/// A mutual-exclusion lock of the system, together with the value that the lock guards.
///
/// The value, the lock and some atomic words share one block of memory.
///
/// Threads use the words without the lock.
///
/// Invariant: one block of memory contains the lock, the value and the words, in this order. All
/// are initialized from `init` to `deinit`.
package struct Lock<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
  // Safe: the value is accessed only under the lock, and the words are atomic.

  /// The address of the memory block that contains the lock, the value and the words.
  private let block: UnsafeMutableRawPointer

  /// Creates a lock that guards the given value, and allocates atomic words beside the value.
  ///
  /// Also allocates the given number of atomic words, which are zero.
  package init(_ value: consuming sending Value, words count: Int = 0) {
    precondition(hasMallocAlignment(Value.self), "The value fits the block's alignment.")
    block = stitcher_allocate(Self.wordsOffset + count * MemoryLayout<stitcher_word>.stride)
    stitcher_lock_init(block.assumingMemoryBound(to: stitcher_lock.self))
    (block + Self.valueOffset).bindMemory(to: Value.self, capacity: 1).initialize(to: value)
    for index in 0..<count { word(index).store(0, ordering: .relaxed) }
  }

  deinit {
    stitcher_lock_destroy(lock)
    value.deinitialize(count: 1)
    stitcher_free(block)
  }

  /// The byte offset of the guarded value from the start of the memory block.
  @inline(__always)
  private static var valueOffset: Int { (MemoryLayout<stitcher_lock>.size + 15) & ~15 }

  /// The byte offset of the atomic words from the start of the memory block.
  ///
  /// A value without a size gets one byte. Otherwise its address would be that of the next block,
  /// and the thread sanitizer would confuse the value with the contents of that block.
  @inline(__always)
  private static var wordsOffset: Int { (valueOffset + max(MemoryLayout<Value>.size, 1) + 7) & ~7 }

  @inline(__always)
  private var lock: UnsafeMutablePointer<stitcher_lock> {
    block.assumingMemoryBound(to: stitcher_lock.self)
  }

  @inline(__always)
  private var value: UnsafeMutablePointer<Value> {
    (block + Self.valueOffset).assumingMemoryBound(to: Value.self)
  }

  /// Returns the atomic word at the given index in the lock's memory block.
  ///
  /// The word exists as long as this lock.
  @inline(__always)
  package borrowing func word(_ index: Int) -> _AtomicWord {
    _AtomicWord(block, offset: Self.wordsOffset + index * MemoryLayout<stitcher_word>.stride)
  }

  /// Locks the lock, and calls a closure with exclusive access to the guarded value.
  @inline(__always)
  package borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    stitcher_lock_lock(lock)
    defer { stitcher_lock_unlock(lock) }
    return try body(&value.pointee)
  }
}
