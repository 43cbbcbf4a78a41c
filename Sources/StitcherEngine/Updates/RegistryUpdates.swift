/// A list of rebuilt registries. Their new contents will be installed as one change.
package struct RegistryUpdates {
  /// The rebuilt registries with their new contents, in the order of the builds.
  private var replacements: [DeclaredRegistry.Replacement] = []

  /// The identities of the rebuilt registries, of which there may be thousands.
  private var built = Set<ObjectIdentifier>()

  /// The closures to call after the new contents of all rebuilt registries were installed.
  private var completions: [() -> Void] = []

  /// Whether the list is incomplete: a registry is still stale, and has to be rebuilt later.
  ///
  /// That is the case if its closure may not run on the calling thread, or if the build may have
  /// read the state before its change.
  package var isIncomplete = false

  /// Creates an empty list of rebuilt registries.
  package init() {}

  /// Adds a rebuilt registry and its new contents to the list.
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
    replacements.append((registry, contents, build, sendsEvent))
    completions.append(completion)
  }

  /// Whether the list contains new contents of the given registry.
  package func contains(_ registry: DeclaredRegistry) -> Bool {
    built.contains(ObjectIdentifier(registry))
  }

  /// The graphs that see at least one of the rebuilt registries, without duplicates.
  ///
  /// A graph can also see a registry through another registry that merges it.
  var graphs: [Graph] { DeclaredRegistry.graphs(of: replacements.map(\.registry)) }

  /// Installs the new contents of all rebuilt registries in the list, as one change.
  ///
  /// The caller sends the events with ``Graph/tell()``.
  package consuming func install() {
    if replacements.isEmpty { return }
    DeclaredRegistry.replaceContents(of: replacements)
    for completion in completions { completion() }
  }
}
