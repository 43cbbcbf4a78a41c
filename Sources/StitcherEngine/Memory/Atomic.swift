public import CStitcherThread

/// The memory ordering of an atomic operation, as in C11.
@frozen
public enum _MemoryOrder: Sendable {
  case relaxed
  case acquiring
  case releasing
  case sequentiallyConsistent

  /// The constant of the C target that represents this memory ordering.
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

/// A reference to one word of memory that several threads read and write atomically.
///
/// Public only because front ends inline reads into their clients' modules.
///
/// Invariant: the word lies in memory that was allocated for it, and that memory outlives this
/// value.
@frozen
public struct _AtomicWord: BitwiseCopyable, @unchecked Sendable {
  // Safe: the address is a constant, and the word is atomic.

  @usableFromInline let pointer: UnsafeMutablePointer<stitcher_word>

  /// Creates a reference to the word at the given address.
  @inlinable
  @inline(__always)
  public init(_ pointer: UnsafeMutablePointer<stitcher_word>) { self.pointer = pointer }

  /// Creates a reference to the word at the given byte offset from an address.
  @inlinable
  @inline(__always)
  package init(_ base: UnsafeMutableRawPointer, offset: Int) {
    pointer = (base + offset).assumingMemoryBound(to: stitcher_word.self)
  }

  /// Returns a reference to the word that is the given number of words after this one.
  @inlinable
  @inline(__always)
  package func word(_ distance: Int) -> _AtomicWord { _AtomicWord(pointer + distance) }

  /// Atomically loads the value of the word.
  @inlinable
  @inline(__always)
  public func load(ordering: _MemoryOrder) -> UInt {
    UInt(truncatingIfNeeded: stitcher_word_load(pointer, ordering.code))
  }

  /// Atomically stores the given value in the word.
  @inlinable
  @inline(__always)
  package func store(_ word: UInt, ordering: _MemoryOrder) {
    stitcher_word_store(pointer, UInt64(word), ordering.code)
  }

  /// Atomically replaces the value of the word, and returns the old value.
  ///
  /// The operation is sequentially consistent.
  @inlinable
  @inline(__always)
  package func exchange(_ word: UInt) -> UInt {
    UInt(truncatingIfNeeded: stitcher_word_exchange(pointer, UInt64(word)))
  }

  /// Atomically replaces the value of the word, if the old value is the expected one.
  ///
  /// The operation is sequentially consistent.
  ///
  /// - Returns: Whether the word was replaced, and the old value.
  @inlinable
  @inline(__always)
  package func compareExchange(expected: UInt, desired: UInt) -> (exchanged: Bool, original: UInt) {
    let original = UInt(
      truncatingIfNeeded: stitcher_word_compare_exchange(
        pointer, UInt64(expected), UInt64(desired)))
    return (original == expected, original)
  }

  /// Atomically adds a number to the word, and returns the word's old value.
  ///
  /// The sum wraps on overflow. The operation is sequentially consistent.
  @discardableResult
  @inlinable
  @inline(__always)
  package func add(_ number: Int) -> UInt {
    UInt(stitcher_word_add(pointer, UInt64(bitPattern: Int64(number)), STITCHER_SEQUENTIAL))
  }

  /// Atomically sets the given bits of the word, and returns the word's old value.
  ///
  /// The operation is sequentially consistent.
  @discardableResult
  @inlinable
  @inline(__always)
  package func formUnion(_ bits: UInt) -> UInt {
    UInt(truncatingIfNeeded: stitcher_word_or(pointer, UInt64(bits)))
  }

