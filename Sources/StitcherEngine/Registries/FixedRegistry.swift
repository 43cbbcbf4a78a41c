internal import Synchronization

/// A registry whose contents are replaced as a whole.
package final class FixedRegistry: Registry {
  /// The contents, and who uses them.
  private let state: Lock<State>

  /// What changes under the lock.
  private struct State {
    var contents: RegistrationSet
    var version: UInt64 = 0
    var graphs = Users<Graph>()

    /// The registries that merge this one.
    var merging = Users<FixedRegistry>()

    /// The number of the build that the contents are from; of merged ones, the sum of the versions
    /// that they are from.
    var build: UInt64 = 0
  }

  /// Whether the contents have to be built anew.
  private let dueness = Atomic<Bool>(false)

  /// Where the contents come from.
  private let origin: Origin

  /// Where contents come from.
  private enum Origin: Sendable {
    /// They are built anew by a closure when they are due; see ``RegistryUpdates``.
    case built(@Sendable (inout RegistryUpdates) -> Void)
    /// They follow from those of other registries.
    case merged([FixedRegistry], by: @Sendable ([RegistrationSet]) -> RegistrationSet)
  }

  /// This registry, for those that must not keep it alive.
  private let reference = LentReference<FixedRegistry>()

  /// Creates a registry.
  ///
  /// - Parameters:
  ///   - contents: What it holds.
  ///   - update: Builds the contents anew, if they are due and the calling thread may. Called
  ///     outside every lock.
  package init(
    contents: RegistrationSet = RegistrationSet(),
    updatedBy update: @escaping @Sendable (inout RegistryUpdates) -> Void = { _ in }
  ) {
    state = Lock(State(contents: contents))
    origin = .built(update)
  }

  /// Creates a registry of what others hold: whenever they change, it does in the same step.
  ///
  /// - Parameters:
  ///   - others: The others, which it keeps.
  ///   - merge: Makes one of their contents. Called outside every lock.
  package init(
    merging others: [FixedRegistry],
    by merge: @escaping @Sendable ([RegistrationSet]) -> RegistrationSet
  ) {
    state = Lock(State(contents: RegistrationSet()))
    origin = .merged(others, by: merge)
    reference.refer(to: self)
    for other in others { other.state.withLock { $0.merging.insert(self, reference) } }
    _ = mergeAnew()
  }

  deinit {
    guard case .merged(let others, _) = origin else { return }
    for other in others { other.state.withLock { $0.merging.remove(ObjectIdentifier(self)) } }
  }

  package var isDue: Bool {
    switch origin {
    case .built: dueness.load(ordering: .sequentiallyConsistent)
    case .merged(let others, _): others.contains(where: \.isDue)
    }
  }

  /// Notes that the contents have to be built anew. Whoever looks anything up next where the
  /// registry is active, or one that merges it, has that done first, if the calling thread may.
  package func markDue() {
    dueness.store(true, ordering: .sequentiallyConsistent)
    let (graphs, merging) = state.withLock { ($0.graphs.all, $0.merging.all) }
    for graph in graphs { graph.markDue() }
    for registry in merging { registry.markDue() }
  }

  /// Notes that the contents are as they should be.
  package func markSettled() { dueness.store(false, ordering: .sequentiallyConsistent) }

  /// The graphs in which the registry is active, or one that merges it.
  package var graphs: [Graph] { Self.withMerging([self]).flatMap(\.ownGraphs) }

  /// The graphs in which the registry itself is active.
  var ownGraphs: [Graph] { state.withLock { $0.graphs.all } }

  /// Builds the contents anew, if they are due.
  package func update(_ updates: inout RegistryUpdates) {
    switch origin {
    case .built(let update): if isDue, !updates.contains(self) { update(&updates) }
    case .merged(let others, _): for other in others { other.update(&updates) }
    }
  }

  /// Builds what is due, and what this thread has changed.
  package func followChanges() {
    ThreadRecord.current.followLandings()
    var updates = RegistryUpdates()
    update(&updates)
    updates.install()
  }

  /// What the registry holds.
  package var contents: RegistrationSet { state.withLock { $0.contents } }

  /// What the registry holds, and the number of times that it was replaced.
  private var versioned: (contents: RegistrationSet, version: UInt64) {
    state.withLock { ($0.contents, $0.version) }
  }

  package var current: (contents: RegistryContents, version: UInt64) {
    state.withLock { (.fixed($0.contents), $0.version) }
  }

  package func attach(_ graph: Graph, version: UInt64) -> Bool {
    state.withLock { state in
      guard state.version == version else { return false }
      state.graphs.insert(graph, graph.reference)
      return true
    }
  }

  package func detach(_ graph: ObjectIdentifier) { state.withLock { $0.graphs.remove(graph) } }
}

