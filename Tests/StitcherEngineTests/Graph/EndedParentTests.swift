import StitcherEngine
import StitcherTestSupport
import Testing

/// The instances that a graph keeps after its parent has ended.
@Suite(.timeLimit(.minutes(10))) struct EndedParentTests {
  private let lifetimes = Lifetimes()

  /// Returns a registration of a scoped instance, which each graph has for itself.
  private func scoped() -> Registration {
    .type(Tracked.self, scope: .scoped) { [lifetimes] in Tracked(lifetimes) }
  }

  /// Returns a registry with one registration, editable or not.
  private func registry(isEdited: Bool) -> any Registry {
    if !isEdited { return DeclaredRegistry(contents: [scoped()]) }
    let registry = EditableRegistry()
    registry.edit { $0.insert(scoped()) }
    return registry
  }

  /// An instance that a farther graph declares stays until the graph itself ends, also if the
  /// parent had other registries.
  @Test(arguments: [true, false], [true, false])
  func itKeepsWhatAFartherGraphDeclares(isEdited: Bool, isIsolated: Bool) throws {
    let root = Graph()
    root.activate(registry(isEdited: isEdited))
    let parent = Graph(parent: root)
    let other = EditableRegistry()
    other.edit { $0.insert(.type(Int.self) { 1 }) }
    parent.activate(other)
    let graph = Graph(parent: parent, isIsolated: isIsolated)
    _ = try graph.resolve(Tracked.self)
    _ = try graph.resolve(Int.self)
    parent.end()
    #expect(failure { try graph.resolve(Tracked.self) } == .ended)
    #expect(lifetimes.living == 1)
    graph.end()
    #expect(lifetimes.living == 0)
  }

  @Test(arguments: [true, false]) func whatTheParentDeclaredGoesWithIt(isEdited: Bool) throws {
    let parent = Graph(parent: Graph())
    parent.activate(registry(isEdited: isEdited))
    let graph = Graph(parent: parent)
    _ = try graph.resolve(Tracked.self)
    parent.end()
    #expect(lifetimes.living == 0)
    withExtendedLifetime(graph) {}
  }

  /// An instance stays if a farther graph declares an equal registration, even a new one; otherwise
  /// it is released.
  @Test(arguments: [true, false], [true, false])
  func whatAFartherGraphDeclaresAnewStays(isDeclared: Bool, isIsolated: Bool) throws {
    let root = Graph()
    let registry = DeclaredRegistry(contents: [scoped()])
    root.activate(registry)
    let parent = Graph(parent: root)
    let graph = Graph(parent: parent, isIsolated: isIsolated)
    _ = try graph.resolve(Tracked.self)
    parent.end()
    registry.replaceContents(isDeclared ? [scoped()] : [])
    #expect(lifetimes.living == (isDeclared ? 1 : 0))
    graph.end()
    #expect(lifetimes.living == 0)
  }

  /// An instance also stays if the graph itself declares an equal registration.
  @Test(arguments: [true, false]) func whatAFartherGraphDeclaresAsWellStays(isDeclared: Bool) throws
  {
    let root = Graph()
    let parent = Graph(parent: root, isIsolated: true)
    let graph = Graph(parent: parent, isIsolated: true)
    graph.activate(DeclaredRegistry(contents: [scoped()]))
    _ = try graph.resolve(Tracked.self)
    parent.end()
    if isDeclared { root.activate(DeclaredRegistry(contents: [scoped()])) }
    graph.deactivateAll()
    #expect(lifetimes.living == (isDeclared ? 1 : 0))
    graph.end()
    #expect(lifetimes.living == 0)
  }

  /// An isolated graph with a registry of its parent uses only the instances of that registry.
  @Test func whatIsKeptForAParentsRegistryGoesWithTheParent() throws {
    let root = Graph()
    let registry = EditableRegistry()
    registry.edit {
      $0.insert(.type(Tracked.self, scope: .singleton) { [lifetimes] in Tracked(lifetimes) })
    }
    root.activate(registry)
    let graph = Graph(parent: root, isIsolated: true)
    _ = try graph.resolve(Tracked.self)
    graph.activate(registry)
    root.deactivateAll()
    #expect(lifetimes.living == 0)
    _ = try graph.resolve(Tracked.self)
    #expect(lifetimes.living == 1)
    withExtendedLifetime(graph) {}
  }
}
