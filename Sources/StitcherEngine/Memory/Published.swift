/// An atomic strong reference to an object, which threads use in read sections without retaining
/// the object.
///
/// Invariant: the word is zero, or the address of an object that this reference retains. A replaced
/// object is released only after all readers have ended (``Reclamation/waitForReaders()``). The
/// owner of the word calls ``end()`` before it frees the word.
struct Published<Object: AnyObject & Sendable>: BitwiseCopyable, Sendable {
  private let word: _AtomicWord

  /// Creates a reference in a word, which has to be zero.
  init(_ word: _AtomicWord) { self.word = word }

  /// Releases the object, which no thread may be reading any more.
  func end() {
    UnretainedReference<Object>(optional: word.load(ordering: .relaxed))?.reference.release()
  }

  /// The object, unretained; `nil` if there is none. Call it in a read section, or while something
  /// else retains the object.
  ///
  /// The load is sequentially consistent, so it cannot be reordered before the start of the
  /// section.
  @inline(__always)
  var borrowed: UnretainedReference<Object>? {
    UnretainedReference(optional: word.load(ordering: .sequentiallyConsistent))
  }

  /// Whether the reference refers to no object.
  var isEmpty: Bool { word.load(ordering: .relaxed) == 0 }

  /// Replaces the object by another one or by `nil`, and returns the previous object.
  func exchange(_ new: Object?) -> Object? {
    let old = word.exchange(new.map { Unmanaged.passRetained($0).bits } ?? 0)
    return old == 0 ? nil : Unmanaged<Object>.fromBits(old).takeRetainedValue()
  }

  /// Publishes an object and returns `nil`; if there is an object already, returns that one.
  ///
  /// The present object must stay alive during the call.
  func publish(_ new: Object) -> Object? {
    let bits = Unmanaged.passRetained(new).bits
    let (isDone, present) = word.compareExchange(expected: 0, desired: bits)
    if isDone { return nil }
    Unmanaged<Object>.fromBits(bits).release()
    return UnretainedReference(bits: present).object
  }
}
