internal import StitcherEngine

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
    ProcessWord.mapGraph.word.store(UnretainedReference(store.graph).bits, ordering: .releasing)
    return store
  }()

  /// Creates a store without dependencies.
  private init(graph: Graph, outer: DependencyStore?) {
    self.graph = graph
    self.outer = outer
    graph.activate(registry)
  }

  /// The store of the place where the caller runs.
  static var current: DependencyStore { CurrentGraph.mayBeIsolated ? graphLocalCopy : process }

  /// The store of the place where the caller runs, where there may be an isolated graph.
  @inline(never)
  private static var graphLocalCopy: DependencyStore {
    CurrentGraph.graphLocalCopy(of: process) { DependencyStore(graph: Graph(host: $1), outer: $0) }
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
    var pendingTeardowns = PendingTeardowns()
    pendingTeardowns.begin(in: graph)
    let stored = Stored<Key>(value: value)
    while true {
      let registration = registration(for: key)
      // Who finds the key finds the value.
      let isKept = registry.setInstance(stored, of: registration, in: graph, &pendingTeardowns) {
        written.insert(key)
      }
      // If it has gone, the map was emptied meanwhile; if not, the map has ended with its graph.
      if isKept || registry.registrations(for: .type(Stored<Key>.self)).first === registration {
        break
      }
    }
    pendingTeardowns.start()
    // The read before the next write through a key path is a fast one then.
    if !isFound { _ = resolve(key) }
    sendChange()
  }

  /// Lets go of everything, and waits until it is closed.
  ///
  /// - Returns: What has failed, in order.
  func end() async -> [TeardownFailure] {
    await graph.close { endWithGraph(&$0) }
  }

  /// Tells that something was registered.
  func sendChange() { changes.send(()) }

  /// Returns what was registered for a key, here or farther out; nil if nothing was.
  private func registered<Key: DependencyKey>(_ key: Key.Type) -> Key.Value? {
    written.contains(key) ? .some(read(key)) : outer?.registered(key)
  }

  /// Returns the registration that gets a value for a key. What the next outer store has registered
  /// is not closed here; what is registered here is.
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

  /// Describes the dependency of a key that is read for the first time.
  private func describe<Key: DependencyKey>(_ key: Key.Type) -> TypedRegistration<Stored<Key>, Void>
  {
    guard let kept = KeptTeardown.of(key) else { return describe(key, kept: nil) }
    // Asked for once: whose it is decides about the teardown.
    if let value = outer?.registered(key) { return describe(key, kept: nil, value: value) }
    return describe(key, kept: kept)
  }

  /// Describes the dependency of a key.
  ///
  /// - Parameters:
  ///   - kept: How it is closed. Then the default is this store's own.
  ///   - value: What was registered farther out; nil if that is to be asked for.
  ///   - old: The registration in whose place it comes.
  private func describe<Key: DependencyKey>(
    _ key: Key.Type, kept: KeptTeardown?, value: Key.Value? = nil,
    inPlaceOf old: Registration? = nil
  ) -> TypedRegistration<Stored<Key>, Void> {
    let outer = kept == nil ? outer : nil
    let isOfProcess = !isIsolated
    let factory: () throws -> Stored<Key> = { [written] in
      guard let value = value ?? outer?.registered(key) else {
        // The process's map keeps a default for longer than a child graph that reads the key first.
        // So the default runs in the process's graph.
        return Stored(
          value: isOfProcess ? CapturedGraph.process.run { Key.dependency } : Key.dependency)
      }
      // Graphs farther in get the same, whatever is registered farther out from now on.
      written.insert(key)
      return Stored(value: value)
    }
    // The engine calls it on the thread that resolves the key, which may use the key's conformance.
    return TypedRegistration(
      locator: .type(Stored<Key>.self), scope: .singleton,
      location: kept?.location ?? SourceLocation(file: "", line: 0), teardown: kept?.teardown,
      inPlaceOf: old,
      factory: unsafeBitCast(factory, to: (@Sendable () throws -> Stored<Key>).self))
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
