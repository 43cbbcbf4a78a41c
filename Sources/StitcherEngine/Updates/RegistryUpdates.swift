/// Registries that were built again, and are installed as one change.
package struct RegistryUpdates {
  /// A registry with its new contents.
  private struct Update {
    let registry: DeclaredRegistry
    let contents: RegistrationSet
    let build: UInt64
    let isNews: Bool
    let completion: () -> Void
  }

  /// The registries that were built, in order.
  private var updates: [Update] = []

  /// The identities of the registries that were built.
  private var built: Set<ObjectIdentifier> = []

  /// Whether a registry has to be built again later: now the calling thread may not build it, or a
  /// change may not have landed.
  package var isIncomplete = false

  /// Creates an empty list.
  package init() {}

  /// Adds a registry that was built.
  ///
  /// - Parameters:
  ///   - registry: The registry.
  ///   - contents: The new contents.
  ///   - build: The number of the build. Of two builds, the one with the higher number counts.
  ///   - isNews: Whether the next events of the graphs report the contents.
  ///   - completion: Called after the contents were installed.
  package mutating func add(
    _ registry: DeclaredRegistry, _ contents: RegistrationSet, build: UInt64, isNews: Bool,
    completion: @escaping () -> Void
  ) {
    built.insert(ObjectIdentifier(registry))
    updates.append(
      Update(
        registry: registry, contents: contents, build: build, isNews: isNews,
        completion: completion))
  }

  /// Whether a registry was built.
  package func contains(_ registry: DeclaredRegistry) -> Bool {
    built.contains(ObjectIdentifier(registry))
  }

  /// The graphs in which the registries are active, each once.
  var graphs: [Graph] {
    var seen: Set<ObjectIdentifier> = []
    return DeclaredRegistry.withMerging(updates.map(\.registry)).flatMap(\.ownGraphs)
      .filter { seen.insert(ObjectIdentifier($0)).inserted }
  }

  /// Installs all contents. ``Graph/tell()`` sends the events.
  package consuming func install() {
    if updates.isEmpty { return }
    DeclaredRegistry.replaceContents(
      of: updates.map { ($0.registry, $0.contents, $0.build) },
      news: Set(updates.lazy.filter(\.isNews).map { ObjectIdentifier($0.registry) }))
    for update in updates { update.completion() }
  }

  /// Builds the registries that are due, as far as the calling thread may.
  mutating func buildStale(of registries: [any Registry]) {
    for case let registry as DeclaredRegistry in registries { registry.update(&self) }
  }
}
