internal import StitcherEngine

/// The contents of an injection context: implementations, default keys and observers.
///
/// The object exists as long as an injector, a property or a registration uses it. So a destroyed
/// context can be filled again, and earlier injectors and properties find the new contents.
final class Context: Sendable {
  /// The public value that identifies the context.
  let name: InjectionContext

  /// Whether this is the global context.
  let isGlobal: Bool

  /// The registry of the implementations.
  let registry: EditableRegistry

  /// The graph in which the registry of the context is active.
  ///
  /// A graph-local copy has a graph of its own, whose factories run in the isolated graph.
  let graph: Graph

  /// An unretained reference to the graph, which the context keeps alive. Retaining the graph would
  /// take longer than a lookup.
  private let unretained: UnretainedReference<Graph>

  /// Whether the context exists: from its first use until it is destroyed. Only edits of the
  /// registry write this flag.
  let exists = AtomicBox<Bool>(false)

  /// The number of changes of default keys in this context so far; each change gets the new count
  /// as its number.
  private let changes: AtomicBox<UInt64>

  /// The number of the last default-key change before the context was destroyed; zero if the
  /// context was never destroyed.
  ///
  /// Observed properties release instances that were published up to this change.
  private let end = AtomicBox<UInt64>(0)

  /// The signal that tells observed properties that this context was destroyed.
  let ends = Signal<Void>()

  /// The registry of the signals of observed abstractions. A signal lives as long as it has
  /// observers.
  private let observers = EditableRegistry()

  /// The graph that looks up the signal of an abstraction in `observers`, and creates a missing
  /// signal.
  private let observerGraph = Graph()

  /// Whether this context is included in the number of existing test contexts.
  let isCountedForTests = AtomicBox<Bool>(false)

  /// Creates a process-wide context; only ``Contexts`` calls this initializer.
  init(_ name: InjectionContext) {
    self.name = name
    isGlobal = name == .global
    registry = EditableRegistry()
    graph = Graph()
    unretained = UnretainedReference(graph)
    changes = AtomicBox(0)
    graph.activate(registry)
    observerGraph.activate(observers)
  }

  /// Creates a graph-local copy of a context. The copy has the same implementations and keys, but
  /// its own singletons and no observers.
  ///
  /// - Parameters:
  ///   - outer: The process-wide context, or its copy in the next outer isolated graph.
  ///   - host: The isolated graph.
  private init(standingFor outer: Context, in host: GraphReference) {
    name = outer.name
    isGlobal = outer.isGlobal
    registry = EditableRegistry()
    graph = Graph(host: host)
    unretained = UnretainedReference(graph)
    let (registrations, change, exists) = outer.registry.edit { edit in
      (
        edit.registrations, outer.changes.load(ordering: .relaxed),
        outer.exists.load(ordering: .relaxed)
      )
    }
    // Later changes of the copy get higher numbers than the changes that were copied.
    changes = AtomicBox(change)
    self.exists.store(exists, ordering: .relaxed)
    registry.edit { edit in for registration in registrations { edit.insert(registration) } }
    graph.activate(registry)
    observerGraph.activate(observers)
    Contexts.update(self)
  }

  deinit { if isCountedForTests.load(ordering: .relaxed) { Contexts.countTests(-1) } }

  /// The context for the current graph: this context, or its graph-local copy.
  var current: Context { CurrentGraph.mayBeIsolated ? graphLocalCopy : self }

  /// The graph-local copy of this context for the current isolated graph; this context itself if no
  /// isolated graph is current.
  @inline(never)
  private var graphLocalCopy: Context {
    CurrentGraph.graphLocalCopy(of: self) { Context(standingFor: $0, in: $1) }
  }

  /// Returns a new default key for an abstraction, numbered as the context's next default-key
  /// change.
  ///
  /// The caller is in an edit of the registry, so the numbers follow the order of the changes.
  func nextDefault<Abstraction>(
    _ key: String, of abstraction: Abstraction.Type
  ) -> DefaultKeyOf<Abstraction> {
    DefaultKeyOf(key: key, version: changes.add(1, ordering: .relaxed))
  }

