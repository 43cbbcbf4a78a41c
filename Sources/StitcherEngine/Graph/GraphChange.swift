/// A change of what is active in a graph, planned outside its lock.
///
/// The plan compares keys, which may run foreign code. What is left for the lock takes
/// effect together with the new sources, so that no thread sees a registration that is active and stores nothing.
struct GraphChange {
  /// The sources after the change.
  var sources: [Source]

  /// The registry that is active from now on, with the version of its contents.
  var attached: (registry: Registry, version: UInt64)?

  /// The registries that are not active any more, each with its registrations that have no heir.
  var detached: [(registry: Registry, orphans: [Registration])] = []

  /// Equal registrations: what the first one keeps, the second one keeps from now on.
  var heirs: [(from: Registration, to: Registration)] = []

  /// The registrations that are in use from now on.
  var started: ContiguousArray<Registration> = []

  /// The registrations of an active registry that have gone.
  var gone: [Registration] = []

  /// Whether the change still says what is to be: the attached contents were not replaced meanwhile.
  func attach(to graph: Graph) -> Bool {
    attached.map { $0.registry.attach(graph, version: $0.version) } ?? true
  }

  /// Has the registrations store or not, as the new sources want it.
  ///
  /// - Parameter graph: The graph's identifier.
  /// - Returns: What to dispose of, outside every lock.
  func apply(to graph: ObjectIdentifier) -> [Remains] {
    var remains: [Remains] = []
    for (from, to) in heirs {
      let rest = from.handOver(to: to)
      if !rest.isEmpty { remains.append(rest) }
    }
    for registration in started { registration.resume() }
    Self.end(gone, &remains)
    // What another graph has active as well goes on to be used.
    for (registry, orphans) in detached where registry.detach(graph) { Self.end(orphans, &remains) }
    return remains
  }

  /// Ends registrations.
  private static func end(_ registrations: [Registration], _ remains: inout [Remains]) {
    for registration in registrations where registration.isStored {
      let rest = registration.end()
      if !rest.isEmpty { remains.append(rest) }
    }
  }
}

extension GraphChange {
  /// Plans the contents of a registry, in its place if it is active and else at the end.
  ///
  /// - Returns: The change, and the registrations that an active registry did not have before.
  static func placing(
    _ registry: Registry, in sources: [Source], owner: (any AnyObject & Sendable)? = nil,
    layer: Int = 0
  ) -> (change: GraphChange, added: [Registration]) {
    var (source, version) = registry.source
    source.owner = owner
    source.layer = layer
    let new = source
    let registrations = new.registrations
    var change = GraphChange(sources: sources, attached: (registry, version))
    change.started = registrations
    guard let position = sources.firstIndex(where: { $0.registry === registry }) else {
      change.sources.append(source)
      return (change, [])
    }
    let old = sources[position]
    if owner == nil { source.owner = old.owner }
    source.layer = old.layer
    change.sources[position] = source
    let later = sources[(position + 1)...]
    var added: [Registration] = []
    for registration in registrations {
      if let earlier = old.equal(of: registration) {
        if registration.isStored, earlier !== registration {
          change.heirs.append((earlier, registration))
        }
        continue
      }
      added.append(registration)
      // It comes before the equal one that counted so far.
      if registration.isStored, let other = firstEqual(of: registration, in: later) {
        change.heirs.append((other, registration))
      }
    }
    // What is gone from an editable registry has been let go already.
    let gone = registry.isEditable ? [] : old.registrations.filter { new.equal(of: $0) == nil }
    change.gone = change.bequeath(gone)
    return (change, added)
  }

  /// Plans that a registry goes; nil if it is not active.
  static func removing(_ registry: Registry, from sources: [Source]) -> GraphChange? {
    guard let position = sources.firstIndex(where: { $0.registry === registry }) else { return nil }
    var change = GraphChange(sources: sources)
    let removed = change.sources.remove(at: position)
    // What an editable registry holds is its own, and may go on to be used in another graph.
    let orphans =
      registry.isEditable
      ? Array(removed.registrations) : change.bequeath(removed.registrations)
    change.detached = [(registry, orphans)]
    return change
  }

  /// Plans that all registries go.
  static func removingAll(_ sources: [Source]) -> GraphChange {
    var change = GraphChange(sources: [])
    change.detached = sources.map { ($0.registry, Array($0.registrations)) }
    return change
  }

  /// Finds heirs among the new sources for registrations that go; returns those that have none.
  private mutating func bequeath(_ registrations: some Sequence<Registration>) -> [Registration] {
    var orphans: [Registration] = []
    for registration in registrations where registration.isStored {
      if let heir = Self.firstEqual(of: registration, in: sources[...]) {
        heirs.append((registration, heir))
      } else {
        orphans.append(registration)
      }
    }
    return orphans
  }

  /// Returns the first registration in sources that is equal to another one; none of an editable registry, whose
  /// instances are its own.
  private static func firstEqual(
    of registration: Registration, in sources: ArraySlice<Source>
  ) -> Registration? {
    sources.lazy.filter { !$0.registry.isEditable }.compactMap { $0.equal(of: registration) }.first
  }
}
