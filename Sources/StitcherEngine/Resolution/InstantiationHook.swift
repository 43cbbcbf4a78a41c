internal import Synchronization

/// What a graph calls after it has created an instance.
package struct InstantiationHook: Sendable {
  /// Whether instances of a dynamic type want the call; asked once for each type and registration.
  let applies: @Sendable (any Any.Type) -> Bool

  /// The call.
  let call: @Sendable (Any) -> Void

  /// Creates a hook.
  package init(
    applies: @escaping @Sendable (any Any.Type) -> Bool, call: @escaping @Sendable (Any) -> Void
  ) {
    self.applies = applies
    self.call = call
  }
}

/// The number of hooks so far.
private let hookCount = Atomic<UInt>(0)

extension InstantiationHook {
  /// Returns bits that mark a type as plain for one graph's hook, when they are mixed with the type's.
  static func makeSalt() -> UInt {
    let count = hookCount.add(1, ordering: .relaxed).newValue
    return UInt(truncatingIfNeeded: UInt64(count) &* 0x9E37_79B9_7F4A_7C15)
  }
}

extension Registration {
  /// Whether the instances are known to be values of a type that does not want the hook.
  ///
  /// No protocol's instance has the protocol as its dynamic type, so if the declared type is known not to want
  /// the hook, the instances are plain values.
  @inline(__always)
  func isPlainValue(salt: UInt) -> Bool {
    plainType.load(ordering: .relaxed) ^ salt == producedBits
  }

  /// Whether the object at an address is of a class that is known not to want the hook.
  @inline(__always)
  func isPlainObject(_ bits: UInt, salt: UInt) -> Bool {
    let plain = plainType.load(ordering: .relaxed) ^ salt
    return Unmanaged<AnyObject>.fromBits(bits)._withUnsafeGuaranteedRef {
      plain == UInt(bitPattern: ObjectIdentifier(type(of: $0)))
    }
  }

  /// Calls a hook for a new instance, if its dynamic type wants that, and remembers if not.
  @inline(never)
  func run(_ hook: InstantiationHook, salt: UInt, on instance: Any) {
    let type = Swift.type(of: instance)
    let bits = UInt(bitPattern: ObjectIdentifier(type)) ^ salt
    if plainType.load(ordering: .relaxed) == bits { return }
    if hook.applies(type) {
      hook.call(instance)
    } else {
      plainType.store(bits, ordering: .relaxed)
    }
  }
}
