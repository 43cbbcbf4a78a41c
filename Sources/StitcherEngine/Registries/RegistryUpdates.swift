/// Registries that are built anew for one reason, to be installed together: one change of each
/// graph.
package struct RegistryUpdates {
  /// A registry, with what it is to hold.
  private struct Update {
    let registry: FixedRegistry
    let contents: RegistrationSet
    let build: UInt64
    let isNews: Bool
    let completion: @Sendable () -> Void
  }

  /// What was built, in order.
  private var updates: [Update] = []

  /// Where that of each registry is.
  private var positions: [ObjectIdentifier: Int] = [:]

  /// Whether something is due that the calling thread may not build, or that another one builds.
  package var isIncomplete = false

  /// Creates an empty list.
  package init() {}

  /// Adds what was built.
  ///
  /// - Parameters:
  ///   - registry: The registry.
  ///   - contents: What it is to hold.
  ///   - build: The number of the build: of two, the one that was begun later counts.
  ///   - isNews: Whether the graphs' events are to tell of it.
  ///   - completion: Called when it is installed.
  package mutating func add(
    _ registry: FixedRegistry, _ contents: RegistrationSet, build: UInt64, isNews: Bool = true,
    completion: @escaping @Sendable () -> Void
  ) {
    positions[ObjectIdentifier(registry)] = updates.count
    updates.append(
      Update(
        registry: registry, contents: contents, build: build, isNews: isNews,
        completion: completion))
  }

  /// Whether a registry was built.
  package func contains(_ registry: FixedRegistry) -> Bool {
    positions[ObjectIdentifier(registry)] != nil
  }

  /// What a registry is going to hold.
  package func contents(of registry: FixedRegistry) -> RegistrationSet {
    positions[ObjectIdentifier(registry)].map { updates[$0].contents } ?? registry.contents
  }

  /// Installs everything. Events are left to ``Graph/tell()``.
  package consuming func install() {
    if updates.isEmpty { return }
    let updates = updates
    let isNews = updates.contains(where: \.isNews)
    FixedRegistry.replaceContents(of: updates.map { ($0.registry, $0.contents, $0.build) }) {
      $0.note(added: $1, isNews: isNews)
    }
    for update in updates { update.completion() }
  }
}