  /// Returns the signal that sends new implementations of an abstraction. The first call creates
  /// the signal.
  func publications<Abstraction>(
    of abstraction: Abstraction.Type
  ) -> PublicationsOf<Abstraction>? {
    try? observerGraph.resolve(
      PublicationsOf<Abstraction>.self,
      orInserting: {
        ParameterlessRegistration(
          .init(
            locator: .type(PublicationsOf<Abstraction>.self), scope: .shared, location: .unknown),
          { PublicationsOf<Abstraction>() })
      }, into: observers)
  }

  /// Creates the context in its registry, unless the context exists.
  @inline(__always)
  func ensureExists() { if !exists.load(ordering: .relaxed) { create() } }

  /// Creates the context without any implementations.
  @inline(never)
  private func create() { edit { _ in } }

  /// Edits the registrations of the context, which is created if it does not exist.
  ///
  /// Both are one atomic step. If thread B destroys the context at the same time, it does so before
  /// or after the edit.
  ///
  /// - Parameter body: The edit. It must not run code of the user.
  /// - Returns: The result of the closure.
  @discardableResult
  func edit<Result: Sendable>(_ body: (inout RegistrationTable) -> sending Result) -> Result {
    var pendingTeardowns = PendingTeardowns()
    let (result, existed) = graph.edit(registry, &pendingTeardowns) { edit in
      (body(&edit), exists.exchange(true))
    }
    pendingTeardowns.start()
    if !existed {
      Contexts.update(self)
      InjectorLog.info("New context registered successfully -> \(name.description)")
    }
    return result
  }

  /// Destroys the context: removes all registrations, and releases singletons and instances of
  /// observed properties.
  func destroy() {
    var pendingTeardowns = PendingTeardowns()
    destroy(&pendingTeardowns)
    pendingTeardowns.start()
  }

  /// Destroys the context, waits for the teardowns of its singletons, and returns the failed
  /// teardowns.
  ///
  /// - Returns: The failed teardowns, in order.
  func destroyAndWait() async -> [TeardownFailure] {
    await graph.close { destroy(&$0) }
  }

  /// Releases the singletons of registrations. The registrations stay.
  func forgetInstances(of registrations: [Registration]) {
    var pendingTeardowns = PendingTeardowns()
    pendingTeardowns.begin(in: graph)
    registry.forgetInstances(of: registrations, &pendingTeardowns)
    pendingTeardowns.start()
  }

  /// Destroys the context, and adds the teardowns of its singletons to a collection.
  ///
  /// - Parameter pendingTeardowns: The collection to which the teardowns are added.
  private func destroy(_ pendingTeardowns: inout PendingTeardowns) {
    let existed = graph.edit(registry, &pendingTeardowns) { edit in
      edit.removeAll()
      end.store(changes.load(ordering: .relaxed), ordering: .sequentiallyConsistent)
      return exists.exchange(false)
    }
    guard existed else { return }
    Contexts.update(self)
    ends.send(())
  }

  /// Whether the context was destroyed after the default-key change with the given number.
  func hasEnded(since version: UInt64) -> Bool {
    version <= end.load(ordering: .sequentiallyConsistent)
  }

  /// Returns an instance of the given abstraction: a new one, or the singleton.
  ///
  /// - Parameter key: The key of the implementation; `nil` for the default one.
  /// - Throws: An error for ``explain(_:_:)``.
  func resolve<Abstraction>(
    _ abstraction: Abstraction.Type, _ type: InjectionType, _ key: String?
  ) throws -> Abstraction {
    switch type {
    case .regular: try make(abstraction, key)
    case .singleton:
      try find(abstraction, as: ObjectIdentifier(SingletonOf<Abstraction>.self), key)
    }
  }

  /// Returns a new instance of the given abstraction.
  @inline(__always)
  func make<Abstraction>(_ abstraction: Abstraction.Type, _ key: String?) throws -> Abstraction {
    ensureExists()
    if unretained.with({ $0.host != nil }) {
      return try graph.runInHost { try makeHere(abstraction, key) }
    }
    return try makeHere(abstraction, key)
  }

