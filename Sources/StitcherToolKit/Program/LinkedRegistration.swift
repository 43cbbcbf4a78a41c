/// A registration of a program, completed with data from other files.
struct LinkedRegistration {
  /// The registration as read from its source file.
  var fact: RegistrationFact

  /// The name of the module that contains the registration.
  var module: String

  /// The keys of the registration. Constants with a known string value are replaced by that string.
  var keys: [KeyFact]

  /// The result of comparing a registration with the key of an injection.
  enum Match { case yes, maybe, no }

  /// Returns whether a key finds the registration.
  func matches(_ key: KeyFact) -> Match {
    var best = Match.no
    for own in keys {
      switch Self.compare(own, key) {
      case .yes: return .yes
      case .maybe: best = .maybe
      case .no: break
      }
    }
    return best
  }

  /// Returns whether a lookup by one key finds a registration with the other key.
  static func compare(_ own: KeyFact, _ other: KeyFact) -> Match {
    guard own.locating == other.locating else { return .no }
    if own == other, own.locating != nil {
      if case .unknown = own { return .maybe }
      return .yes
    }
    switch (own, other) {
    case (.unknown, _), (_, .unknown): return .maybe
    case (.type(let one), .type(let two)):
      return TypeNames.withoutAnyObject(one) == TypeNames.withoutAnyObject(two) ? .maybe : .no
    case (.nameOf(_, let type), .nameOf(_, let otherType)):
      // Two cases of one enumeration have different raw values.
      return type == otherType && !type.isEmpty ? .no : .maybe
    case (.nameOf, _), (_, .nameOf): return .maybe
    case (.value(let type, let one), .value(let otherType, let two)):
      guard type == otherType else { return .no }
      // Different literals or cases are unequal; different constants may have equal values.
      return one.hasSuffix("vp") || one.hasSuffix("vpZ") || two.hasSuffix("vp")
        || two.hasSuffix("vpZ") ? .maybe : .no
    default: return .no
    }
  }

  /// Returns whether passed parameters fit the factory, or `nil` if the source does not show their
  /// types.
  func takes(_ parameters: [String]?) -> Bool? {
    guard let own = fact.parameters, let parameters else { return nil }
    if (own + parameters).contains(where: TypeNames.isGeneric) { return nil }
    return own == parameters
  }

  /// Whether the registrar drops one of two registrations as a duplicate, since nothing
  /// distinguishes them.
  func isEqual(to other: LinkedRegistration) -> Bool {
    guard keys == other.keys, keys.allSatisfy(\.isConstant), hasIdentity(of: other),
      fact.parameters == other.fact.parameters, fact.parameters != nil
    else { return false }
    // An injection by name or value finds one registration, whatever its product.
    if keys.first?.locating != .type { return true }
    return fact.product == other.fact.product && fact.scope == other.fact.scope
      && fact.scope != nil && fact.isEager == other.fact.isEager
  }

  /// Whether two registrations surely have the same identity, or both have none.
  private func hasIdentity(of other: LinkedRegistration) -> Bool {
    if !fact.hasIdentity, !other.fact.hasIdentity { return true }
    return fact.identity != nil && fact.identity == other.fact.identity
  }

  /// Whether two registrations are always active together.
  func isTogether(with other: LinkedRegistration) -> Bool {
    fact.block == other.fact.block && fact.branch != nil && fact.branch == other.fact.branch
  }

  /// Whether the registrar may drop one of two registrations as a duplicate, as far as the source
  /// shows.
  func mayEqual(_ other: LinkedRegistration) -> Bool {
    // Within one group, or outside of groups, a registration with its own `.id(_:)` is distinct.
    if fact.group == other.fact.group, fact.hasOwnIdentity != other.fact.hasOwnIdentity,
      fact.representation == nil, other.fact.representation == nil
    {
      return false
    }
    return fact.product == other.fact.product && keys == other.keys
      && (fact.scope == other.fact.scope || fact.scope == nil || other.fact.scope == nil)
      && fact.isEager == other.fact.isEager && fact.hasIdentity == other.fact.hasIdentity
  }

  /// Whether the scope caches an instance for later injections.
  var isKept: Bool { ["singleton", "shared", "managed"].contains(fact.scope) }
}
