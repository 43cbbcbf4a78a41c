/// The values that tell a registration apart from those that are like it, such as whose it is.
///
/// Comparing runs the `==` of the values, so it is done outside every lock and read section.
package struct RegistrationIdentity: Hashable, Sendable {
  /// The values, those of outer groups first; empty if nothing identifies the registration.
  package let values: [ValueKey]

  /// No identity.
  package static let none = RegistrationIdentity(values: [])

  /// Creates an identity of values.
  private init(values: [ValueKey]) { self.values = values }

  /// Creates an identity of one value.
  package init(_ value: some Hashable) { values = [TypedValueKey(value)] }

  /// Whether there is none.
  package var isEmpty: Bool { values.isEmpty }

  /// Returns the identity of what has this one and belongs to a group with another one.
  package func within(_ outer: RegistrationIdentity) -> RegistrationIdentity {
    RegistrationIdentity(values: outer.values + values)
  }

  /// The hash, as it was computed when the values were taken; zero if there are none. Runs no
  /// foreign code.
  var storedHash: UInt { values.reduce(0) { ($0 &* 31) ^ $1.hash } }
}

extension RegistrationIdentity: CustomStringConvertible {
  /// The values as errors print them.
  package var description: String { values.map { "\($0.erased)" }.joined(separator: ", ") }
}