  /// Returns a new instance of the given abstraction, created in the current graph.
  @inline(__always)
  private func makeHere<Abstraction>(
    _ abstraction: Abstraction.Type, _ key: String?
  ) throws -> Abstraction {
    guard let key else {
      return try unretained.with { try $0.resolve(abstraction) }
    }
    return try graph.resolve(
      value: ImplementationKey(abstraction, key, .regular), as: abstraction)
  }

  /// Returns the singleton of the given abstraction, which is created if it does not exist.
  ///
  /// - Parameter singleton: The identity of the wrapper type, by which the singleton is looked up.
  @inline(__always)
  func find<Abstraction>(
    _ abstraction: Abstraction.Type, as singleton: ObjectIdentifier, _ key: String?
  ) throws -> Abstraction {
    ensureExists()
    guard let key else {
      let found = unretained.with { $0.find(singleton) }
      // A structure with one property has the layout of the property, which is cheaper to copy.
      if found.isLive { return found.take(as: Abstraction.self) }
      return try finish(found, .type(SingletonOf<Abstraction>.self))
    }
    let value = ImplementationKey(abstraction, key, .singleton)
    let found = unretained.with { $0.find(value: value) }
    if let live = found.live(singleton) {
      defer { found.unpin() }
      return live.take(as: Abstraction.self)
    }
    return try finish(found, .value(TypedValueKey(value)))
  }

  /// Returns the singleton after a lookup found no live instance: creates it, unless another thread
  /// has created it meanwhile.
  @inline(never)
  private func finish<Abstraction>(
    _ found: LookupResult, _ key: @autoclosure () -> LookupKey
  ) throws -> Abstraction {
    let singleton: SingletonOf<Abstraction> = try graph.runInHost {
      try graph.finish(found, key())
    }
    return singleton.value
  }

  /// Logs the reason for a failed injection of an abstraction.
  @inline(never)
  func explain<Abstraction>(_ error: any Error, _ abstraction: Abstraction.Type) {
    let name = printed(abstraction)
    if let failure = error as? ResolutionFailure, case .cycle(let path) = failure.reason {
      let text = path.map { $0.keys[0].text }.joined(separator: " -> ")
      InjectorLog.error(.circularDependency(name, path: text))
    } else if let refusal = (error as? ResolutionFailure)?.refusal {
      InjectorLog.error(.creationFailed(name, reason: refusal))
    } else if error is StackExhausted {
      InjectorLog.error(.creationFailed(name, reason: "\(error)"))
    } else if registry.defaultKey(of: abstraction) == nil {
      InjectorLog.error(.abstractionNotFound(name, self.name))
    } else {
      InjectorLog.error(.implementationsCouldNotBeCast(name))
    }
  }
}

extension Context: GraphLocalCopy {
  var hostedGraph: Graph? { graph }

  func endWithGraph(_ pendingTeardowns: inout PendingTeardowns) {
    destroy(&pendingTeardowns)
    _ = graph.end(with: registry, &pendingTeardowns)
  }
}

/// A new implementation of an abstraction, sent to all observers of the abstraction.
@frozen
@usableFromInline
struct Publication<Abstraction>: @unchecked Sendable {
  // Safe: the instance is passed to properties. Their users are responsible for concurrent use of
  // it.

  /// The instance of the new implementation, which all observers share.
  @usableFromInline let instance: Abstraction

  /// The number of the default-key change that selected this implementation; a later change has a
  /// higher number.
  let version: UInt64
}

extension Publication: ValueContainer {
  package func contentMismatch(onlyHere: Bool) -> ResolutionFailure.Reason? {
    mismatch(of: instance, onlyHere: onlyHere)
  }
}

/// The signal by which observers of an abstraction receive new implementations.
final class PublicationsOf<Abstraction>: Sendable {
  /// The signal that sends each new implementation to the observers.
  let signal = Signal<Publication<Abstraction>>()
}

extension LookupKey {
  /// A text for the lookup key, for the log message about a dependency cycle.
  fileprivate var text: String {
    switch self {
    case .type(let type): printed(type)
    case .name(let name): name
    case .value(let value): "\(value.erased)"
    }
  }
}
