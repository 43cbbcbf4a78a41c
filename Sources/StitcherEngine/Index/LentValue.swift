/// What the index found for a type, as front ends inline it into their users' modules.
///
/// Where the type is known, taking the value is a copy of typed memory, which the compiler
/// specializes. Everything else is left to code that is not inlined. Two words, so that it travels
/// in registers. It is public only for that; nothing of it is for users.
@frozen
public struct _LentValue: BitwiseCopyable, Sendable {
  /// What to do with the address, and the address: the bits of ``Found``.
  @usableFromInline let bits: UInt

  /// The read section in which the value lies, where there is one.
  @usableFromInline let section: _ReadSection

  /// Lends what was found.
  @inline(__always)
  package init(_ found: Found) {
    bits = found.bits
    section = .current(on: found.record)
  }

  /// Whether there is a live value, which has to be taken.
  @inlinable
  @inline(__always)
  public var isLive: Bool { bits & 6 == 0 }

  /// Takes the live value, as the type by which it was found, and ends the section.
  @inlinable
  @inline(__always)
  public func take<Value>(as type: Value.Type) -> Value {
    // There is an address if there is a value.
    let address = UnsafeMutableRawPointer(bitPattern: bits & ~1).unsafelyUnwrapped
      .assumingMemoryBound(to: Value.self)
    // A value whose reference the search has retained is moved.
    let value = bits & 1 == 0 ? address.pointee : address.move()
    section.end()
    return value
  }
}

extension Found {
  /// Goes on with what was lent and is not live.
  @inline(__always)
  package init(_ lent: _LentValue) {
    bits = lent.bits
    record = lent.section.record
  }
}

extension _ReadSection {
  /// The record of the thread whose section it is.
  @inline(__always)
  fileprivate var record: ThreadRecordPointer {
    // The mark is the first stored property of a thread's record.
    UnsafeMutableRawPointer(mark).assumingMemoryBound(to: ThreadRecord.self)
  }
}

extension Graph {
  /// Whether a search for a type has led to nothing before, as is known without an error.
  ///
  /// Then the search is over.
  @inline(__always)
  package func isMissing(_ found: Found) -> Bool {
    guard found.kind | Found.Kind.pinned == Found.Kind.slot | Found.Kind.pinned else {
      return false
    }
    let slot = Unmanaged<Slot>.fromOpaque(found.address)
    guard slot._withUnsafeGuaranteedRef({ $0.candidates.isEmpty }), !hasEnded else { return false }
    found.unpin()
    return true
  }

  /// Whether the graph has ended, so that what is missing is an error of its own.
  @inline(never)
  private var hasEnded: Bool { withState { $0.hasEnded } }
}
