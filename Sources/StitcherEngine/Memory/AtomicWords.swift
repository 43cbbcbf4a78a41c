internal import Synchronization

/// A fixed number of words that threads read and write one by one.
///
/// Invariant: the memory is allocated and initialized from `init` to `deinit`.
package struct AtomicWords: ~Copyable, @unchecked Sendable {
  // Safe: the address and the count are constants, and the words are atomic.

  /// The words.
  private let words: UnsafeMutablePointer<Atomic<UInt>>

  /// How many there are.
  private let count: Int

  /// Creates words that are zero.
  package init(count: Int) {
    self.count = count
    words = .allocate(capacity: count)
    for position in 0..<count { (words + position).initialize(to: Atomic(0)) }
  }

  deinit {
    words.deinitialize(count: count)
    words.deallocate()
  }

  /// Reads a word.
  @inline(__always)
  package func load(at position: Int) -> UInt { words[position].load(ordering: .relaxed) }

  /// Writes a word.
  @inline(__always)
  package func store(_ word: UInt, at position: Int) {
    words[position].store(word, ordering: .relaxed)
  }
}
