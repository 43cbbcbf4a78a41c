/// What a graph calls after it has created an instance.
package final class InstantiationHook: Sendable {
  /// Whether instances of a dynamic type want the call.
  private let applies: @Sendable (any Any.Type) -> Bool

  /// The call.
  private let call: @Sendable (Any) -> Void

  /// Types that were seen not to want the call, each in the place that its address leads to.
  private let plain = PlainTypes()

  /// Creates a hook.
  ///
  /// - Parameters:
  ///   - applies: Whether instances of a dynamic type want the call; the answer is remembered.
  ///   - call: The call.
  package init(
    applies: @escaping @Sendable (any Any.Type) -> Bool, call: @escaping @Sendable (Any) -> Void
  ) {
    self.applies = applies
    self.call = call
  }

  /// Calls the hook for a new instance, if its dynamic type wants that.
  @inline(__always)
  func tell<Value>(_ value: Value) {
    if Value.self is AnyObject.Type {
      // A class's instance is one reference, so its bits are its address.
      let bits = withUnsafePointer(to: value) { UnsafeRawPointer($0).load(as: UInt.self) }
      if plain.contains(dynamicTypeBits(ofObjectAt: bits)) { return }
    } else if plain.contains(typeBits(Value.self)) {
      // No instance has a protocol as its dynamic type, so this is a plain value.
      return
    }
    decide(value)
  }

  /// Calls the hook, or remembers that the type does not want it.
  @inline(never)
  private func decide(_ value: Any) {
    let type = Swift.type(of: value)
    let bits = UInt(bitPattern: ObjectIdentifier(type))
    if plain.contains(bits) { return }
    if applies(type) { call(value) } else { plain.insert(bits) }
  }
}

/// A small set of types, read without a lock; a type may be forgotten.
private struct PlainTypes: ~Copyable, Sendable {
  /// The number of places: a power of two.
  private static let count = 64

  /// The places.
  private let places = AtomicWords(count: count)

  /// Whether a type is in the set.
  @inline(__always)
  func contains(_ bits: UInt) -> Bool { places.load(at: Self.place(of: bits)) == bits }

  /// Adds a type.
  func insert(_ bits: UInt) { places.store(bits, at: Self.place(of: bits)) }

  /// Returns where a type belongs.
  @inline(__always)
  private static func place(of bits: UInt) -> Int {
    Int(truncatingIfNeeded: (UInt64(bits) &* 0x9E37_79B9_7F4A_7C15) &>> 58)
  }
}
