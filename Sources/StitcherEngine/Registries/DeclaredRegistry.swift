/// A registry with contents that are replaced as a whole.
///
/// The contents are set by the owner, built by a closure, or merged from the contents of other
/// registries.
package final class DeclaredRegistry: Registry, @unchecked Sendable {
  // Safe: constants, an atomic, and state that a lock guards.

  package let isDirect: Bool

  private let state: Lock<State>

  /// The state that the lock guards.
  private struct State {
    var contents: RegistrationSet
    var version: UInt64 = 0
    var graphs = Users<Graph>()

    /// The registries that merge the contents of this one.
    var merging = Users<DeclaredRegistry>()

    /// The number of the build that produced the contents.
    var build: UInt64 = 0
  }

  /// The contents of a registry at one moment, with their version and the number of their build.
  package typealias Held = (contents: RegistrationSet, version: UInt64, build: UInt64)

  /// Whether the contents are out of date, so that the next lookup has to build them again.
  private let staleness = AtomicBox<Bool>(false)

  private let origin: Origin

  /// The origin of a registry's contents.
  private enum Origin: Sendable {
    /// A closure builds the contents when they are stale; see ``RegistryUpdates``.
    case built(@Sendable (inout RegistryUpdates) -> Void)
    /// The contents are merged from those of other registries.
    case merged([DeclaredRegistry], by: @Sendable ([RegistrationSet]) -> RegistrationSet)
  }

  /// A weak reference to this registry, for the merged registries.
  private let reference = WeakBox<DeclaredRegistry>()

  /// Creates a registry with contents that are set, or built by a closure.
  ///
  /// - Parameters:
  ///   - contents: The initial contents.
  ///   - isDirect: Whether registrations of this registry hide those of the same graph's other
  ///     registries.
  ///   - update: Builds the contents again, if they are stale and the closure may run on the
  ///     calling thread. Called outside every lock.
  package init(
    contents: RegistrationSet = RegistrationSet(), isDirect: Bool = false,
    updatedBy update: @escaping @Sendable (inout RegistryUpdates) -> Void = { _ in }
  ) {
    origin = .built(update)
    state = Lock(State(contents: contents))
    self.isDirect = isDirect
  }

  /// Creates a registry that merges the contents of other registries. It changes in one step with
  /// them.
  ///
  /// - Parameters:
  ///   - others: The merged registries, which this registry retains.
  ///   - merge: Returns the contents for those of the merged registries. Called outside every lock.
  package init(
    merging others: [DeclaredRegistry],
    by merge: @escaping @Sendable ([RegistrationSet]) -> RegistrationSet
  ) {
    origin = .merged(others, by: merge)
    state = Lock(State(contents: RegistrationSet()))
    isDirect = false
    reference.refer(to: self)
    Installations.addMerger { for other in others { other.insert(merging: self, reference) } }
    _ = Self.install([], alsoMerging: [self])
  }

  deinit {
    guard case .merged(let others, _) = origin else { return }
    for other in others { other.remove(merging: ObjectIdentifier(self)) }
  }

  package var current: (contents: RegistryContents, version: UInt64) {
    state.withLock { (.fixed($0.contents), $0.version) }
  }

  package var version: UInt64 { state.withLock { $0.version } }

  package func attach(_ graph: Graph, version: UInt64, in change: UInt64) -> Bool {
    state.withLock { state in
      guard state.version == version else { return false }
      state.graphs.insert(graph, graph.reference, number: change)
      return true
    }
  }

  package func detach(
    _ graph: ObjectIdentifier, in change: UInt64, _ pendingTeardowns: inout PendingTeardowns
  ) {
    state.withLock { $0.graphs.remove(graph, before: change) }
  }

  package var isStale: Bool {
    switch origin {
    case .built: staleness.load(ordering: .sequentiallyConsistent)
    case .merged(let others, _): others.contains(where: \.isStale)
    }
  }

  /// Marks the contents as stale. The next lookup builds them again, if the closure may run on the
  /// calling thread.
  ///
  /// Graphs in which the registry is active become stale, and so do registries that merge this one.
  package func markStale() {
    staleness.store(true, ordering: .sequentiallyConsistent)
    for graph in ownGraphs { graph.markStale() }
    for registry in merging { registry.markStale() }
  }

  /// Marks the contents as up to date.
  package func markFresh() { staleness.store(false, ordering: .sequentiallyConsistent) }

  /// The graphs in which this registry is active, or a registry that merges it.
  package var graphs: [Graph] { Self.withMerging([self]).flatMap(\.ownGraphs) }

  /// Builds the contents again, if they are stale and the closure may run on the calling thread.
  ///
  /// - Parameter updates: Collects the new contents, to be installed as one change.
  package func update(_ updates: inout RegistryUpdates) {
    switch origin {
    case .built(let update): if isStale, !updates.contains(self) { update(&updates) }
    case .merged(let others, _): for other in others { other.update(&updates) }
    }
  }

  /// Builds and installs the contents if they are stale, or if this thread has changed the state
  /// since its last lookup.
  package func refreshAfterOwnChanges() {
    ThreadRecord.current.followNotes()
    var updates = RegistryUpdates()
    update(&updates)
    updates.install()
  }

  /// The current contents.
  package var contents: RegistrationSet { held.contents }
}

