public import CStitcherThread
public import Synchronization

/// A copy of a value that is one word without references, beside the value itself. It is read by
/// loads alone, so the compiler need not retain the object in which it lies.
///
/// The value can be dropped, and another one be kept: its version is the number of drops. A copy
/// belongs to a version. It is public only because front ends inline reads into their users'
/// modules.
///
/// Invariant: a copy of the current version is one of the value that was kept last. Whoever copies
/// claims the copy first, and nobody waits for that: a value without a copy is read where it lies.
/// A read takes a copy only if it is of the current version and nobody claimed it meanwhile. It is
/// the first property of its object, since `stitcher_plain_copy_read` knows how the words lie: it
/// is handed the object, because the compiler takes what a constant leads to for unchanging.
@frozen
public struct _PlainCopy: ~Copyable, Sendable {
  /// The number of drops.
  @usableFromInline let version = Atomic<UInt>(0)

  /// The version of the copy plus one; zero if there is none.
  @usableFromInline let stamp = Atomic<UInt>(0)

  /// The copy.
  @usableFromInline let word = Atomic<UInt>(0)

  /// The stamp while somebody writes the copy.
  private static var isClaimed: UInt { .max }

  /// Starts without a copy.
  @inlinable
  public init() {}

  /// Whether values of a type can be copied.
  @inlinable
  @inline(__always)
  public static func canCopy<Value>(_ type: Value.Type) -> Bool {
    _isPOD(type) && MemoryLayout<Value>.size <= MemoryLayout<UInt>.size
      && MemoryLayout<Value>.alignment <= MemoryLayout<UInt>.alignment
  }

  /// Returns the value that an object keeps, if there is a copy.
  ///
  /// - Parameters:
  ///   - object: The object; its first property is a copy.
  ///   - type: The type of all values that it keeps, which can be copied.
  @inlinable
  @inline(__always)
  public static func read<Object: AnyObject, Value>(
    in object: Object, as type: Value.Type
  ) -> Value? {
    // It reads nothing but the object, which lives until it was called.
    let copy = stitcher_plain_copy_read(Unmanaged.passUnretained(object).toOpaque())
    withExtendedLifetime(object) {}
    if !copy.is_valid { return nil }
    return withUnsafePointer(to: copy.word) {
      UnsafeRawPointer($0).assumingMemoryBound(to: Value.self).pointee
    }
  }

  /// The version of the value that is kept next.
  package var nextVersion: UInt { version.load(ordering: .sequentiallyConsistent) }

  /// Takes the copy away; called before the value is dropped.
  ///
  /// - Returns: The version of the value that is kept next.
  package func invalidate() -> UInt { version.add(1, ordering: .sequentiallyConsistent).newValue }

  /// Copies the value that was kept, if that can be copied and nobody else is about to.
  ///
  /// - Parameter version: The version for which it was kept, as the only one.
  @inlinable
  @inline(__always)
  package func copy<Value>(_ value: Value, version: UInt) {
    if Self.canCopy(Value.self) { claimAndCopy(value, version) }
  }

  /// Copies the value that was kept.
  @usableFromInline
  @inline(never)
  func claimAndCopy<Value>(_ value: Value, _ version: UInt) {
    let before = stamp.load(ordering: .relaxed)
    // Of one version there is one value to copy; versions only grow.
    guard before != Self.isClaimed, before <= version,
      stamp.compareExchange(
        expected: before, desired: Self.isClaimed, ordering: .acquiring
      ).exchanged
    else { return }
    var bits: UInt = 0
    withUnsafeMutableBytes(of: &bits) { $0.storeBytes(of: value, as: Value.self) }
    word.store(bits, ordering: .releasing)
    stamp.store(version &+ 1, ordering: .releasing)
  }

  #if STITCHER_INVARIANTS
    /// Checks that the words lie where they are read.
    package func _invariantCheck(in object: AnyObject) {
      let start = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
      let size = UInt(MemoryLayout<UInt>.size)
      withUnsafePointer(to: version) {
        precondition(UInt(bitPattern: $0) == start + 2 * size, "The version lies elsewhere.")
      }
      withUnsafePointer(to: stamp) {
        precondition(UInt(bitPattern: $0) == start + 3 * size, "The stamp lies elsewhere.")
      }
      withUnsafePointer(to: word) {
        precondition(UInt(bitPattern: $0) == start + 4 * size, "The copy lies elsewhere.")
      }
    }
  #endif
}
