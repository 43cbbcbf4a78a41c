/// A list of registries that were built again, to install their new contents as one change.
package struct RegistryUpdates {
  /// The registries and their new contents, in the order in which they were built.
  private var updates:
    [(
      registry: DeclaredRegistry, contents: RegistrationSet, build: UInt64, sendsEvent: Bool,
      completion: () -> Void
    )] = []

  private var built: Set<ObjectIdentifier> = []

  /// Whether a registry is still stale and has to be built again later.
  ///
  /// That is the case if its closure may not run on the calling thread, or if the build may have
  /// read the state before its change.
  package var isIncomplete = false

  /// Creates an empty list.
  package init() {}

  /// Adds a registry with contents that were built again.
  ///
  /// - Parameters:
  ///   - registry: The registry.
  ///   - contents: The new contents.
  ///   - build: The number of the build. A registry keeps the contents of the build with the
  ///     highest number.
  ///   - sendsEvent: Whether the next event of each graph reports the contents.
  ///   - completion: Called after all contents in the list were installed.
  package mutating func add(
    _ registry: DeclaredRegistry, _ contents: RegistrationSet, build: UInt64, sendsEvent: Bool,
    completion: @escaping () -> Void
  ) {
    built.insert(ObjectIdentifier(registry))
    updates.append((registry, contents, build, sendsEvent, completion))
  }

  /// Whether the list contains new contents of a registry.
  package func contains(_ registry: DeclaredRegistry) -> Bool {
    built.contains(ObjectIdentifier(registry))
  }

  /// The graphs that see one of the registries directly, or through a registry that merges it; each
  /// graph once.
  var graphs: [Graph] {
    var seen: Set<ObjectIdentifier> = []
    return DeclaredRegistry.withMerging(updates.map(\.registry)).flatMap(\.ownGraphs)
      .filter { seen.insert(ObjectIdentifier($0)).inserted }
  }

  /// Installs the new contents of all registries. The caller sends the events with
  /// ``Graph/tell()``.
  package consuming func install() {
    if updates.isEmpty { return }
    DeclaredRegistry.replaceContents(
      of: updates.map { ($0.registry, $0.contents, $0.build) },
      reporting: Set(updates.lazy.filter(\.sendsEvent).map { ObjectIdentifier($0.registry) }))
    for update in updates { update.completion() }
  }
}
