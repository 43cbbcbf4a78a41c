public import CStitcherThread

/// How an atomic operation is ordered with the thread's other accesses of memory.
@frozen
public enum _MemoryOrder: Sendable {
  case relaxed
  case acquiring
  case releasing
  case sequentiallyConsistent

  /// The order as the C target knows it.
  @inlinable
  @inline(__always)
  var code: Int32 {
    switch self {
    case .relaxed: STITCHER_RELAXED
    case .acquiring: STITCHER_ACQUIRE
    case .releasing: STITCHER_RELEASE
    case .sequentiallyConsistent: STITCHER_SEQUENTIAL
    }
  }
}

/// The address of a word that threads read and write atomically. It is public only because front
/// ends inline reads into their users' modules.
///
/// Invariant: the word lies in memory that was allocated for it, and stays there as long as this is
/// used.
@frozen
public struct _AtomicWord: BitwiseCopyable, @unchecked Sendable {
  // Safe: the address is a constant, and the word is atomic.

  /// The address.
  @usableFromInline let pointer: UnsafeMutablePointer<stitcher_word>

  /// Uses the word at an address.
  @inlinable
  @inline(__always)
  public init(_ pointer: UnsafeMutablePointer<stitcher_word>) { self.pointer = pointer }

  /// Uses the word at an offset from an address.
  @inlinable
  @inline(__always)
  package init(_ base: UnsafeMutableRawPointer, offset: Int) {
    pointer = (base + offset).assumingMemoryBound(to: stitcher_word.self)
  }

  /// The word that is so many words behind this one.
  @inlinable
  @inline(__always)
  package func word(_ distance: Int) -> _AtomicWord { _AtomicWord(pointer + distance) }

  /// Loads the word.
  @inlinable
  @inline(__always)
  public func load(ordering: _MemoryOrder) -> UInt {
    UInt(truncatingIfNeeded: stitcher_word_load(pointer, ordering.code))
  }

  /// Stores a word.
  @inlinable
  @inline(__always)
  package func store(_ word: UInt, ordering: _MemoryOrder) {
    stitcher_word_store(pointer, UInt64(word), ordering.code)
  }

  /// Stores a word, and returns the one that was there. Sequentially consistent.
  @inlinable
  @inline(__always)
  package func exchange(_ word: UInt) -> UInt {
    UInt(truncatingIfNeeded: stitcher_word_exchange(pointer, UInt64(word)))
  }

  /// Stores a word if the expected one is there. Sequentially consistent.
  ///
  /// - Returns: Whether it was there, and the word that was.
  @inlinable
  @inline(__always)
  package func compareExchange(
    expected: UInt, desired: UInt
  ) -> (exchanged: Bool, original: UInt) {
    let original = UInt(
      truncatingIfNeeded: stitcher_word_compare_exchange(
        pointer, UInt64(expected), UInt64(desired)))
    return (original == expected, original)
  }

  /// Adds to the word, which overflows, and returns the word that was there. Sequentially
  /// consistent.
  @discardableResult
  @inlinable
  @inline(__always)
  package func add(_ number: Int) -> UInt {
    UInt(stitcher_word_add(pointer, UInt64(bitPattern: Int64(number)), STITCHER_SEQUENTIAL))
  }

  /// Sets bits, and returns the word that was there. Sequentially consistent.
  @discardableResult
  @inlinable
  @inline(__always)
  package func formUnion(_ bits: UInt) -> UInt {
    UInt(truncatingIfNeeded: stitcher_word_or(pointer, UInt64(bits)))
  }

  /// Clears bits, and returns the word that was there. Sequentially consistent.
  @discardableResult
  @inlinable
  @inline(__always)
  package func subtract(bits: UInt) -> UInt {
    UInt(truncatingIfNeeded: stitcher_word_and(pointer, ~UInt64(bits)))
  }
}

