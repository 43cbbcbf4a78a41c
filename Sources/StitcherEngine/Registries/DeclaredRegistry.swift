/// A registry whose contents are replaced as a whole: they are given, built by a closure, or made
/// of others'.
package final class DeclaredRegistry: Registry, @unchecked Sendable {
  // Safe: constants, an atomic, and what the lock guards.

  package let isDirect: Bool

  /// The contents, and who uses them.
  private let state: Lock<State>

  /// What changes under the lock.
  private struct State {
    var contents: RegistrationSet
    var version: UInt64 = 0
    var graphs = Users<Graph>()

    /// The registries that merge this one.
    var merging = Users<DeclaredRegistry>()

    /// The number of the build that the contents are from.
    var build: UInt64 = 0
  }

  /// What a registry held when it was looked at.
  package typealias Held = (contents: RegistrationSet, version: UInt64, build: UInt64)

  /// Whether the contents have to be built anew.
  private let dueness = AtomicBox<Bool>(false)

  /// Where the contents come from.
  private let origin: Origin

  /// Where contents come from.
  private enum Origin: Sendable {
    /// They are built anew by a closure when they are due; see ``RegistryUpdates``.
    case built(@Sendable (inout RegistryUpdates) -> Void)
    /// They follow from those of other registries.
    case merged([DeclaredRegistry], by: @Sendable ([RegistrationSet]) -> RegistrationSet)
  }

  /// This registry, for those that must not keep it alive.
  private let reference = WeakBox<DeclaredRegistry>()

  /// Creates a registry.
  ///
  /// - Parameters:
  ///   - contents: What it holds.
  ///   - isDirect: Whether it hides what other registries of the same graph have.
  ///   - update: Builds the contents anew, if they are due and the calling thread may. Called
  ///     outside every lock.
  package init(
    contents: RegistrationSet = RegistrationSet(), isDirect: Bool = false,
    updatedBy update: @escaping @Sendable (inout RegistryUpdates) -> Void = { _ in }
  ) {
    origin = .built(update)
    state = Lock(State(contents: contents))
    self.isDirect = isDirect
  }

  /// Creates a registry of what others hold: whenever they change, it does in the same step.
  ///
  /// - Parameters:
  ///   - others: The others, which it keeps.
  ///   - merge: Makes one of their contents. Called outside every lock.
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
    case .built: dueness.load(ordering: .sequentiallyConsistent)
    case .merged(let others, _): others.contains(where: \.isStale)
    }
  }

  /// Notes that the contents have to be built anew. Whoever looks anything up next where the
  /// registry is active, or one that merges it, has that done first, if the calling thread may.
  package func markStale() {
    dueness.store(true, ordering: .sequentiallyConsistent)
    for graph in ownGraphs { graph.markStale() }
    for registry in merging { registry.markStale() }
  }

  /// Notes that the contents are as they should be.
  package func markSettled() { dueness.store(false, ordering: .sequentiallyConsistent) }

  /// The graphs in which the registry is active, or one that merges it.
  package var graphs: [Graph] { Self.withMerging([self]).flatMap(\.ownGraphs) }

  /// Builds the contents anew, if they are due.
  package func update(_ updates: inout RegistryUpdates) {
    switch origin {
    case .built(let update): if isStale, !updates.contains(self) { update(&updates) }
    case .merged(let others, _): for other in others { other.update(&updates) }
    }
  }

  /// Builds what is due, and what this thread has changed.
  package func refreshAfterOwnChanges() {
    ThreadRecord.current.followNotes()
    var updates = RegistryUpdates()
    update(&updates)
    updates.install()
  }

  /// What the registry holds.
  package var contents: RegistrationSet { held.contents }
}

extension DeclaredRegistry {
  /// What the registry holds, with its version and build.
  package var held: Held {
    state.withLock { ($0.contents, $0.version, $0.build) }
  }

  /// The graphs in which the registry itself is active.
  package var ownGraphs: [Graph] { state.withLock { $0.graphs.all } }

  /// The registries that merge this one.
  package var merging: [DeclaredRegistry] { state.withLock { $0.merging.all } }

  /// Notes that a registry merges this one.
  package func insert(
    merging registry: DeclaredRegistry, _ reference: WeakBox<DeclaredRegistry>
  ) {
    state.withLock { $0.merging.insert(registry, reference) }
  }

