/// The arguments of a request as a hashable key, which identifies the instance for these arguments.
///
/// The values' own code runs when such a key is created, compared and released. So that must happen
/// outside every lock and read section. An argument that is not `Hashable` equals no other
/// argument.
package struct ArgumentValues: Equatable, @unchecked Sendable {
  // Safe: the values are constants that are only compared.

  /// The hash of all arguments, which is computed once.
  ///
  /// Declared first, so that `==` compares it first.
  let hash: UInt

  private let values: [AnyHashable]

  /// Creates a key from the arguments of a request.
  package init(_ arguments: [Any]) {
    values = arguments.map { ($0 as? AnyHashable) ?? AnyHashable(NeverEqual()) }
    hash = UInt(bitPattern: values.hashValue)
  }
}

/// A placeholder in a key for an argument that is not `Hashable`. It is equal only to itself.
private final class NeverEqual: Hashable, Sendable {
  static func == (left: NeverEqual, right: NeverEqual) -> Bool { left === right }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
