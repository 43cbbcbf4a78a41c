/// A registry with contents that are replaced as a whole.
///
/// The contents are set by the owner, built by a closure, or merged from the contents of other
/// registries.
package final class DeclaredRegistry: Registry, @unchecked Sendable {
  // Safe: constants, an atomic, and state that a lock guards.

  package var isDirect: Bool { false }

  private let state: Lock<State>

  /// The contents of the registry, and the graphs and registries that use it.
  private struct State {
    /// The current contents of the registry.
    ///
    /// Merged contents may be outdated until they are merged again.
    var contents = RegistrationSet()

    /// The version of the registry's contents.
    ///
    /// The version of merged contents is the sum of the versions of the merged registries.
    var version: UInt64 = 0
    var graphs = Users<Graph>()

    /// The registries that merge the contents of this registry.
    var merging = Users<DeclaredRegistry>()

    /// The number of the build that has produced the current contents.
    var build: UInt64 = 0
  }

  /// Whether the registry is stale: the observed state from which its contents were built has
  /// changed.
  private let staleness = AtomicBox<Bool>(false)

  /// The registries that this registry merges; empty for other registries.
  ///
  /// None of them merges other registries itself.
  private let parts: [DeclaredRegistry]

  /// Builds the registry's contents again when they are stale. See ``RegistryUpdates``.
  private let build: @Sendable (inout RegistryUpdates) -> Void

  /// A weak reference to this registry, which the registries in ``parts`` store.
  private let reference = WeakBox<DeclaredRegistry>()

  /// Creates a registry whose contents are set by the owner, built by a closure, or merged from
  /// registries.
  ///
  /// Merged contents change in one step with the contents of the merged registries.
  ///
  /// - Parameters:
  ///   - contents: The initial contents.
  ///   - merged: The registries to merge. In place of a registry that merges others itself, this
  ///     registry merges and retains those others.
  ///   - build: Builds the contents again, if they are stale and the closure may run on the calling
  ///     thread. Called outside every lock.
  package init(
    contents: RegistrationSet = RegistrationSet(), merging merged: [DeclaredRegistry] = [],
    updatedBy build: @escaping @Sendable (inout RegistryUpdates) -> Void = { _ in }
  ) {
    self.build = build
    parts = merged.flatMap { $0.parts.isEmpty ? [$0] : $0.parts }
    state = Lock(State(contents: contents, version: parts.isEmpty ? 1 : 0))
    reference.refer(to: self)
    for part in parts { part.state.withLock { $0.merging.insert(self, reference) } }
  }

  deinit {
    for part in parts { part.state.withLock { $0.merging.remove(ObjectIdentifier(self)) } }
  }

  package var current: (contents: RegistryContents, version: UInt64) {
    // If contents of several registries are being installed, `GraphChange.follow` finds the others.
    if parts.isEmpty { return state.withLock { (.fixed($0.contents), $0.version) } }
    let (version, contents) = RegistryContentsLock.read { _ in capture() }
    return (.fixed(contents()), version)
  }

  package var version: UInt64 {
    parts.isEmpty ? state.withLock { $0.version } : parts.reduce(0) { $0 + $1.version }
  }

  package func attach(_ graph: Graph, version: UInt64, in change: UInt64) -> Bool {
    // The graph is added first. So a thread that installs contents after the comparison finds the
    // graph, and lets it adopt them.
    state.withLock { $0.graphs.insert(graph, graph.reference, number: change) }
    return self.version == version
  }

  package func detach(
    _ graph: ObjectIdentifier, in change: UInt64, _ pendingTeardowns: inout PendingTeardowns
  ) {
    state.withLock { $0.graphs.remove(graph, before: change) }
  }

  package var isStale: Bool {
    parts.isEmpty
      ? staleness.load(ordering: .sequentiallyConsistent) : parts.contains(where: \.isStale)
  }

  /// Marks the registry as stale, so that its contents are built again.
  ///
  /// The next lookup builds the contents, if it may run the closure.
  ///
  /// Graphs in which the registry is active become stale, and so do registries that merge this one.
  package func markStale() {
    staleness.store(true, ordering: .sequentiallyConsistent)
    for graph in graphs { graph.markStale() }
  }

  /// Marks the registry as fresh: its contents were built from the current observed state.
  package func markFresh() { staleness.store(false, ordering: .sequentiallyConsistent) }

  /// The graphs in which this registry, or a registry that merges its contents, is active.
  package var graphs: [Graph] { Self.graphs(of: [self]) }

  /// Returns the graphs in which one of the given registries, or a registry that merges one, is
  /// active.
  ///
  /// Each graph is listed once.
  static func graphs(of registries: [DeclaredRegistry]) -> [Graph] {
    let all = registries.flatMap(\.withMerging).flatMap(\.ownGraphs)
    var seen = Set<ObjectIdentifier>()
    return all.filter { seen.insert(ObjectIdentifier($0)).inserted }
  }

  /// Builds the registry's contents again if they are stale and the registry's closure may run on
  /// the calling thread.
  ///
  /// - Parameter updates: Collects the new contents, to be installed as one change.
  package func update(_ updates: inout RegistryUpdates) {
    if isStale, parts.isEmpty, !updates.contains(self) { build(&updates) }
    for part in parts { part.update(&updates) }
  }

  /// Rebuilds the registry if it is stale, or if the calling thread has just changed its observed
  /// state.
  ///
  /// The change may have been made since the thread's last lookup.
  package func refreshAfterOwnChanges() {
    ThreadRecord.current.followNotes()
    var updates = RegistryUpdates()
    update(&updates)
    updates.install()
  }

  /// The current contents of the registry.
  package var contents: RegistrationSet {
    if parts.isEmpty { return state.withLock { $0.contents } }
    return RegistryContentsLock.read { _ in capture() }.contents()
  }

  /// Returns the current version of the contents, and a closure that returns the contents of this
  /// version.
  ///
  /// Called under the lock of ``RegistryContentsLock``.
  ///
  /// - Returns: The version, and a closure that returns the contents of this version. The closure
  ///   may merge contents, so call it outside every lock.
  func capture() -> (version: UInt64, contents: () -> RegistrationSet) {
    if parts.isEmpty {
      return state.withLock { state in (state.version, { [contents = state.contents] in contents })
      }
    }
    let captured = parts.map { $0.capture() }
    let version = captured.reduce(0) { $0 + $1.version }
    return (version, { self.merged(version, captured.map { $0.contents() }) })
  }

  /// Returns the merged contents that belong to the given version of this registry.
  ///
  /// Usually, the contents are merged only once for each version.
  private func merged(_ version: UInt64, _ parts: [RegistrationSet]) -> RegistrationSet {
    if let known = state.withLock({ $0.version == version ? $0.contents : nil }) { return known }
    let contents = parts.reduce(into: RegistrationSet()) { $0.formUnion($1) }
    // The former contents are released outside the lock.
    _ = state.withLock { state -> RegistrationSet? in
      guard state.version < version else { return nil }
      defer { (state.contents, state.version) = (contents, version) }
      return state.contents
    }
    return contents
  }

  /// The graphs in which this registry itself is active.
  ///
  /// Registries that merge this one do not count.
  package var ownGraphs: [Graph] { state.withLock { $0.graphs.all } }

  /// This registry, and the registries that merge its contents.
  package var withMerging: [DeclaredRegistry] { [self] + state.withLock { $0.merging.all } }

  /// Replaces the contents of this registry, also in each graph that sees it.
  ///
  /// A graph can see the registry directly, or through a registry that merges it.
  ///
  /// New registrations that are equal to former ones keep their instances. Instances of other
  /// former registrations are released. When this call returns, every thread sees the new contents.
  ///
  /// - Parameter contents: The new contents.
  /// - Complexity: O(*n*) in the number of registrations.
  package func replaceContents(_ contents: RegistrationSet) {
    Self.replaceContents(of: [(self, contents, nil, false)])
  }

  /// Replaces the contents of several registries. In each graph, this is one change.
  ///
  /// - Parameters:
  ///   - replacements: The registries, each once, with their new contents. If a registry already
  ///     has contents of a later build, it keeps them.
  /// - Complexity: O(*n* + *r*) in the number of registrations, and that of active registries of
  ///   each graph.
  static func replaceContents(of replacements: [Replacement]) {
    // Released outside the lock.
    var former: [RegistrationSet] = []
    RegistryContentsLock.install {
      replacements.reduce(false) { isUsed, new in
        new.registry.install(new.contents, of: new.build, &former) || isUsed
      }
    }
    former = []
    // Retained, since they are identified by their addresses.
    let reported = replacements.filter(\.sendsEvent).flatMap(\.registry.withMerging)
    let reportedIDs = Set(reported.map { ObjectIdentifier($0) })
    for graph in graphs(of: replacements.map(\.registry)) {
      graph.refresh()
      graph.addUnreported(reportedIDs)
    }
    withExtendedLifetime(reported) {}
  }

  /// A registry, its new contents, the number of the build that has produced them, and whether the
  /// next event of each graph reports them.
  ///
  /// The number is `nil` if no closure has built the contents.
  typealias Replacement = (
    registry: DeclaredRegistry, contents: RegistrationSet, build: UInt64?, sendsEvent: Bool
  )

  /// Replaces the contents of this registry, unless a later build has already replaced them.
  ///
  /// Called under the lock of ``RegistryContentsLock``.
  ///
  /// - Parameters:
  ///   - contents: The new contents.
  ///   - build: The number of the build that produced the contents; `nil` if no closure has built
  ///     them.
  ///   - former: The list to which the former contents are added, to be released outside the lock.
  /// - Returns: Whether the registry is active in a graph, or another registry merges it.
  private func install(
    _ contents: RegistrationSet, of build: UInt64?, _ former: inout [RegistrationSet]
  ) -> Bool {
    state.withLock { state in
      if let build {
        if build <= state.build { return false }
        state.build = build
      }
      former.append(state.contents)
      (state.contents, state.version) = (contents, state.version + 1)
      return !state.graphs.isEmpty || !state.merging.isEmpty
    }
  }
}
