/// A cache that contains at most one value, which threads read without a lock.
///
/// Public only because front ends inline reads into their clients' modules.
///
/// The owner of the cache allocates four words, and at least one byte of memory for a value behind
/// them. The cache uses the first two words. A value is stored in the memory behind the words if it
/// is the first one, and malloc's alignment is enough for it; otherwise its memory is allocated.
///
/// Invariant: a value is initialized before it is published, read only in read sections, and freed
/// after the readers. While there is no value, the number of drops is published instead. So a value
/// that was created before a drop is not cached after the drop. The memory behind the words is used
/// at most once, so no value replaces one that a thread may still be reading.
@frozen
public struct _KeptValue<Value>: BitwiseCopyable, Sendable {
  /// The word that contains the address of the cached value, or an odd number if there is no value.
  ///
  /// Readers load this word.
  ///
  /// The odd number consists of the number of drops and a lowest bit that is set, which no address
  /// has. The next word contains the number of drops. The use of the memory behind the words is
  /// counted as a drop, too: a value may use that memory while the number is zero.
  @usableFromInline let published: _AtomicWord

  /// The memory for one value behind the four words.
  @inlinable
  @inline(__always)
  var space: UnsafeMutablePointer<Value> {
    UnsafeMutableRawPointer(published.word(4).pointer).assumingMemoryBound(to: Value.self)
  }

  /// Creates a cache in a block that begins with the given word.
  ///
  /// The caller has set the first word to one, and the second word to zero.
  @inlinable
  @inline(__always)
  public init(_ published: _AtomicWord) { self.published = published }

  /// Frees the cached value, if there is one. Called when the owner of the cache is deallocated.
  ///
  /// The owner's `deinit` has to call this method.
  ///
  /// With a `deinit` in this type, unspecialized code would look up metadata whenever an owner is
  /// deallocated.
  @inlinable
  @inline(__always)
  public func end() {
    if let address = Self.address(published.load(ordering: .relaxed)) { free(address) }
  }

  /// Releases the cached value at the given address, and frees its memory if it was allocated.
  @inlinable
  @inline(__always)
  func free(_ address: UnsafeMutablePointer<Value>) {
    address.deinitialize(count: 1)
    if address != space { freeValue(address) }
  }

  /// Returns the address of the cached value; `nil` if the lowest bit marks an empty cache.
  @inlinable
  @inline(__always)
  static func address(_ bits: UInt) -> UnsafeMutablePointer<Value>? {
    bits & 1 == 0 ? UnsafeMutablePointer(bitPattern: bits) : nil
  }

  /// Returns the cached value; if there is none, returns the result of the given closure.
  ///
  /// The closure creates the value, and caches it with ``keep(_:since:)``.
  ///
  /// - Complexity: O(1). A cached value is read without a lock.
  @inlinable
  @inline(__always)
  public func read(else make: () throws -> Value) rethrows -> Value {
    let (section, count) = _ReadSection.beginCounted()
    guard let address = Self.address(section.load(published)) else {
      section.end(count)
      return try make()
    }
    let value = address.pointee
    section.end(count)
    return value
  }

  /// Whether the cache contains no value.
  package var isEmpty: Bool { published.load(ordering: .acquiring) & 1 != 0 }

  /// A token for ``keep(_:since:)`` that changes whenever a value is cached or removed.
  ///
  /// Read the token before the value is created.
  @inlinable
  @inline(__always)
  package var moment: UInt { published.load(ordering: .sequentiallyConsistent) }

  /// Caches the given value, unless another value is cached already.
  ///
  /// Does not cache the value if a value was dropped after the token was read.
  ///
  /// - Parameters:
  ///   - value: The value to cache.
  ///   - moment: The token, read from ``moment`` before the value was created.
  /// - Returns: The value that is cached now, or the given value if none is cached.
  @inlinable
  @inline(__always)
  package func keep(_ value: Value, since moment: UInt) -> Value {
    if moment & 1 != 0 {
      let isFirst =
        hasMallocAlignment(Value.self)
        && published.word(1).compareExchange(expected: 0, desired: 1).exchanged
      let address = isFirst ? space : allocateValue(Value.self)
      address.initialize(to: value)
      if published.compareExchange(expected: moment, desired: UInt(bitPattern: address)).exchanged {
        return value
      }
      free(address)
    }
    return read { value }
  }

  /// Removes the cached value from the cache, and frees it.
  ///
  /// A value that another thread is creating meanwhile will not be cached either.
  ///
  /// The value is freed when the call returns.
  package func drop() {
    let drops = published.word(1).add(1) + 1
    let old = published.exchange(drops << 1 | 1)
    guard let address = Self.address(old) else { return }
    Reclamation.waitForReaders()
    free(address)
  }
}
