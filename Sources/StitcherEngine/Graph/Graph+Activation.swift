extension Graph {
  /// Activates a registry, after those that are active already. An active one keeps its place.
  ///
  /// - Parameters:
  ///   - registry: The registry.
  ///   - owner: What is kept alive as long as the registry is active.
  ///   - layer: How far away the registry is. What a nearer one, which has to be activated before, has for a key and
  ///     parameters hides what a further one has for them. An active registry keeps its layer.
  /// - Complexity: O(*n*) in the number of registrations of the registry.
  package func activate(
    _ registry: Registry, keeping owner: (any AnyObject & Sendable)? = nil, layer: Int = 0
  ) {
    _ = update { sources in
      (GraphChange.placing(registry, in: sources, owner: owner, layer: layer).change, ())
    }
  }

  /// Deactivates a registry and releases its instances, but those that another active registry has
  /// an equal registration for.
  ///
  /// - Returns: Whether it was active.
  /// - Complexity: O(*n*) in the number of registrations of the registry.
  @discardableResult
  package func deactivate(_ registry: Registry) -> Bool {
    update { sources in GraphChange.removing(registry, from: sources).map { ($0, ()) } } != nil
  }

  /// Deactivates all registries and releases their instances.
  package func deactivateAll() {
    _ = update { sources in (GraphChange.removingAll(sources), ()) }
  }

  /// Whether a registry is active.
  package func isActive(_ registry: Registry) -> Bool {
    snapshot.sources.contains { $0.registry === registry }
  }

  /// All registrations that are active, in order; equal ones once.
  package var registrations: [Registration] { snapshot.allRegistrations() }

  /// Takes over the current contents of an active registry.
  ///
  /// - Returns: The registrations that were added, or nil if the registry is not active.
  func refresh(_ registry: Registry) -> [Registration]? {
    update { sources in
      guard sources.contains(where: { $0.registry === registry }) else { return nil }
      let (change, added) = GraphChange.placing(registry, in: sources)
      return (change, added)
    }
  }

  /// Lets a registration store instances again that another graph has ended, if it is active here.
  ///
  /// - Returns: Whether it is active here.
  func resumeIfActive(_ registration: Registration) -> Bool {
    while true {
      let (current, version) = versionedSnapshot
      let isActive = current.sources.contains {
        $0.equal(of: registration) === registration
      }
      guard isActive else { return false }
      let isDone = isVersion(version) { registration.resume() }
      Reclamation.sweepIfAsked()
      if isDone { return true }
    }
  }
}

extension Graph {
  /// Creates the eager instances among registrations, in order. Errors are left to the injection that
  /// needs the instance.
  package func createEagerInstances(of registrations: some Sequence<Registration>) {
    for registration in registrations where registration.canInstantiateEagerly {
      let snapshot = snapshot
      // An equal one that was registered earlier is the one that counts.
      let active = snapshot.candidates(for: registration.locator.key(at: 0)).first {
        $0.isEqual(to: registration)
      }
      guard let active else { continue }
      try? ensure(active, record: ThreadRecord.current)
    }
  }

  /// Takes out the records of weakly kept instances that are gone.
  package func releaseUnusedStorage() {
    let record = ThreadRecord.current
    var remains: [Remains] = []
    for registration in registrations {
      guard let cell = registration.cellIfPresent, let instance = cell.live(record) else {
        continue
      }
      if instance.isGone { remains.append(cell.removeGone(instance)) }
    }
    remains.dispose()
  }
}
