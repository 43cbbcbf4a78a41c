/// An atomic strong reference to an object that one thread replaces while other threads read it.
///
/// Threads use the object in read sections without retaining it.
///
/// Invariant: the word is zero, or the address of an object that this reference retains. A replaced
/// object is released only after all readers have ended (``Reclamation/waitForReaders()``). The
/// owner of the word calls ``end()`` before it frees the word.
struct Published<Object: AnyObject & Sendable>: BitwiseCopyable, Sendable {
  private let word: _AtomicWord

  /// Creates an empty reference in the given word, which has to be zero.
  init(_ word: _AtomicWord) { self.word = word }

  /// Releases the referenced object. No thread may be reading the object any more.
  func end() {
    UnretainedReference<Object>(optional: word.load(ordering: .relaxed))?.reference.release()
  }

  /// The referenced object, which the getter does not retain; `nil` if the reference is empty.
  ///
  /// Call the getter in a read section, or while something else retains the object.
  ///
  /// The load is sequentially consistent, so it cannot be reordered before the start of the
  /// section.
  @inline(__always)
  var borrowed: UnretainedReference<Object>? {
    UnretainedReference(optional: word.load(ordering: .sequentiallyConsistent))
  }

  /// Whether the reference refers to no object.
  var isEmpty: Bool { word.load(ordering: .relaxed) == 0 }

  /// Replaces the referenced object by the given one or by `nil`, and returns the previous object.
  func exchange(_ new: Object?) -> Object? {
    let old = word.exchange(new.map(retainedBits) ?? 0)
    return old == 0 ? nil : Unmanaged<Object>.fromBits(old).takeRetainedValue()
  }

  /// Publishes the given object if the reference is empty; otherwise, returns the present object.
  ///
  /// Returns `nil` if the given object was published.
  ///
  /// The present object must stay alive during the call.
  func publish(_ new: Object) -> Object? {
    let retained = Unmanaged.passRetained(new)
    let (isDone, present) = word.compareExchange(expected: 0, desired: retained.bits)
    if isDone { return nil }
    retained.release()
    return UnretainedReference(bits: present).object
  }
}
