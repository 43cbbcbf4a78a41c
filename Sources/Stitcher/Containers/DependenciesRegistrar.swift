internal import StitcherEngine

/// The registrations of a container: a set in the order of declaration.
///
/// Of two equal registrations the first is kept; so is the first of two with the same name or
/// value, the same identity, and parameters of the same types.
public struct DependenciesRegistrar: Sendable {
  /// The engine's set.
  var base: RegistrationSet

  /// Wraps the engine's set.
  init(_ base: RegistrationSet) { self.base = base }

  /// Creates an empty registrar.
  public init() { base = RegistrationSet() }

  /// Creates an empty registrar with room for registrations.
  ///
  /// - Parameter minimumCapacity: The number of registrations.
  public init(minimumCapacity: Int) { base = RegistrationSet(minimumCapacity: minimumCapacity) }

  /// Creates the union of registrars. Of equal registrations the first is kept.
  ///
  /// - Parameter sequence: The registrars.
  public init<Registrars: Collection>(reducing sequence: Registrars)
  where Registrars.Element == DependenciesRegistrar {
    self.init()
    for registrar in sequence { formUnion(registrar) }
  }

  /// Adds a registration at the end, unless it is there already.
  ///
  /// - Parameter registration: The registration.
  /// - Returns: Whether it was added, and the registration that is in the registrar now.
  /// - Complexity: O(1) on average.
  @discardableResult
  public mutating func insert(_ registration: RawDependencyRegistration) -> (
    inserted: Bool, memberAfterInsert: RawDependencyRegistration
  ) {
    if base.insert(registration.base) { return (true, registration) }
    return (false, base.superseding(registration.base).map { .init($0) } ?? registration)
  }

  /// Adds the registrations of another registrar at the end.
  ///
  /// - Parameter other: The other registrar.
  /// - Complexity: O(*n*) in the number of its registrations.
  public mutating func formUnion(_ other: DependenciesRegistrar) { base.formUnion(other.base) }

  /// Returns the registrations of both, this registrar's first.
  ///
  /// - Parameter other: The other registrar.
  /// - Complexity: O(*n*) in the number of its registrations.
  public func union(_ other: DependenciesRegistrar) -> DependenciesRegistrar {
    var union = self
    union.formUnion(other)
    return union
  }

  /// Returns the registrations as those of a group that has an identity.
  func within(_ identity: RegistrationIdentity) -> DependenciesRegistrar {
    DependenciesRegistrar(base.within(identity))
  }

  /// Whether the registrar holds an equal registration.
  ///
  /// - Parameter registration: The registration.
  /// - Complexity: O(1) on average.
  public func contains(_ registration: RawDependencyRegistration) -> Bool {
    base.equal(of: registration.base) != nil
  }
}

extension DependenciesRegistrar: RandomAccessCollection {
  /// The position of the first registration.
  public var startIndex: Int { base.registrations.startIndex }

  /// The position behind the last registration.
  public var endIndex: Int { base.registrations.endIndex }

  /// The registration at a position.
  public subscript(position: Int) -> RawDependencyRegistration {
    RawDependencyRegistration(base.registrations[position])
  }
}

extension DependenciesRegistrar: ExpressibleByArrayLiteral {
  /// Creates a registrar of registrations.
  public init(arrayLiteral elements: RawDependencyRegistration...) {
    self.init()
    for element in elements { insert(element) }
  }
}

extension DependenciesRegistrar: Hashable {
  /// Whether both hold equal registrations, in any order, and decorators of the same places.
  public static func == (lhs: DependenciesRegistrar, rhs: DependenciesRegistrar) -> Bool {
    lhs.count == rhs.count && lhs.allSatisfy(rhs.contains)
      && lhs.base.decorations.count == rhs.base.decorations.count
      && zip(lhs.base.decorations, rhs.base.decorations).allSatisfy { $0.isLike($1) }
  }

  /// Feeds the number of registrations into a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(count) }
}
