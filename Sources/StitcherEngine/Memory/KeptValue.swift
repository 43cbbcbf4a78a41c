/// A value that is made once and then kept, until it is dropped and made anew. It is read like an
/// instance: without a lock, in a read section. It is public only because front ends inline reads
/// into their users' modules.
///
/// Invariant: a value is written before it is published, only read in read sections, and freed
/// after the readers. While there is no value, the number of drops is published instead, so a value
/// that was made before a drop is not kept after it.
@frozen
public struct _KeptValue<Value>: BitwiseCopyable, Sendable {
  /// The address of the value; or, if there is none, the number of drops with the lowest bit set,
  /// which no address has. Behind it lies the number of drops.
  @usableFromInline let published: _AtomicWord

  /// Uses two words. The first one is one, and the second one zero, where there is no value.
  @inlinable
  @inline(__always)
  public init(_ published: _AtomicWord) { self.published = published }

  /// Frees the value; the owner's `deinit` calls it. With a `deinit` here, generic code would look
  /// up metadata for each object that ends.
  @inlinable
  @inline(__always)
  public func end() {
    if let address = Self.address(published.load(ordering: .relaxed)) {
      address.deinitialize(count: 1)
      address.deallocate()
    }
  }

  /// The address that was published, if it is one.
  @inlinable
  @inline(__always)
  static func address(_ bits: UInt) -> UnsafeMutablePointer<Value>? {
    bits & 1 == 0 ? UnsafeMutablePointer(bitPattern: bits) : nil
  }

  /// Returns the value, or what a closure returns if there is none.
  ///
  /// - Complexity: O(1). A value that is there is read without a lock.
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

  /// Whether there is no value.
  @inlinable
  @inline(__always)
  package var isEmpty: Bool { published.load(ordering: .acquiring) & 1 != 0 }

  /// What is to be handed to ``keep(_:since:)``, asked for before a value is made.
  @inlinable
  @inline(__always)
  package var moment: UInt { published.load(ordering: .sequentiallyConsistent) }

  /// Keeps a value if it is the first one since a moment, and nothing was dropped meanwhile.
  ///
  /// - Returns: The value that is kept, or else the same.
  @inlinable
  @inline(__always)
  package func keep(_ value: Value, since moment: UInt) -> Value {
    if moment & 1 == 0 { return kept(insteadOf: value) }
    let address = allocateValue(Value.self)
    address.initialize(to: value)
    let (isFirst, _) = published.compareExchange(
      expected: moment, desired: UInt(bitPattern: address))
    if isFirst { return value }
    address.deinitialize(count: 1)
    address.deallocate()
    return kept(insteadOf: value)
  }

  /// Drops the value, and all that are being made. It is gone when the call returns.
  package func drop() {
    let drops = published.word(1)
    drops.add(1)
    let old = published.exchange(drops.load(ordering: .sequentiallyConsistent) << 1 | 1)
    guard let address = Self.address(old) else { return }
    Reclamation.waitForReaders()
    Self.free(address)
  }

  /// Returns the value that another thread was faster to keep, or else the one that is not kept.
  @usableFromInline
  @inline(never)
  func kept(insteadOf value: Value) -> Value { read { value } }

  /// Frees a value that nobody reads.
  private static func free(_ address: UnsafeMutablePointer<Value>) {
    address.deinitialize(count: 1)
    address.deallocate()
  }
}
