/// Fixed registries that are built anew for one reason.
package struct RegistryUpdates {
  /// A registry, with what it is to hold.
  private struct Update {
    let registry: DeclaredRegistry
    var contents: RegistrationSet
    var build: UInt64
    let again: (RegistrationSet) -> Again?
    let isNews: (RegistrationSet) -> Bool
    let completion: () -> Void
  }

  /// What was built once more.
  package typealias Again = (contents: RegistrationSet, build: UInt64, isEqual: Bool)

  /// What was built, in order.
  private var updates: [Update] = []

  /// Whose.
  private var registries: Set<ObjectIdentifier> = []

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
  ///   - again: Builds once more; returns the number of that build, and whether it made no
  ///     difference, or nil if nothing can make one.
  ///   - isNews: Whether the graphs' events are to tell of what is installed. Called before that.
  ///   - completion: Called when it is installed.
  package mutating func add(
    _ registry: DeclaredRegistry, _ contents: RegistrationSet, build: UInt64,
    again: @escaping (RegistrationSet) -> Again? = { _ in nil },
    isNews: @escaping (RegistrationSet) -> Bool = { _ in true },
    completion: @escaping () -> Void
  ) {
    registries.insert(ObjectIdentifier(registry))
    updates.append(
      Update(
        registry: registry, contents: contents, build: build, again: again, isNews: isNews,
        completion: completion))
  }

  /// Whether a registry was built.
  package func contains(_ registry: DeclaredRegistry) -> Bool {
    registries.contains(ObjectIdentifier(registry))
  }

  /// How often everything is built before what differs is installed: state that changes all the
  /// time holds up nobody.
  private static let patience = 8

  /// Installs everything. Events are left to ``Graph/tell()``.
  ///
  /// Where the registries are built from state that another thread changes meanwhile, one may have
  /// seen it as it was, and the next one as it is. So all are built once more, until that makes no
  /// difference, with what has come due: all that a change concerns does so before it lands.
  package consuming func install() {
    if updates.isEmpty { return }
    repeat {
      for _ in 1..<Self.patience { if buildAgain() { break } }
    } while addDue()
    let news = updates.filter { $0.isNews($0.contents) }
    DeclaredRegistry.replaceContents(
      of: updates.map { ($0.registry, $0.contents, $0.build) },
      news: Set(news.map { ObjectIdentifier($0.registry) }))
    for update in updates { update.completion() }
  }

  /// Builds what is due where the registries are active; returns whether there was anything.
  private mutating func addDue() -> Bool {
    let count = updates.count
    var seen: Set<ObjectIdentifier> = []
    for graph in updates.flatMap(\.registry.graphs)
    where seen.insert(ObjectIdentifier(graph)).inserted {
      buildDue(of: graph.ownRegistries)
    }
    return updates.count > count
  }

  /// Builds those among registries that are due, as far as the calling thread may.
  package mutating func buildDue(of registries: [any Registry]) {
    for case let registry as DeclaredRegistry in registries { registry.update(&self) }
  }

  /// Builds everything once more; returns whether that made no difference.
  private mutating func buildAgain() -> Bool {
    var isEqual = true
    for position in updates.indices {
      guard let again = updates[position].again(updates[position].contents) else { continue }
      (updates[position].contents, updates[position].build) = (again.contents, again.build)
      if !again.isEqual { isEqual = false }
    }
    return isEqual
  }
}
