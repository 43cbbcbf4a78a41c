internal import Synchronization

/// An object that threads show each other: retained here, and read without being retained.
///
/// Invariant: the word is zero, or the address of an object that this retains. Who takes the object
/// out lets go of it only when no reader looks any more (``Reclamation/waitForReaders()``).
struct Published<Object: AnyObject & Sendable>: ~Copyable, Sendable {
  /// The object as bits, or zero.
  private let word = Atomic<UInt>(0)

  deinit { _ = take() }

  /// The object, for who is in a read section or else knows that it stays.
  ///
  /// Sequentially consistent, so that the load cannot come before the start of the section.
  @inline(__always)
  var borrowed: Borrowed<Object>? {
    Borrowed(optional: word.load(ordering: .sequentiallyConsistent))
  }

  /// Whether there is no object.
  var isEmpty: Bool { word.load(ordering: .relaxed) == 0 }

  /// Publishes an object, or nothing, and takes out what was there.
  func exchange(_ new: Object?) -> Object? {
    let bits = new.map { Unmanaged.passRetained($0).bits } ?? 0
    let old = word.exchange(bits, ordering: .sequentiallyConsistent)
    return old == 0 ? nil : Unmanaged<Object>.fromBits(old).takeRetainedValue()
  }

  /// Takes the object out.
  func take() -> Object? { exchange(nil) }

  /// Publishes an object if there is none; returns the one that is there else, which has to stay.
  func publish(_ new: Object) -> Object? {
    let bits = Unmanaged.passRetained(new).bits
    let (isDone, present) = word.compareExchange(
      expected: 0, desired: bits, ordering: .sequentiallyConsistent)
    if isDone { return nil }
    Unmanaged<Object>.fromBits(bits).release()
    return Borrowed(bits: present).object
  }
}
