internal import StitcherEngine

/// The storage of the dependency map. It has one registration in the engine for each key.
///
/// There is one store for the process, and a graph-local copy in each isolated graph. When a key is
/// first read there, the copy takes the value that is registered in the next outer store. It
/// creates its own instances of defaults.
final class DependencyStore: Sendable {
  /// The registrations of the keys. The first read or write of a key inserts the key's
  /// registration.
  private let registry = EditableRegistry()

  /// The graph in which the registry is active.
  ///
  /// A graph-local copy has a graph of its own, whose factories run in the isolated graph.
  let graph: Graph

  /// The signal that is sent after each registration of a value, on the registering thread.
  let changes = Signal<Void>()

  /// The store of the next enclosing isolated graph or of the process; `nil` for the store of the
  /// process itself.
  private let outer: DependencyStore?

  /// The keys for which a value was registered: in this store, or in an outer store before the
  /// first read in this store.
  private let written = WrittenKeys()

  /// The store of the process.
  static let process: DependencyStore = {
    let store = DependencyStore(graph: Graph(), outer: nil)
    ProcessWord.mapGraph.word.store(UnretainedReference(store.graph).bits, ordering: .releasing)
    return store
  }()

  /// Creates an empty store.
  private init(graph: Graph, outer: DependencyStore?) {
    self.graph = graph
    self.outer = outer
    graph.activate(registry)
  }

  /// The store of the current graph: a graph-local copy, or the store of the process.
  static var current: DependencyStore { CurrentGraph.mayBeIsolated ? graphLocalCopy : process }

  /// The graph-local copy of the current isolated graph, or the store of the process if no isolated
  /// graph is current.
  @inline(never)
  private static var graphLocalCopy: DependencyStore {
    CurrentGraph.graphLocalCopy(of: process) { DependencyStore(graph: Graph(host: $1), outer: $0) }
  }

  /// Whether the store is a graph-local copy.
  var isIsolated: Bool { outer != nil }

  /// Returns the dependency of a key, and creates the default if there is none.
  func resolve<Key: DependencyKey>(_ key: Key.Type) -> Key.Value {
    if let dependency = KeyPathWrite.takeDependency(Key.Value.self) { return dependency }
    return read(key)
  }

  /// Returns the stored dependency of a key, or creates the default. A write through a key path,
  /// if one is in progress, does not change the result.
  private func read<Key: DependencyKey>(_ key: Key.Type) -> Key.Value {
    do {
      return try graph.resolve(
        Stored<Key>.self, orInserting: { describe(key) }, into: registry
      ).value
    } catch {
      fatalError(DefaultFailure.description(of: error))
    }
  }

  /// Registers a value as the dependency of a key, in place of the default.
  func register<Key: DependencyKey>(_ value: Key.Value, for key: Key.Type) {
    let isFound = KeyPathWrite.current?.end() ?? true
    var pendingTeardowns = PendingTeardowns()
    pendingTeardowns.begin(in: graph)
    let stored = Stored<Key>(value: value)
    while true {
      let registration = registration(for: key)
      // The key is marked before readers can see the value.
      let isKept = registry.setInstance(stored, of: registration, in: graph, &pendingTeardowns) {
        written.insert(key)
      }
      // If the registration is missing, thread B has emptied the map meanwhile, so thread A tries
      // again. If it is present, the map has ended with its graph.
      if isKept || registry.registrations(for: .type(Stored<Key>.self)).first === registration {
        break
      }
    }
    pendingTeardowns.start()
    // This read prepares the next write through a key path, so that its read is fast.
    if !isFound { _ = resolve(key) }
    sendChange()
  }

  /// Releases all dependencies, and waits for their teardowns.
  ///
  /// - Returns: The failed teardowns, in order.
  func end() async -> [TeardownFailure] {
    await graph.close { endWithGraph(&$0) }
  }

  /// Notifies the subscribers of a registration.
  func sendChange() { changes.send(()) }

  /// Returns the value that was registered for a key in this store or in an outer one; `nil` if
  /// there is none.
  private func registered<Key: DependencyKey>(_ key: Key.Type) -> Key.Value? {
    written.contains(key) ? .some(read(key)) : outer?.registered(key)
  }

  /// Returns the registration that receives a value for a key, with the key's teardown.
  ///
  /// A value from an outer store has no teardown here. If such a registration is present, it is
  /// replaced.
  private func registration<Key: DependencyKey>(for key: Key.Type) -> Registration {
    let stored = LookupKey.type(Stored<Key>.self)
    guard let kept = KeptTeardown.of(key) else {
      return registry.registration(for: stored) { describe(key, kept: nil) }
    }
    return registry.edit { edit in
      let present = edit.registrations(for: stored).first
      if let present, present.hasTeardown { return present }
      let new = describe(key, kept: kept, inPlaceOf: present)
      if let present { edit.replace(present, by: new) } else { edit.insert(new) }
      return new
    }
  }

  /// Creates the registration of a key at the key's first read.
  private func describe<Key: DependencyKey>(_ key: Key.Type) -> TypedRegistration<Stored<Key>, Void>
  {
    guard let kept = KeptTeardown.of(key) else { return describe(key, kept: nil) }
    // The value of the outer store is read here, and only once. The outer store tears it down, so
    // this registration has no teardown.
    if let value = outer?.registered(key) { return describe(key, kept: nil, value: value) }
    return describe(key, kept: kept)
  }

  /// Creates the registration of a key.
  ///
  /// - Parameters:
  ///   - kept: The teardown; if there is one, the default of this store is used.
  ///   - value: The value from an outer store; `nil` if the factory looks it up.
  ///   - old: The registration that the new one replaces.
  private func describe<Key: DependencyKey>(
    _ key: Key.Type, kept: KeptTeardown?, value: Key.Value? = nil,
    inPlaceOf old: Registration? = nil
  ) -> TypedRegistration<Stored<Key>, Void> {
    let outer = kept == nil ? outer : nil
    let isOfProcess = !isIsolated
    let factory: () throws -> Stored<Key> = { [written] in
      guard let value = value ?? outer?.registered(key) else {
        // The process's map keeps a default longer than the child graph that first reads the key.
        // So the default runs in the process's graph.
        return Stored(
          value: isOfProcess ? CapturedGraph.process.run { Key.dependency } : Key.dependency)
      }
      // Graph-local copies in nested isolated graphs get the same value, even if the outer store is
      // changed later.
      written.insert(key)
      return Stored(value: value)
    }
    // The engine calls the factory on the thread that resolves the key. That thread may use the
    // key's conformance.
    return ParameterlessRegistration(
      .init(
        locator: .type(Stored<Key>.self), scope: .singleton,
        location: kept?.location ?? SourceLocation(file: "", line: 0), teardown: kept?.teardown,
        original: old?.origin),
      unsafeBitCast(factory, to: (@Sendable () throws -> Stored<Key>).self))
  }
}

extension DependencyStore: GraphLocalCopy {
  var hostedGraph: Graph? { graph }

  func endWithGraph(_ pendingTeardowns: inout PendingTeardowns) {
    graph.edit(registry, &pendingTeardowns) { edit in
      written.removeAll()
      edit.removeAll()
    }
  }
}

/// The set of keys with a registered value.
private final class WrittenKeys: Sendable {
  /// The identities of the key types.
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

  /// Removes all keys.
  func removeAll() { keys.withLock { $0 = [] } }
}
