extension Graph {
  /// Activates a registry, after those that are active already. An active one keeps its place.
  ///
  /// - Complexity: O(*n*) in the number of active registries.
  package func activate(_ registry: Registry) {
    for registration in registry.contents.registrations { registration.resume() }
    registry.didActivate(in: self)
    update { sources -> ([Source], Void)? in
      var sources = sources
      let source = Source(registry: registry, contents: registry.contents)
      if let position = sources.firstIndex(where: { $0.registry === registry }) {
        sources[position] = source
      } else {
        sources.append(source)
      }
      return (sources, ())
    }
    // A deactivation by another thread may have ended them before the registry was there again.
    for registration in registry.contents.registrations { registration.resume() }
  }

  /// Deactivates a registry and releases its instances, but those that another active registry has
  /// an equal registration for.
  ///
  /// - Returns: Whether it was active.
  /// - Complexity: O(*n*) in the number of registrations of the registry.
  @discardableResult
  package func deactivate(_ registry: Registry) -> Bool {
    let removed = update { sources -> ([Source], Source)? in
      guard let position = sources.firstIndex(where: { $0.registry === registry }) else {
        return nil
      }
      var rest = sources
      let removed = rest.remove(at: position)
      return (rest, removed)
    }
    guard let removed else { return false }
    end(removed)
    return true
  }

  /// Deactivates all registries and releases their instances.
  package func deactivateAll() {
    let removed = update { sources -> ([Source], [Source])? in ([], sources) } ?? []
    for source in removed { end(source) }
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
    let change = update { sources -> ([Source], (gone: [Registration], added: [Registration]))? in
      guard let position = sources.firstIndex(where: { $0.registry === registry }) else {
        return nil
      }
      let old = sources[position].contents
      let new = registry.contents
      var remains: [Remains] = []
      var added: [Registration] = []
      for registration in new.registrations {
        registration.resume()
        if let earlier = old.equal(of: registration) {
          remains.append(earlier.handOver(to: registration))
        } else {
          added.append(registration)
        }
      }
      remains.dispose()
      let gone = old.registrations.filter { new.equal(of: $0) == nil }
      var rest = sources
      rest[position] = Source(registry: registry, contents: new)
      return (rest, (Array(gone), added))
    }
    guard let change else { return nil }
    end(change.gone)
    return change.added
  }

  /// Lets go of a registry that was taken out of the sources.
  private func end(_ source: Source) {
    source.registry.didDeactivate(in: self)
    end(source.contents.registrations)
    guard isActive(source.registry) else { return }
    // Another thread has activated it again meanwhile.
    source.registry.didActivate(in: self)
    for registration in source.registry.contents.registrations { registration.resume() }
  }

  /// Releases the instances of registrations, but those that are still active, or have an equal that is.
  private func end(_ gone: some Sequence<Registration>) {
    let sources = snapshot.sources
    var remains: [Remains] = []
    for registration in gone where registration.isStored {
      let heir = sources.lazy.compactMap { $0.contents.equal(of: registration) }.first
      let rest = heir.map(registration.handOver) ?? registration.end()
      if rest.instanceBits != 0 || rest.receipt != nil { remains.append(rest) }
    }
    remains.dispose()
  }
}

extension Graph {
  /// Creates the eager instances among registrations, in order. Errors are left to the injection that
  /// needs the instance.
  package func createEagerInstances(of registrations: some Sequence<Registration>) {
    for registration in registrations where registration.canInstantiateEagerly {
      let snapshot = snapshot
      let isActive = snapshot.candidates(for: registration.locator.key(at: 0)).contains {
        $0.isEqual(to: registration)
      }
      guard isActive else { continue }
      _ = try? ensure(registration, record: ThreadRecord.current)
    }
  }

  /// Takes out the records of weakly kept instances that are gone.
  package func releaseUnusedStorage() {
    let record = ThreadRecord.current
    var remains: [Remains] = []
    for registration in registrations {
      guard let cell = registration.cellIfPresent, let instance = cell.live(record) else { continue }
      if instance.isGone { remains.append(cell.removeGone(instance)) }
    }
    remains.dispose()
  }
}
