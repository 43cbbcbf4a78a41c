/// A registry whose contents are replaced as a whole: what it holds, and who uses it.
///
/// Where the contents come from is known to its subclass alone, which stands in
/// `StitcherDeclarations`. What the lock guards is here: `Lock.withLock` is inlined only in the
/// engine.
open class FixedRegistry: Registry, @unchecked Sendable {
  // Open, since no other module may have subclasses of a class with `package` access.
  // Safe: constants, and what the lock guards. A subclass says so for itself.

  package let isDirect: Bool

  package let updatesType: (any Updates.Type)?

  /// The contents, and who uses them.
  private let state: Lock<State>

  /// What changes under the lock.
  private struct State {
    var contents: RegistrationSet
    var version: UInt64 = 0
    var graphs = Users<Graph>()

    /// The registries that merge this one.
    var merging = Users<FixedRegistry>()

    /// The number of the build that the contents are from.
    var build: UInt64 = 0
  }

  /// What a registry held when it was looked at.
  package typealias Held = (contents: RegistrationSet, version: UInt64, build: UInt64)

  /// Creates a registry.
  ///
  /// - Parameters:
  ///   - contents: What it holds.
  ///   - isDirect: Whether it hides what other registries of the same graph have.
  ///   - updatesType: What builds such registries anew.
  package init(contents: RegistrationSet, isDirect: Bool, updatesType: any Updates.Type) {
    state = Lock(State(contents: contents))
    self.isDirect = isDirect
    self.updatesType = updatesType
  }

  open var isDue: Bool { fatalError("overridden") }

  package final var current: (contents: RegistryContents, version: UInt64) {
    state.withLock { (.fixed($0.contents), $0.version) }
  }

  package final var version: UInt64 { state.withLock { $0.version } }

  package final func attach(_ graph: Graph, version: UInt64, in change: UInt64) -> Bool {
    state.withLock { state in
      guard state.version == version else { return false }
      state.graphs.insert(graph, graph.reference, number: change)
      return true
    }
  }

  package final func detach(
    _ graph: ObjectIdentifier, in change: UInt64, _ endings: inout Endings
  ) {
    state.withLock { $0.graphs.remove(graph, before: change) }
  }
}

extension FixedRegistry {
  /// What the registry holds, with its version and build.
  package final var held: Held {
    state.withLock { ($0.contents, $0.version, $0.build) }
  }

  /// The graphs in which the registry itself is active.
  package final var ownGraphs: [Graph] { state.withLock { $0.graphs.all } }

  /// The registries that merge this one.
  package final var merging: [FixedRegistry] { state.withLock { $0.merging.all } }

  /// Notes that a registry merges this one.
  package final func insert(
    merging registry: FixedRegistry, _ reference: LentReference<FixedRegistry>
  ) {
    state.withLock { $0.merging.insert(registry, reference) }
  }

  /// Notes that a registry that merged this one is gone.
  package final func remove(merging registry: ObjectIdentifier) {
    state.withLock { $0.merging.remove(registry) }
  }

  /// Takes over contents. Called under the lock of installations; the caller holds what the
  /// registry held before until that lock is free, too.
  ///
  /// - Parameter build: The number of the build that they are from, if they have one.
  /// - Returns: Whether a graph uses the registry.
  package final func install(_ contents: RegistrationSet, of build: UInt64?) -> Bool {
    state.withLock { state in
      state.contents = contents
      state.version += 1
      state.build = build ?? state.build
      return !state.graphs.isEmpty
    }
  }
}
