internal import StitcherEngine
internal import Synchronization

/// The store's graph once there is one, as bits: a lazy property costs more at each read.
let liveGraph = Atomic<UInt>(0)

/// What the map's keys lead to: one registration of the engine for each key.
enum DependencyStore {
  /// The registrations. One comes with the first read or registration of its key.
  private static let registry = EditableRegistry()

  /// The graph in which they are active.
  static let graph: Graph = {
    let graph = Graph()
    graph.activate(registry)
    liveGraph.store(Borrowed(graph).bits, ordering: .releasing)
    return graph
  }()

  /// Sent after each registration, on the thread that makes it.
  static let changes = Signal<Void>()

  /// Returns the dependency of a key, after creating the default if there is none.
  static func resolve<Key: DependencyKey>(_ key: Key.Type) -> Key.Value {
    if let dependency = KeyPathWrite.takeDependency(Key.Value.self) { return dependency }
    do {
      return try graph.resolve(
        Stored<Key>.self, orInserting: { describe(key) }, into: registry
      ).value
    } catch {
      fatalError(DefaultFailure.description(of: error))
    }
  }

  /// Makes a value the dependency of a key; the default is not created from now on.
  static func register<Key: DependencyKey>(_ value: Key.Value, for key: Key.Type) {
    let isFound = KeyPathWrite.current?.end() ?? true
    // The graph first: it is what activates the registry.
    _ = graph
    let registration = registry.registration(for: .type(Stored<Key>.self)) { describe(key) }
    registry.setInstance(Stored<Key>(value: value), of: registration)
    // The read before the next write through a key path is a fast one then.
    if !isFound { _ = resolve(key) }
    sendChange()
  }

  /// Tells that something was registered.
  static func sendChange() { changes.send(()) }

  /// Describes the dependency of a key.
  private static func describe<Key: DependencyKey>(
    _ key: Key.Type
  ) -> TypedRegistration<Stored<Key>> {
    let factory: () throws -> Stored<Key> = { Stored(value: Key.dependency) }
    // The engine calls it on the thread that resolves the key, which may use the key's conformance.
    return TypedRegistration(
      locator: .type(Stored<Key>.self), scope: .singleton,
      location: SourceLocation(file: "", line: 0),
      factory: unsafeBitCast(factory, to: (@Sendable () throws -> Stored<Key>).self))
  }
}