extension DeclaredRegistry {
  /// The current contents, with their version and the number of their build.
  package var held: Held {
    state.withLock { ($0.contents, $0.version, $0.build) }
  }

  /// The graphs in which the registry itself is active.
  package var ownGraphs: [Graph] { state.withLock { $0.graphs.all } }

  /// The registries that merge the contents of this one.
  package var merging: [DeclaredRegistry] { state.withLock { $0.merging.all } }

  /// Adds a registry to those that merge the contents of this one.
  package func insert(
    merging registry: DeclaredRegistry, _ reference: WeakBox<DeclaredRegistry>
  ) {
    state.withLock { $0.merging.insert(registry, reference) }
  }

  /// Removes a registry that is being deallocated from those that merge the contents of this one.
  package func remove(merging registry: ObjectIdentifier) {
    state.withLock { $0.merging.remove(registry) }
  }

  /// Replaces the contents. Called under the lock of ``Installations``. The caller retains the
  /// former contents until that lock is free, so that no `deinit` runs under it.
  ///
  /// - Parameters:
  ///   - contents: The new contents.
  ///   - build: The number of the build that produced the contents; `nil` if they were not built.
  /// - Returns: Whether the registry is active in a graph.
  package func install(_ contents: RegistrationSet, of build: UInt64?) -> Bool {
    state.withLock { state in
      state.contents = contents
      state.version += 1
      state.build = build ?? state.build
      return !state.graphs.isEmpty
    }
  }
}

extension DeclaredRegistry {
  /// Replaces the contents, in this registry and in each graph in which it or a registry that
  /// merges it is active.
  ///
  /// New registrations that are equal to former ones keep their instances. Instances of other
  /// former registrations are released. When this call returns, every thread sees the new contents.
  ///
  /// - Parameter contents: The new contents.
  /// - Complexity: O(*n*) in the number of registrations.
  package func replaceContents(_ contents: RegistrationSet) {
    Self.replaceContents(of: [(self, contents, nil)])
  }

  /// Replaces the contents of several registries, as one change of each graph.
  ///
  /// - Parameters:
  ///   - replacements: The registries, each once, with their new contents. If a registry already
  ///     has contents of a later build, it keeps them.
  ///   - reported: The registries with new contents that the next event of each graph reports.
  /// - Complexity: O(*n* + *r*) in the number of registrations, and that of active registries of
  ///   each graph.
  static func replaceContents(
    of replacements: [Replacement], reporting reported: Set<ObjectIdentifier> = []
  ) {
    let registries = install(replacements, alsoMerging: [])
    var reported = reported
    for registry in registries {
      guard case .merged(let others, _) = registry.origin else { continue }
      if others.contains(where: { reported.contains(ObjectIdentifier($0)) }) {
        reported.insert(ObjectIdentifier(registry))
      }
    }
    var seen: Set<ObjectIdentifier> = []
    for graph in registries.flatMap(\.ownGraphs) where seen.insert(ObjectIdentifier(graph)).inserted
    {
      graph.refresh()
      graph.addUnreported(reported)
    }
  }

