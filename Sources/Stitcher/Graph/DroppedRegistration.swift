internal import StitcherEngine

/// A registration that does not count, since an equal one does.
struct DroppedRegistration: Sendable {
  /// The one that does not count.
  let registration: Registration

  /// The one that does.
  let kept: Registration

  /// Whether both are in one set.
  let isInOneSet: Bool

  /// What happened, where, and what to do.
  var description: String {
    let what = registration.summary
    return registration.location == kept.location
      ? "\(what), more than once. Only the first one counts: add '.id(_:)' with a value of its own to"
        + " each, such as '.id(index)'."
      : "\(what), does not count, since it is equal to the one that is registered at"
        + " \(kept.location). Keep one of them, or tell them apart by '.id(_:)', names, values or"
        + " parameters. \(DeclarativeWording.withOverrides)"
  }

  /// Prints the description to the standard error, once for each place. Where one declaration
  /// stands in several containers, that is meant.
  func tell() {
    let location = registration.location
    if isInOneSet || location != kept.location { printOnce(description, for: "\(location)") }
  }
}

/// A registration of a container that has no effect by a key, since the graph itself registers the
/// key with the same parameters.
struct HiddenRegistration: Sendable {
  /// The registration that has no effect.
  let registration: Registration

  /// The registration of the graph itself.
  let hiding: Registration

  /// The key.
  let key: LookupKey

  /// The name of the graph, if it has one.
  let graph: String?

  /// What happened, where, and what to do.
  var description: String {
    "\(registration.summary), is not found by \(key.text):"
      + " '\(hiding.locator.key(at: 0).text)', registered at \(hiding.location) in the graph"
      + "\(graph.map { " '\($0)'" } ?? "") itself, hides it. \(DeclarativeWording.withOverrides)"
  }

  /// Prints the description to the standard error, once for each pair of places.
  func tell() {
    printOnce(description, for: "\(registration.location) \(hiding.location)")
  }
}

extension Graph {
  /// The registrations of an active container that registrations of the graph itself hide.
  ///
  /// Runs the `==` of values, so call it outside every lock and read section.
  ///
  /// - Complexity: O(*n* × *d*) in the number of its registrations and that of the graph itself.
  func hiddenRegistrations(of registry: DeclaredRegistry) -> [HiddenRegistration] {
    let direct = firstRegistries(64).filter(\.registry.isDirect)
      .flatMap { Array($0.contents.registrations) }
    if direct.isEmpty { return [] }
    return registry.contents.registrations.compactMap { registration in
      for key in registration.locator.keys {
        for hiding in direct
        where hiding.locator.matches(key) && hiding.hasSameParameters(as: registration) {
          return HiddenRegistration(
            registration: registration, hiding: hiding, key: key, graph: name)
        }
      }
      return nil
    }
  }

  /// What the registries that the graph sees have left out, in order, and what is equal to a
  /// registration of an earlier one of the same graph. What a nearer graph hides is meant to be.
  ///
  /// - Complexity: O(*n* × *c*) in the number of registrations and that of registries.
  var droppedRegistrations: [DroppedRegistration] {
    var dropped: [DroppedRegistration] = []
    var own: [RegistryContents] = []
    var rank = 0
    for visible in snapshot.registries {
      if visible.rank != rank { (own, rank) = ([], visible.rank) }
      dropped += visible.active.contents.dropped(behind: own)
      own.append(visible.active.contents)
    }
    return dropped
  }

  /// What an active registry, or one that merges it, has left out, and what is equal to a
  /// registration of an earlier one, if that is among the first that are active.
  ///
  /// - Complexity: O(*n*) in the number of its registrations.
  func droppedRegistrations(of registry: DeclaredRegistry) -> [DroppedRegistration] {
    let first = firstRegistries(64)
    return DeclaredRegistry.withMerging([registry]).flatMap { registry in
      guard registry.ownGraphs.contains(where: { $0 === self }) else {
        return [DroppedRegistration]()
      }
      let others = first.prefix { $0.registry !== registry }
        .filter { $0.registry.isDirect == registry.isDirect }.map(\.contents)
      return registry.current.contents.dropped(behind: others)
    }
  }
}

extension RegistryContents {
  /// What the registry has left out, and what is equal to a registration of one before it.
  fileprivate func dropped(behind others: [RegistryContents]) -> [DroppedRegistration] {
    var dropped: [DroppedRegistration] = []
    if case .fixed(let set) = self {
      for registration in set.dropped {
        guard let kept = set.superseding(registration) else { continue }
        dropped.append(
          DroppedRegistration(registration: registration, kept: kept, isInOneSet: true))
      }
    }
    for registration in registrations {
      guard let kept = others.lazy.compactMap({ $0.equal(of: registration) }).first,
        kept !== registration
      else { continue }
      dropped.append(DroppedRegistration(registration: registration, kept: kept, isInOneSet: false))
    }
    return dropped
  }
}
