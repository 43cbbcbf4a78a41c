/// A value for a placeholder of a statement.
package enum SQLValue: Hashable, Sendable {
  /// A whole number.
  case integer(Int64)

  /// A text.
  case text(String)

  /// Returns the number 1 or 0.
  package static func flag(_ value: Bool) -> SQLValue { .integer(value ? 1 : 0) }

  /// Returns a number.
  package static func count(_ value: Int) -> SQLValue { .integer(Int64(value)) }
}
