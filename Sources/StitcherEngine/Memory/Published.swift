/// An object that threads show each other: retained here, and read without being retained.
///
/// Invariant: the word is zero, or the address of an object that this retains. An object that is
/// taken out is released only after all readers have ended (``Reclamation/waitForReaders()``). The
/// owner of the word calls ``end()`` before the word is freed.
struct Published<Object: AnyObject & Sendable>: BitwiseCopyable, Sendable {
  /// The object as bits, or zero.
  private let word: _AtomicWord

  /// Uses a word, which is zero.
  init(_ word: _AtomicWord) { self.word = word }

  /// Releases the object, which nobody reads any more.
  func end() {
    UnretainedReference<Object>(optional: word.load(ordering: .relaxed))?.reference.release()
  }

  /// The object, for who is in a read section or else knows that it stays.
  ///
  /// Sequentially consistent, so that the load cannot come before the start of the section.
  @inline(__always)
  var borrowed: UnretainedReference<Object>? {
    UnretainedReference(optional: word.load(ordering: .sequentiallyConsistent))
  }

  /// Whether there is no object.
  var isEmpty: Bool { word.load(ordering: .relaxed) == 0 }

  /// Publishes an object, or nothing, and takes out what was there.
  func exchange(_ new: Object?) -> Object? {
    let old = word.exchange(new.map { Unmanaged.passRetained($0).bits } ?? 0)
    return old == 0 ? nil : Unmanaged<Object>.fromBits(old).takeRetainedValue()
  }

  /// Publishes an object if there is none; returns the one that is there else, which has to stay.
  func publish(_ new: Object) -> Object? {
    let bits = Unmanaged.passRetained(new).bits
    let (isDone, present) = word.compareExchange(expected: 0, desired: bits)
    if isDone { return nil }
    Unmanaged<Object>.fromBits(bits).release()
    return UnretainedReference(bits: present).object
  }
}
