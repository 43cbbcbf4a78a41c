internal import CStitcherThread

/// A value that one thread at a time uses, behind the system's lock; with it lie words that threads
/// use without the lock.
///
/// Invariant: the block is allocated and initialized from `init` to `deinit`: the lock, the value,
/// and the words, in this order.
package struct Lock<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
  // Safe: the value is only reached under the lock, and the words are atomic.

  /// The block.
  private let block: UnsafeMutableRawPointer

  /// Allocates a block with a value and some words that are zero.
  package init(_ value: consuming sending Value, words count: Int = 0) {
    block = .allocate(
      byteCount: Self.wordsOffset + count * MemoryLayout<stitcher_word>.stride, alignment: 16)
    precondition(MemoryLayout<Value>.alignment <= 16, "Aligned as the block is.")
    stitcher_lock_init(block.assumingMemoryBound(to: stitcher_lock.self))
    (block + Self.valueOffset).bindMemory(to: Value.self, capacity: 1).initialize(to: value)
    for index in 0..<count { word(index).store(0, ordering: .relaxed) }
  }

  deinit {
    stitcher_lock_destroy(lock)
    value.deinitialize(count: 1)
    block.deallocate()
  }

  /// The distance from the lock to the value.
  @inline(__always)
  private static var valueOffset: Int { (MemoryLayout<stitcher_lock>.size + 15) & ~15 }

  /// The distance from the lock to the words.
  ///
  /// A value without a size gets a byte: otherwise its address would be that of the next block, and
  /// the thread sanitizer would take it for what lies there.
  @inline(__always)
  private static var wordsOffset: Int { (valueOffset + max(MemoryLayout<Value>.size, 1) + 7) & ~7 }

  /// The address of the lock.
  @inline(__always)
  private var lock: UnsafeMutablePointer<stitcher_lock> {
    block.assumingMemoryBound(to: stitcher_lock.self)
  }

  /// The address of the value.
  @inline(__always)
  private var value: UnsafeMutablePointer<Value> {
    (block + Self.valueOffset).assumingMemoryBound(to: Value.self)
  }

  /// A word of the block. It stays as long as this lives.
  @inline(__always)
  package borrowing func word(_ index: Int) -> _AtomicWord {
    _AtomicWord(block, offset: Self.wordsOffset + index * MemoryLayout<stitcher_word>.stride)
  }

  /// Calls a closure with the value while no other thread has it.
  @inline(__always)
  package borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    stitcher_lock_lock(lock)
    defer { stitcher_lock_unlock(lock) }
    return try body(&value.pointee)
  }
}
