/// The values of a request's arguments as a key: a kept instance belongs to one combination of
/// values.
///
/// Creating, comparing and releasing such a key run the values' own code, so that happens outside
/// every lock and read section. An argument that is not `Hashable` equals no other one.
package struct ArgumentValues: @unchecked Sendable {
  // Safe: the values are constants that are only compared.

  /// The values, in order.
  private let values: [AnyHashable]

  /// The hash of the values, computed once.
  let hash: Int

  /// Wraps the arguments of a request.
  package init(_ arguments: [Any]) {
    values = arguments.map { ($0 as? AnyHashable) ?? AnyHashable(NeverEqual()) }
    hash = values.hashValue
  }
}

extension ArgumentValues: Equatable {
  /// Whether the values are equal, one by one.
  package static func == (left: ArgumentValues, right: ArgumentValues) -> Bool {
    left.hash == right.hash && left.values == right.values
  }
}

/// A value that equals only itself, in place of an argument that cannot be compared.
private final class NeverEqual: Hashable, Sendable {
  static func == (left: NeverEqual, right: NeverEqual) -> Bool { left === right }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
