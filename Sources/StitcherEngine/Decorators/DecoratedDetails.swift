/// What is made of a candidate's details by decorations.
struct DecoratedDetails {
  /// The details.
  var registration: Registration.Details

  /// Whether only a task can make the instance: something is asynchronous, or belongs to another
  /// actor than the rest.
  let needsTask: Bool
}

extension Candidate {
  /// Returns the details of a registration of what this candidate makes, with decorations.
  func decoratedDetails(
    by all: [any Decoration], isOwn: Bool, keptFarther distance: Int
  ) -> DecoratedDetails {
    let actors = ([registration.isolation] + all.map(\.isolation)).compactMap { $0 }
    let isOneActor = actors.allSatisfy { $0 === actors[0] }
    let identity = registration.identity.within(
      RegistrationIdentity(
        DecorationIdentity(of: registration, isOwn: isOwn, keptFarther: distance, all)))
    var details = Registration.Details(
      locator: all[0].key.locator, scope: registration.scope, identity: identity,
      location: registration.location, isolation: actors.first)
    details.decoratorLocations = all.map(\.location)
    return DecoratedDetails(
      registration: details,
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
  let decorations: [any Decoration]

  /// Creates an identity.
  init(
    of base: Registration, isOwn: Bool, keptFarther distance: Int, _ decorations: [any Decoration]
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
