internal import Synchronization

/// An existential of an object that somebody else holds, as a parameter of a closure.
///
/// To make an existential of an object is to retain it, and to release it after the call. Whoever
/// runs the factory holds the object anyway, so this only lies in memory as an existential does.
///
/// Invariant: it has the words of an existential with one witness table: a buffer of three, of
/// which an object takes the first, the type, and the table. Closures take both kinds by their
/// address, and leave them to the caller. The object lives until the call returns.
package struct LentExistential: ~Copyable {
  /// The object. It is atomic, so that all of this is passed by its address.
  private let object: Atomic<UInt>

  /// An object that is retained for as long as this lives, or zero. It lies in the buffer's second
  /// word, which an existential of an object leaves alone.
  private let retained: UInt

  /// The last word of the buffer.
  private let unused: UInt = 0

  /// The form.
  private let form: Form

  /// Lends the object at an address.
  @inline(__always)
  init(_ bits: UInt, _ form: Form) {
    object = Atomic(bits)
    retained = 0
    self.form = form
  }

  /// Holds an object and lends it.
  init(holding object: AnyObject, _ form: Form) {
    retained = Unmanaged.passRetained(object).bits
    self.object = Atomic(retained)
    self.form = form
  }

  @inline(__always)
  deinit { if retained != 0 { Unmanaged<AnyObject>.fromBits(retained).release() } }

  /// What all existentials of one class and one protocol have in common.
  struct Form: BitwiseCopyable, Sendable {
    /// The address of the class.
    private let type: UInt

    /// The address of the witness table.
    private let witnesses: UInt

    /// Takes the form over from the metatype of a class as that of the protocol, such as
    /// `any P.Type`, which is these two words.
    init<Owner: AnyObject, Metatype>(of owner: Owner.Type, as metatype: Metatype) {
      precondition(
        MemoryLayout<Metatype>.size == MemoryLayout<Self>.size, "\(Metatype.self) has no table.")
      self = withUnsafeBytes(of: metatype) { $0.load(as: Self.self) }
      precondition(type == typeBits(owner), "The metatype is not that of \(owner).")
    }
  }
}

/// Whose registrations factories belong to, and what they are handed of it. They hold this instead
/// of the object, which holds them.
package final class Home: Sendable {
  /// The object.
  private let reference = UnownedReference()

  /// The form of its existentials.
  private let form: LentExistential.Form

  /// Returns what stands for the object in the current isolated graph; nil if nothing ever does.
  private let standIn: (@Sendable () -> any AnyObject & Sendable)?

  /// Refers to nothing yet.
  ///
  /// - Parameters:
  ///   - owner: The class of the object.
  ///   - metatype: The same as a metatype of the protocol that factories know.
  ///   - standIn: Returns what stands for the object in the current graph.
  package init<Owner: AnyObject, Metatype>(
    of owner: Owner.Type, as metatype: Metatype,
    standIn: (@Sendable () -> any AnyObject & Sendable)? = nil
  ) {
    form = LentExistential.Form(of: owner, as: metatype)
    self.standIn = standIn
  }

  /// Refers to an object, whose class is that of the home; called by its initializer.
  package func refer(to owner: AnyObject) { reference.refer(to: owner) }

  /// Returns what a factory is handed: the object whose graph runs it, or else the one to which
  /// this refers, which lives while one of its factories runs, or what stands for that.
  @inline(__always)
  func lend(in graph: Borrowed<Graph>) -> LentExistential {
    let owner = graph.with { $0.owner.bits }
    return owner != 0 ? LentExistential(owner, form) : lendOwn()
  }

  /// Returns the object to which this refers, or what stands for it.
  @inline(never)
  private func lendOwn() -> LentExistential {
    if let standIn, CurrentGraph.mayBeIsolated { return LentExistential(holding: standIn(), form) }
    return LentExistential(reference.bits, form)
  }
}
