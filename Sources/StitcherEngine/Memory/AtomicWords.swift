/// A fixed number of words that threads read and write one by one.
package struct AtomicWords: ~Copyable, Sendable {
  /// The first word.
  private let first: _AtomicWord

  /// Creates words that are zero.
  package init(count: Int) { first = allocateWords(count) }

  deinit { freeWords(first) }

  /// Reads a word.
  @inline(__always)
  package func load(at position: Int) -> UInt { first.word(position).load(ordering: .relaxed) }

  /// Writes a word.
  @inline(__always)
  package func store(_ word: UInt, at position: Int) {
    first.word(position).store(word, ordering: .relaxed)
  }
}
