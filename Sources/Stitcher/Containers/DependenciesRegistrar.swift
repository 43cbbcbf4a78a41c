internal import StitcherEngine

/// The registrations of a container: an ordered set.
///
/// Of two equal registrations, the first is kept. Two registrations with the same name or value,
/// the same identity, and parameters of the same types count as equal.
public struct DependenciesRegistrar: Sendable {
  /// The set of registrations in the form that the engine uses.
  var base: RegistrationSet

  /// Creates a registrar from the engine's set of registrations.
  init(_ base: RegistrationSet) { self.base = base }

  /// Creates an empty registrar.
  public init() { base = RegistrationSet() }

  /// Creates an empty registrar with memory reserved for the given number of registrations.
  ///
  /// - Parameter minimumCapacity: The number of registrations to reserve capacity for.
  public init(minimumCapacity: Int) { base = RegistrationSet(minimumCapacity: minimumCapacity) }

  /// Creates the union of several registrars. Of several equal registrations, the one in the
  /// earliest registrar is kept.
  ///
  /// - Parameter sequence: The registrars.
  public init<Registrars: Collection>(reducing sequence: Registrars)
  where Registrars.Element == DependenciesRegistrar {
    self.init()
    for registrar in sequence { formUnion(registrar) }
  }

  /// Appends a registration, unless the registrar contains an equal one.
  ///
  /// - Parameter registration: The registration.
  /// - Returns: Whether the registration was added, and the registration that the registrar
  ///   contains now.
  /// - Complexity: O(1) on average.
  @discardableResult
  public mutating func insert(_ registration: RawDependencyRegistration) -> (
    inserted: Bool, memberAfterInsert: RawDependencyRegistration
  ) {
    if base.insert(registration.base) { return (true, registration) }
    return (false, base.superseding(registration.base).map { .init($0) } ?? registration)
  }

  /// Appends the registrations of another registrar, except those that are equal to a registration
  /// of this one.
  ///
  /// - Parameter other: The other registrar.
  /// - Complexity: O(*n*) in the number of its registrations.
  package mutating func formUnion(_ other: DependenciesRegistrar) { base.formUnion(other.base) }

  /// Returns the union of two registrars: the registrations of this one, followed by those of the
  /// other.
  ///
  /// - Parameter other: The other registrar.
  /// - Complexity: O(*n*) in the number of its registrations.
  public func union(_ other: DependenciesRegistrar) -> DependenciesRegistrar {
    var union = self
    union.formUnion(other)
    return union
  }

  /// Returns a copy of the registrar in which each registration also has the identity of the given
  /// group.
  func within(_ identity: RegistrationIdentity) -> DependenciesRegistrar {
    DependenciesRegistrar(base.within(identity))
  }

  /// Returns whether the registrar contains a registration that is equal to the given one.
  ///
  /// - Parameter registration: The registration.
  /// - Complexity: O(1) on average.
  public func contains(_ registration: RawDependencyRegistration) -> Bool {
    base.equal(of: registration.base) != nil
  }
}

extension DependenciesRegistrar: RandomAccessCollection {
  /// The position of the first registration in the set.
  public var startIndex: Int { base.registrations.startIndex }

  /// The position behind the last registration in the set.
  public var endIndex: Int { base.registrations.endIndex }

  /// The registration at a position in the set.
  public subscript(position: Int) -> RawDependencyRegistration {
    RawDependencyRegistration(base.registrations[position])
  }
}

extension DependenciesRegistrar: ExpressibleByArrayLiteral {
  /// Creates a registrar with the given registrations.
  public init(arrayLiteral elements: RawDependencyRegistration...) {
    self.init()
    for element in elements { insert(element) }
  }
}

extension DependenciesRegistrar: Hashable {
  /// Returns whether two registrars contain equal registrations, in any order, and decorators with
  /// the same source locations.
  public static func == (lhs: DependenciesRegistrar, rhs: DependenciesRegistrar) -> Bool {
    lhs.count == rhs.count && lhs.allSatisfy(rhs.contains)
      && lhs.base.decorations.count == rhs.base.decorations.count
      && zip(lhs.base.decorations, rhs.base.decorations).allSatisfy { $0.isLike($1) }
  }

  /// Feeds the number of registrations into a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(count) }
}