extension FixedRegistry {
  /// Replaces the contents, here and in every graph in which the registry is active, or one that
  /// merges it.
  ///
  /// Registrations that are equal to earlier ones keep their instances; those that are gone release
  /// theirs. When this returns, every thread sees the new contents.
  ///
  /// - Parameter contents: The contents from now on.
  /// - Complexity: O(*n*) in the number of registrations.
  package func replaceContents(_ contents: RegistrationSet) {
    Self.replaceContents(of: [(self, contents, nil)])
  }

  /// Replaces the contents of several registries: one change for each graph.
  ///
  /// - Parameters:
  ///   - replacements: The registries, each once, with their contents from now on, and the number
  ///     of the build that these are from: what was begun later counts.
  ///   - news: Those of them that the graphs' events are to tell of.
  /// - Complexity: O(*n* + *r*) in the number of registrations, and that of active registries of
  ///   each graph.
  static func replaceContents(
    of replacements: [(registry: FixedRegistry, contents: RegistrationSet, build: UInt64?)],
    news: Set<ObjectIdentifier> = []
  ) {
    var replaced: [RegistrationSet] = []
    for (registry, contents, build) in replacements {
      replaced.append(registry.install(contents, of: build))
    }
    let registries = withMerging(replacements.map(\.registry))
    var news = news
    for registry in registries {
      guard case .merged(let others, _) = registry.origin else { continue }
      replaced += registry.mergeAnew()
      if others.contains(where: { news.contains(ObjectIdentifier($0)) }) {
        news.insert(ObjectIdentifier(registry))
      }
    }
    // The last reference to a factory may go here, outside the locks.
    replaced = []
    var seen: Set<ObjectIdentifier> = []
    for graph in registries.flatMap(\.ownGraphs) where seen.insert(ObjectIdentifier(graph)).inserted
    {
      graph.note(added: graph.refresh(registries), news: news)
    }
  }

  /// Takes over contents, unless those of a later build are there; returns the others.
  private func install(_ contents: RegistrationSet, of build: UInt64?) -> RegistrationSet {
    state.withLock { state in
      if let build {
        guard build > state.build else { return contents }
        state.build = build
      }
      defer { state.contents = contents }
      state.version += 1
      return state.contents
    }
  }

  /// Takes over what other registries hold now; returns what was there before.
  ///
  /// Several threads may do so at a time. What a later version of any of the others is in is the
  /// later one, since all read them in the same order, and none stops before they stay the same.
  private func mergeAnew() -> [RegistrationSet] {
    guard case .merged(let others, let merge) = origin else { return [] }
    var replaced: [RegistrationSet] = []
    while true {
      let parts = others.map(\.versioned)
      let sum = parts.reduce(0) { $0 + $1.version + 1 }
      if state.withLock({ $0.build < sum }) {
        replaced.append(install(merge(parts.map(\.contents)), of: sum))
      }
      if others.map(\.versioned.version) == parts.map(\.version) { return replaced }
    }
  }

  /// Returns registries with those that merge them: each once, after those that it merges.
  static func withMerging(_ registries: [FixedRegistry]) -> [FixedRegistry] {
    var seen: Set<ObjectIdentifier> = []
    var order: [FixedRegistry] = []
    func visit(_ registry: FixedRegistry) {
      guard seen.insert(ObjectIdentifier(registry)).inserted else { return }
      for other in registry.state.withLock({ $0.merging.all }) { visit(other) }
      order.append(registry)
    }
    // The last visited comes first.
    for registry in registries.reversed() { visit(registry) }
    return order.reversed()
  }
}
