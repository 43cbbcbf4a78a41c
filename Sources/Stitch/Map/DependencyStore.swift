internal import StitcherEngine
internal import Synchronization

/// The graph of the process's store once there is one, as bits: a lazy property costs more at each
/// read.
let liveGraph = Atomic<UInt>(0)

/// What the map's keys lead to: one registration of the engine for each key.
///
/// There is one store for the process. Another one stands for it in each isolated graph: it takes
/// what was registered in the next outer store when a key is first read, and makes its own
/// instances of defaults.
final class DependencyStore: Sendable {
  /// The registrations. One comes with the first read or registration of its key.
  private let registry = EditableRegistry()

  /// The graph in which they are active. Its host is the isolated graph in which the store stands
  /// for that of the process.
  let graph: Graph

  /// Sent after each registration, on the thread that makes it.
  let changes = Signal<Void>()

  /// The next outer store; nil for that of the process.
  private let outer: DependencyStore?

  /// The keys for which something was registered, here or, before they were read here, farther out.
  private let written = WrittenKeys()

  /// The store of the process.
  static let process: DependencyStore = {
    let store = DependencyStore(graph: Graph(), outer: nil)
    liveGraph.store(Borrowed(store.graph).bits, ordering: .releasing)
    return store
  }()

  /// Creates a store without dependencies.
  private init(graph: Graph, outer: DependencyStore?) {
    self.graph = graph
    self.outer = outer
    graph.activate(registry)
  }

  /// The store of the place where the caller runs.
  static var current: DependencyStore { CurrentGraph.mayBeIsolated ? counterpart : process }

  /// The store of the place where the caller runs, where there may be an isolated graph.
  @inline(never)
  private static var counterpart: DependencyStore {
    CurrentGraph.counterpart(of: process) { DependencyStore(graph: Graph(host: $1), outer: $0) }
  }

  /// Whether the store belongs to an isolated graph.
  var isIsolated: Bool { outer != nil }

  /// Returns the dependency of a key, after creating the default if there is none.
  func resolve<Key: DependencyKey>(_ key: Key.Type) -> Key.Value {
    if let dependency = KeyPathWrite.takeDependency(Key.Value.self) { return dependency }
    return read(key)
  }

  /// Returns the dependency of a key, whatever is being written.
  private func read<Key: DependencyKey>(_ key: Key.Type) -> Key.Value {
    do {
      return try graph.resolve(
        Stored<Key>.self, orInserting: { describe(key) }, into: registry
      ).value
    } catch {
      fatalError(DefaultFailure.description(of: error))
    }
  }

  /// Makes a value the dependency of a key; the default is not created from now on.
  func register<Key: DependencyKey>(_ value: Key.Value, for key: Key.Type) {
    let isFound = KeyPathWrite.current?.end() ?? true
    let registration = registry.registration(for: .type(Stored<Key>.self)) { describe(key) }
    registry.setInstance(Stored<Key>(value: value), of: registration)
    // Who finds the key finds the value.
    written.insert(key)
    // The read before the next write through a key path is a fast one then.
    if !isFound { _ = resolve(key) }
    sendChange()
  }

  /// Tells that something was registered.
  func sendChange() { changes.send(()) }

  /// Returns what was registered for a key, here or farther out; nil if nothing was.
  private func registered<Key: DependencyKey>(_ key: Key.Type) -> Key.Value? {
    written.contains(key) ? .some(read(key)) : outer?.registered(key)
  }

  /// Describes the dependency of a key.
  private func describe<Key: DependencyKey>(_ key: Key.Type) -> TypedRegistration<Stored<Key>> {
    let factory: () throws -> Stored<Key> = { [outer, written] in
      guard let value = outer?.registered(key) else { return Stored(value: Key.dependency) }
      // Graphs farther in get the same, whatever is registered farther out from now on.
      written.insert(key)
      return Stored(value: value)
    }
    // The engine calls it on the thread that resolves the key, which may use the key's conformance.
    return TypedRegistration(
      locator: .type(Stored<Key>.self), scope: .singleton,
      location: SourceLocation(file: "", line: 0),
      factory: unsafeBitCast(factory, to: (@Sendable () throws -> Stored<Key>).self))
  }
}

extension DependencyStore: Counterpart {
  func endWithGraph(_ endings: inout Endings) {
    written.removeAll()
    registry.edit(&endings) { $0.removeAll() }
  }

  /// Returns what accesses a dependency of this store, also where another one is current.
  func bound<Dependency>(
    _ access: @escaping (UnsafePointer<Dependency>?) -> Dependency
  ) -> (UnsafePointer<Dependency>?) -> Dependency {
    guard let host = graph.host else { return access }
    return { newValue in host.run { access(newValue) } }
  }
}

/// The keys for which something was registered.
private final class WrittenKeys: Sendable {
  /// The types of the keys.
  private let keys = Lock(Set<ObjectIdentifier>())

  /// Adds a key.
  func insert<Key: DependencyKey>(_ key: Key.Type) {
    let id = ObjectIdentifier(key)
    keys.withLock { _ = $0.insert(id) }
  }

  /// Whether a key was added.
  func contains<Key: DependencyKey>(_ key: Key.Type) -> Bool {
    let id = ObjectIdentifier(key)
    return keys.withLock { $0.contains(id) }
  }

  /// Takes all keys out.
  func removeAll() { keys.withLock { $0 = [] } }
}
