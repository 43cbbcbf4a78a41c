internal import StitcherEngine

/// A registration without effect. The graph uses an equal registration instead.
struct DroppedRegistration: Sendable {
  /// The registration without effect.
  let registration: Registration

  /// The equal registration that the graph uses instead of the one without effect.
  let kept: Registration

  /// Whether the registration without effect and the equal one that is used instead belong to the
  /// same container.
  let isInOneSet: Bool

  /// A text that names both registrations and their source locations, and says how to remove the
  /// conflict.
  var description: String {
    let what = registration.summary
    return registration.location == kept.location
      ? "\(what), more than once. Only the first one is used: add '.id(_:)' with a different value to"
        + " each, such as '.id(index)'."
      : "\(what), is not used, since an equal one is registered at"
        + " \(kept.location). Keep one of them, or tell them apart by '.id(_:)', names, values or"
        + " parameters. \(DeclarativeWording.withOverrides)"
  }

  /// Prints a warning about the registration without effect to the standard error, once for each
  /// source location.
  ///
  /// If one declaration is part of several containers, that is intended, so it prints nothing.
  func printWarning() {
    let location = registration.location
    if isInOneSet || location != kept.location { printOnce(description, for: "\(location)") }
  }
}

/// A registration of a container that lookups do not find, since the graph itself registers the
/// same key with the same parameters.
struct HiddenRegistration: Sendable {
  /// The container's registration that lookups do not find, since the graph's own registration
  /// hides it.
  let registration: Registration

  /// The graph's own registration, which hides the container's registration of the same key.
  let hiding: Registration

  /// The key of both the hidden and the hiding registration.
  let key: LookupKey

  /// The name of the graph, if it has one.
  let graph: String?

  /// A text that names both registrations and their source locations, and says how to remove the
  /// conflict.
  var description: String {
    "\(registration.summary), is not found by \(key.text):"
      + " '\(hiding.locator.key(at: 0).text)', registered at \(hiding.location) in the graph"
      + "\(graph.map { " '\($0)'" } ?? "") itself, hides it. \(DeclarativeWording.withOverrides)"
  }

  /// Prints a warning about the hidden registration to the standard error, once for each
  /// combination of the two source locations.
  func printWarning() {
    printOnce(description, for: "\(registration.location) \(hiding.location)")
  }
}

extension Graph {
  /// Returns the hidden registrations of an active container: the graph itself registers their keys
  /// with the same parameters.
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
        where hiding.locator.matches(key) && hiding.takes(registration.parameterTypes) {
          return HiddenRegistration(
            registration: registration, hiding: hiding, key: key, graph: name)
        }
      }
      return nil
    }
  }

  /// The registrations without effect in the graph and its parents, in order.
  ///
  /// A registration has no effect if an equal one precedes it in the same graph. A registration
  /// that a nearer graph hides is not included, since that is an override.
  ///
  /// - Complexity: O(*n* × *c*) in the number of registrations and the number of registries.
  var droppedRegistrations: [DroppedRegistration] {
    let snapshot = snapshot
    // The snapshot of an ended graph contains the registries of its parents.
    if snapshot.hasEnded { return [] }
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

  /// Returns the registrations of an active registry that have no effect, because an equal
  /// registration precedes them.
  ///
  /// The registries that merge this one are included.
  ///
  /// Only the first 64 active registries are searched for equal registrations.
  ///
  /// - Complexity: O(*n*) in the number of its registrations.
  func droppedRegistrations(of registry: any Registry) -> [DroppedRegistration] {
    let first = firstRegistries(64)
    let active: [any Registry] =
      (registry as? DeclaredRegistry)?.withMerging
      .filter { $0.ownGraphs.contains { $0 === self } } ?? [registry]
    return active.flatMap { registry in
      let others = first.prefix { $0.registry !== registry }
        .filter { $0.registry.isDirect == registry.isDirect }.map(\.contents)
      return registry.current.contents.dropped(behind: others)
    }
  }
}

extension RegistryContents {
  /// Returns the registrations that have no effect, since an equal registration precedes them in
  /// this registry or in one of the given earlier registries.
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