/// The words of the process that are read so often that a lazy global would be too slow. Each is
/// zero at first.
package enum ProcessWord: UInt8 {
  // Zero is `STITCHER_ISOLATION`.

  /// The address of the word of the lookup table of the process's graph, as long as no other graph
  /// can be current.
  case onlyTable = 1
  /// The address of the process's graph, as long as no other graph can be current.
  case onlyGraph = 2
  /// The address of the graph of the map of module Stitch, once it exists.
  case mapGraph = 3
  /// The types of which optionals or collections are registered, as bits of their hashes.
  case composites = 4
  /// Whether a registration ever got a teardown.
  case teardowns = 5
  /// The number of those that watch creations.
  case watchers = 6
  /// The number of recorders of what factories inject.
  case needs = 7
  /// The number of asynchronous factories that run.
  case asyncSteps = 8
  /// Whether a graph was ever made that can be current, besides a front end's own one.
  case otherGraphs = 9
  /// The number of kept instances that were ever created.
  case creations = 10

  /// The word.
  @inline(__always)
  package var word: _AtomicWord { _AtomicWord(stitcher_process_word(rawValue)) }
}

/// A word in memory of its own, which is zero at first.
package struct AllocatedWord: ~Copyable, Sendable {
  /// The word.
  @usableFromInline package let word: _AtomicWord

  /// Allocates the word.
  package init() { word = allocateWords(1) }

  deinit { freeWords(word) }
}

/// Allocates words that are zero, one behind the other; returns the first one.
@usableFromInline
package func allocateWords(_ count: Int) -> _AtomicWord {
  let words = UnsafeMutablePointer<stitcher_word>.allocate(capacity: count)
  words.initialize(repeating: stitcher_word(bits: 0), count: count)
  return _AtomicWord(words)
}

/// Frees words that nobody uses any more.
@usableFromInline
package func freeWords(_ first: _AtomicWord) { first.pointer.deallocate() }

/// A value that has one word.
package protocol AtomicValue: BitwiseCopyable, Sendable {
  /// The value of a word.
  init(word: UInt64)

  /// The word of the value.
  var word: UInt64 { get }
}

extension AtomicValue where Self: FixedWidthInteger {
  @inline(__always)
  package init(word: UInt64) { self.init(truncatingIfNeeded: word) }
  @inline(__always)
  package var word: UInt64 { UInt64(truncatingIfNeeded: self) }
}

extension Int: AtomicValue {}

extension UInt64: AtomicValue {}

extension Bool: AtomicValue {
  @inline(__always)
  package init(word: UInt64) { self = word != 0 }
  @inline(__always)
  package var word: UInt64 { self ? 1 : 0 }
}

/// A value that threads read and write atomically, in memory of its own.
///
/// Objects with several words allocate one block for them: see ``Lock/word(_:)``.
package struct AtomicBox<Value: AtomicValue>: ~Copyable, @unchecked Sendable {
  // Safe: the address is a constant, and the word is atomic.

  /// The word, allocated here.
  private let pointer: UnsafeMutablePointer<stitcher_word>

  /// Allocates a word.
  package init(_ value: Value) {
    pointer = .allocate(capacity: 1)
    pointer.initialize(to: stitcher_word(bits: value.word))
  }

  deinit { pointer.deallocate() }

  /// Loads the value.
  @inline(__always)
  package func load(ordering: _MemoryOrder) -> Value {
    Value(word: stitcher_word_load(pointer, ordering.code))
  }

  /// Stores a value.
  @inline(__always)
  package func store(_ value: Value, ordering: _MemoryOrder) {
    stitcher_word_store(pointer, value.word, ordering.code)
  }

  /// Stores a value, and returns the one that was there. Sequentially consistent.
  @inline(__always)
  package func exchange(_ value: Value) -> Value {
    Value(word: stitcher_word_exchange(pointer, value.word))
  }
}

extension AtomicBox where Value: FixedWidthInteger {
  /// Adds to the number, and returns the sum.
  @discardableResult
  @inline(__always)
  package func add(_ value: Value, ordering: _MemoryOrder) -> Value {
    Value(word: stitcher_word_add(pointer, value.word, ordering.code)) &+ value
  }
}

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