  /// A registry with its new contents, and the number of the build that produced them, if there was
  /// one.
  typealias Replacement = (registry: DeclaredRegistry, contents: RegistrationSet, build: UInt64?)

  /// Replaces the contents of registries in one step, and merges the contents of registries that
  /// depend on them.
  ///
  /// If a registry already has contents of a later build, it keeps them.
  ///
  /// - Parameters:
  ///   - replacements: The registries with their new contents.
  ///   - mergers: Further registries that merge contents again.
  /// - Returns: All affected registries. A registry comes after those that it merges.
  private static func install(
    _ replacements: [Replacement], alsoMerging mergers: [DeclaredRegistry]
  ) -> [DeclaredRegistry] {
    while true {
      let mergerCount = Installations.mergerCount
      let registries = withMerging(replacements.map(\.registry) + mergers)
      var plan = Plan()
      for (registry, contents, build) in replacements {
        plan.replace(registry, by: contents, of: build)
      }
      for registry in registries {
        guard case .merged(let others, let merge) = registry.origin,
          others.contains(where: { plan.replaces($0) })
            || mergers.contains(where: { $0 === registry })
        else { continue }
        plan.replace(registry, by: merge(others.map { plan.contents(of: $0) }), of: nil)
      }
      let isDone = Installations.install(
        asOf: mergerCount, if: { plan.isCurrent }, by: { plan.install() })
      // The plan may hold the last references to factories, so it is released outside the locks.
      withExtendedLifetime(plan) {}
      if isDone { return registries }
    }
  }

  /// The new contents of registries. They are computed outside every lock, since that compares
  /// values.
  private struct Plan {
    /// The registries that were read, with their contents at that moment.
    private var found: [ObjectIdentifier: (registry: DeclaredRegistry, held: Held)] = [:]

    /// The new contents, by the registry's identity.
    private var replacements: [ObjectIdentifier: (contents: RegistrationSet, build: UInt64?)] = [:]

    /// Plans new contents for a registry, unless it already has contents of a later build.
    mutating func replace(
      _ registry: DeclaredRegistry, by contents: RegistrationSet, of build: UInt64?
    ) {
      let current = held(by: registry)
      if let build, build <= current.build { return }
      replacements[ObjectIdentifier(registry)] = (contents, build)
    }

    /// Whether a registry gets new contents.
    func replaces(_ registry: DeclaredRegistry) -> Bool {
      replacements[ObjectIdentifier(registry)] != nil
    }

    /// Returns the contents of a registry after the replacement.
    mutating func contents(of registry: DeclaredRegistry) -> RegistrationSet {
      let current = held(by: registry).contents
      return replacements[ObjectIdentifier(registry)]?.contents ?? current
    }

    /// Returns the contents of a registry when the plan read it first.
    private mutating func held(by registry: DeclaredRegistry) -> Held {
      let id = ObjectIdentifier(registry)
      if let found = found[id] { return found.held }
      let held = registry.held
      found[id] = (registry, held)
      return held
    }

    /// Whether no registry has changed since the plan read it. Called under the lock of
    /// ``Installations``.
    var isCurrent: Bool {
      found.values.allSatisfy { registry, found in
        registry.version == found.version
      }
    }

    /// Installs the new contents. Called under the lock of ``Installations``. The plan retains the
    /// former contents.
    ///
    /// - Returns: Whether any of the registries is active in a graph.
    func install() -> Bool {
      var isUsed = false
      for (id, new) in replacements {
        if found[id]?.registry.install(new.contents, of: new.build) == true { isUsed = true }
      }
      return isUsed
    }
  }

  /// Returns registries, and all registries that merge them, each once. A registry comes after
  /// those that it merges.
  package static func withMerging(_ registries: [DeclaredRegistry]) -> [DeclaredRegistry] {
    var seen: Set<ObjectIdentifier> = []
    var order: [DeclaredRegistry] = []
    func visit(_ registry: DeclaredRegistry) {
      guard seen.insert(ObjectIdentifier(registry)).inserted else { return }
      for other in registry.merging { visit(other) }
      order.append(registry)
    }
    // Reversed, since the result is reversed as well.
    for registry in registries.reversed() { visit(registry) }
    return order.reversed()
  }
}