  /// Notes that a registry that merged this one is gone.
  package func remove(merging registry: ObjectIdentifier) {
    state.withLock { $0.merging.remove(registry) }
  }

  /// Takes over contents. Called under the lock of installations; the caller holds what the
  /// registry held before until that lock is free, too.
  ///
  /// - Parameter build: The number of the build that they are from, if they have one.
  /// - Returns: Whether a graph uses the registry.
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
    of replacements: [Replacement], news: Set<ObjectIdentifier> = []
  ) {
    let registries = install(replacements, alsoMerging: [])
    var news = news
    for registry in registries {
      guard case .merged(let others, _) = registry.origin else { continue }
      if others.contains(where: { news.contains(ObjectIdentifier($0)) }) {
        news.insert(ObjectIdentifier(registry))
      }
    }
    var seen: Set<ObjectIdentifier> = []
    for graph in registries.flatMap(\.ownGraphs) where seen.insert(ObjectIdentifier(graph)).inserted
    {
      graph.refresh()
      graph.note(news)
    }
  }

  /// A registry, what it is to hold, and the number of the build that this is from, if it has one.
  typealias Replacement = (registry: DeclaredRegistry, contents: RegistrationSet, build: UInt64?)

  /// Has registries, and those that merge them, take over contents in one step, as far as none of a
  /// later build are there.
  ///
  /// - Parameters:
  ///   - replacements: The registries, and what they take over.
  ///   - mergers: More registries, whose parts are merged anew.
  /// - Returns: All of these, each after those that it merges.
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
      // The last reference to a factory may go with the plan, outside the locks.
      withExtendedLifetime(plan) {}
      if isDone { return registries }
    }
  }

  /// What registries will hold, worked out outside every lock, since that compares values.
  private struct Plan {
    /// The registries that were looked at, and what they held.
    private var found: [ObjectIdentifier: (registry: DeclaredRegistry, held: Held)] = [:]

    /// What they take over.
    private var replacements: [ObjectIdentifier: (contents: RegistrationSet, build: UInt64?)] = [:]

    /// Has a registry take over contents, unless those of a later build are there.
    mutating func replace(
      _ registry: DeclaredRegistry, by contents: RegistrationSet, of build: UInt64?
    ) {
      let current = held(by: registry)
      if let build, build <= current.build { return }
      replacements[ObjectIdentifier(registry)] = (contents, build)
    }

    /// Whether a registry takes anything over.
    func replaces(_ registry: DeclaredRegistry) -> Bool {
      replacements[ObjectIdentifier(registry)] != nil
    }

    /// What a registry will hold.
    mutating func contents(of registry: DeclaredRegistry) -> RegistrationSet {
      let current = held(by: registry).contents
      return replacements[ObjectIdentifier(registry)]?.contents ?? current
    }

    /// What a registry held when it was looked at first.
    private mutating func held(by registry: DeclaredRegistry) -> Held {
      let id = ObjectIdentifier(registry)
      if let found = found[id] { return found.held }
      let held = registry.held
      found[id] = (registry, held)
      return held
    }

    /// Whether all registries still hold that. Called under the lock of installations.
    var isCurrent: Bool {
      found.values.allSatisfy { registry, found in
        registry.version == found.version
      }
    }

    /// Makes it so. Called under the lock of installations; what the registries held is released
    /// with the plan.
    ///
    /// - Returns: Whether a graph uses any of the registries.
    func install() -> Bool {
      var isUsed = false
      for (id, new) in replacements {
        if found[id]?.registry.install(new.contents, of: new.build) == true { isUsed = true }
      }
      return isUsed
    }
  }

  /// Returns registries with those that merge them: each once, after those that it merges.
  package static func withMerging(_ registries: [DeclaredRegistry]) -> [DeclaredRegistry] {
    var seen: Set<ObjectIdentifier> = []
    var order: [DeclaredRegistry] = []
    func visit(_ registry: DeclaredRegistry) {
      guard seen.insert(ObjectIdentifier(registry)).inserted else { return }
      for other in registry.merging { visit(other) }
      order.append(registry)
    }
    // The last visited comes first.
    for registry in registries.reversed() { visit(registry) }
    return order.reversed()
  }
}
