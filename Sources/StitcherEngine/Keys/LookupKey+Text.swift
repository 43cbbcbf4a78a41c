/// A type that only finds what is kept for another one, which texts name instead.
package protocol StandInType {
  /// The other type.
  static var shownType: any Any.Type { get }
}

extension LookupKey {
  /// The key, as texts name it.
  package var shown: LookupKey {
    guard case .type(let type) = self, let standIn = type as? any StandInType.Type else {
      return self
    }
    return .type(standIn.shownType)
  }

  /// The key as descriptions have it.
  package var text: String {
    switch self {
    case .type(let type): "\(type)"
    case .name(let name): name
    case .value(let value): "\(value.erased)"
    }
  }
}
