/// What is put around the instances that a key finds.
///
/// It takes what the factory, or an earlier decoration, has made, and returns what is injected
/// instead.
package class Decoration: @unchecked Sendable {
  // Safe: stored properties are constants, and closures are `@Sendable`.

  /// What finds the instances.
  package let key: LookupKey

  /// Where it was written.
  package let location: SourceLocation

  /// The type that it takes and returns.
  package let type: any Any.Type

  /// The actor on which alone it is called; nil if it may be called anywhere.
  let isolation: (any Actor)?

  /// Whether it has to be awaited.
  let isAsynchronous: Bool

  /// What it is known to ask for; nil if it may ask for anything.
  package let edges: [DeclaredEdge]?

  /// Creates a decoration; called by the subclasses.
  fileprivate init(
    _ key: LookupKey, _ location: SourceLocation, _ type: any Any.Type,
    isolation: (any Actor)?, isAsynchronous: Bool, edges: [DeclaredEdge]?
  ) {
    self.key = key
    self.location = location
    self.type = type
    self.isolation = isolation
    self.isAsynchronous = isAsynchronous
    self.edges = edges
  }

  /// Returns an instance that is of the type, decorated, in the calling task.
  func decorate(_ instance: UncheckedBox<Any>) async throws -> UncheckedBox<Any> {
    fatalError("overridden")
  }

  /// Returns an instance that is of the type, decorated, on the calling thread.
  func decorateNow(_ instance: Any) throws -> Any { fatalError("overridden") }

  /// Returns a registration of what a candidate makes, with all decorations of which this one is
  /// the last.
  func registration(
    of base: Candidate, isOwn: Bool, keptFarther distance: Int, _ all: [Decoration]
  ) -> Registration { fatalError("overridden") }

  /// Whether both stand for the same: they were written in one place, for one key and type.
  package final func isLike(_ other: Decoration) -> Bool {
    location == other.location && type == other.type && key == other.key
  }
}

/// A decoration whose type is known.
package class DecorationOf<Inner>: Decoration, @unchecked Sendable {
  // Safe: see `Decoration`.

  final override func registration(
    of base: Candidate, isOwn: Bool, keptFarther distance: Int, _ all: [Decoration]
  ) -> Registration {
    let details = base.decoratedDetails(by: all, isOwn: isOwn, keptFarther: distance)
    if details.needsTask {
      return AsyncDecoratedRegistration<Inner>(details.registration, base, all)
    }
    return DecoratedRegistration<Inner>(details.registration, base, all)
  }

  /// Returns an instance as what is decorated.
  ///
  /// - Throws: A mismatch.
  fileprivate final func inner(_ instance: Any) throws -> Inner { try cast(instance) }
}

/// A decoration that is over when its call returns.
package final class SynchronousDecoration<Inner>: DecorationOf<Inner>, @unchecked Sendable {
  // Safe: see `Decoration`.

  /// Decorates an instance, on the actor if there is one.
  let call: @Sendable (Inner) throws -> Inner

  /// The same, as others may await it.
  private let awaited: @Sendable @isolated(any) (Inner) throws -> Inner

  /// Creates a decoration of what a key finds.
  ///
  /// - Parameter edges: What it is known to ask for; nil if it may ask for anything.
  package init(
    _ key: LookupKey, location: SourceLocation, edges: [DeclaredEdge]? = nil,
    _ decorate: @escaping @Sendable @isolated(any) (Inner) throws -> Inner
  ) {
    call = callable(decorate)
    awaited = decorate
    super.init(
      key, location, Inner.self, isolation: decorate.isolation, isAsynchronous: false,
      edges: edges)
  }

  override func decorateNow(_ instance: Any) throws -> Any { try call(inner(instance)) }

  override func decorate(_ instance: UncheckedBox<Any>) async throws -> UncheckedBox<Any> {
    if isolation == nil { return UncheckedBox(try call(inner(instance.value))) }
    let decorate = TakenOver<Inner>(awaited)
    return try await decorate.call(UncheckedBox(try inner(instance.value)))
  }
}

/// A decoration that has to be awaited.
package final class AsynchronousDecoration<Inner: Sendable>: DecorationOf<Inner>,
  @unchecked Sendable  // Safe: see `Decoration`.
{
  /// Decorates an instance.
  private let call: @Sendable @isolated(any) (Inner) async throws -> Inner

  /// Creates a decoration of what a key finds.
  package init(
    _ key: LookupKey, location: SourceLocation,
    _ decorate: @escaping @Sendable @isolated(any) (Inner) async throws -> Inner
  ) {
    call = decorate
    super.init(key, location, Inner.self, isolation: nil, isAsynchronous: true, edges: nil)
  }

  override func decorate(_ instance: UncheckedBox<Any>) async throws -> UncheckedBox<Any> {
    UncheckedBox(try await call(try inner(instance.value)))
  }
}

/// What is made of a candidate's details by decorations.
private struct DecoratedDetails {
  /// The details.
  let registration: Registration.Details

  /// Whether only a task can make the instance: something is asynchronous, or belongs to another
  /// actor than the rest.
  let needsTask: Bool
}

extension Candidate {
  /// Returns the details of a registration of what this candidate makes, with decorations.
  fileprivate func decoratedDetails(
    by all: [Decoration], isOwn: Bool, keptFarther distance: Int
  ) -> DecoratedDetails {
    let actors = ([registration.isolation] + all.map(\.isolation)).compactMap { $0 }
    let isOneActor = actors.allSatisfy { $0 === actors[0] }
    let identity = registration.identity.within(
      RegistrationIdentity(
        DecorationIdentity(of: registration, isOwn: isOwn, keptFarther: distance, all)))
    return DecoratedDetails(
      registration: Registration.Details(
        locator: all[0].key.locator, scope: registration.scope, identity: identity,
        location: registration.location, isolation: actors.first),
      needsTask: registration.isAsynchronous || all.contains(where: \.isAsynchronous)
        || !isOneActor)
  }
}

/// What tells a decorated registration from others, besides what it is found by.
private struct DecorationIdentity: Hashable, @unchecked Sendable {
  // Safe: constants that are only compared.

  /// What is decorated.
  let base: Registration

  /// Whether that has a place of its own.
  let isOwn: Bool

  /// How many graphs farther away it is kept: one that is equal may come to be kept nearer.
  let distance: Int

  /// What is put around it, the innermost first.
  let decorations: [Decoration]

  /// Creates an identity.
  init(
    of base: Registration, isOwn: Bool, keptFarther distance: Int, _ decorations: [Decoration]
  ) {
    self.base = base
    self.isOwn = isOwn
    self.distance = distance
    self.decorations = decorations
  }

  static func == (left: Self, right: Self) -> Bool {
    left.isOwn == right.isOwn && left.distance == right.distance
      && left.decorations.count == right.decorations.count
      && zip(left.decorations, right.decorations).allSatisfy { $0.isLike($1) }
      && (left.isOwn ? left.base.origin === right.base.origin : left.base.isEqual(to: right.base))
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(isOwn)
    hasher.combine(base.placeHash)
    hasher.combine(decorations.count)
  }
}

extension LookupKey {
  /// The locator that only this key finds.
  var locator: Locator {
    switch self {
    case .type(let type): .type(type)
    case .name(let name): .name(name)
    case .value(let value): Locator(.value(value))
    }
  }
}