  /// Atomically clears the given bits of the word, and returns the word's old value.
  ///
  /// The operation is sequentially consistent.
  @discardableResult
  @inlinable
  @inline(__always)
  package func subtract(bits: UInt) -> UInt {
    UInt(truncatingIfNeeded: stitcher_word_and(pointer, ~UInt64(bits)))
  }
}

/// The global atomic words of the process, such as counters and the address of the process's graph.
///
/// They are read so often that a lazily initialized global variable would be too slow.
///
/// Each word is zero when the program starts.
@usableFromInline
@frozen
package enum ProcessWord: UInt8 {
  // Word 0 is `STITCHER_ISOLATION`, which C code uses.

  /// The address of the only graph that can be current; zero if there may be several.
  case onlyGraph = 2
  /// The address of the graph that the front end `Stitch` uses; zero before that graph exists.
  case mapGraph = 3
  /// A Bloom filter with the types that are contained in registered optionals and collections.
  ///
  /// Each type sets the bits that its hash selects.
  case composites = 4
  /// A word that is one if the program has ever created a teardown, otherwise zero.
  case teardowns = 5
  /// The number of observers in the process that are notified of creations.
  case watchers = 6
  /// The number of ``AsyncStep`` objects in the process.
  case asyncSteps = 8
  /// A word that is nonzero if a graph other than a front end's default graph may be current.
  ///
  /// The word is one if the program has ever created such a graph, otherwise zero.
  case otherGraphs = 9
  /// The word that contains the most recent creation number of the process.
  case creations = 10

  /// The atomic word to which this case refers.
  @_alwaysEmitIntoClient
  @inline(__always)
  package var word: _AtomicWord { _AtomicWord(stitcher_process_word(rawValue)) }
}

/// Allocates a block of atomic words that are zero, and returns the first word.
///
/// - Parameters:
///   - count: The number of words.
///   - size: The number of bytes of uninitialized memory behind the words.
@inlinable
@inline(__always)
package func allocateWords(_ count: Int, andBytes size: Int = 0) -> _AtomicWord {
  let first = _AtomicWord(
    stitcher_allocate(count * MemoryLayout<stitcher_word>.stride + size), offset: 0)
  // The compiler would turn a plain initialization into a call of `calloc`, which is slower.
  for index in 0..<count { first.word(index).store(0, ordering: .relaxed) }
  return first
}

/// Frees a block of words that ``allocateWords(_:andBytes:)`` has allocated.
///
/// No thread may use the words any more.
@usableFromInline
package func freeWords(_ first: _AtomicWord) { stitcher_free(first.pointer) }

/// A heap-allocated value of at most eight bytes, which threads read and write atomically.
///
/// An object with several atomic words allocates one block for them: see ``Lock/word(_:)``.
@usableFromInline
package struct AtomicBox<Value: BitwiseCopyable & Sendable>: ~Copyable, Sendable {
  @usableFromInline let word = allocateWords(1)

  @inlinable
  @inline(__always)
  var pointer: UnsafeMutablePointer<stitcher_word> { word.pointer }

  /// Allocates memory for the atomic value, and stores the given value in it.
  @inlinable
  package init(_ value: Value) { store(value, ordering: .relaxed) }

  @inlinable
  deinit { freeWords(word) }

  /// Atomically loads the value.
  @inlinable
  @inline(__always)
  package func load(ordering: _MemoryOrder) -> Value {
    Self.value(stitcher_word_load(pointer, ordering.code))
  }

  /// Atomically stores the given value.
  @inlinable
  @inline(__always)
  package func store(_ value: Value, ordering: _MemoryOrder) {
    stitcher_word_store(pointer, Self.word(value), ordering.code)
  }

  /// Atomically replaces the value, and returns the old value.
  ///
  /// The operation is sequentially consistent.
  @inlinable
  @inline(__always)
  package func exchange(_ value: Value) -> Value {
    Self.value(stitcher_word_exchange(pointer, Self.word(value)))
  }

  /// Converts an atomic word to the value that is stored in the word's first bytes.
  @inlinable
  @inline(__always)
  static func value(_ word: UInt64) -> Value {
    withUnsafeBytes(of: word) { $0.load(as: Value.self) }
  }

  /// Converts a value to a word: the bytes of the value, followed by zeros.
  @inlinable
  @inline(__always)
  static func word(_ value: Value) -> UInt64 {
    var word: UInt64 = 0
    withUnsafeMutableBytes(of: &word) { $0.storeBytes(of: value, as: Value.self) }
    return word
  }
}

extension AtomicBox where Value: FixedWidthInteger {
  /// Atomically adds a number to the value, and returns the sum.
  @discardableResult
  @inlinable
  @inline(__always)
  package func add(_ value: Value, ordering: _MemoryOrder) -> Value {
    Self.value(stitcher_word_add(pointer, Self.word(value), ordering.code)) &+ value
  }
}
