internal import StitcherEngine

/// What is registered in a context, and who observes it.
///
/// It stays the same as long as somebody uses it: an injector, a property or what is registered. So
/// what was destroyed may be filled again, and is found by those who used it before.
final class Context: Sendable {
  /// The case that injectors and properties name it by.
  let name: InjectionContext

  /// Whether it is the context of the whole application.
  let isGlobal: Bool

  /// The implementations.
  let registry: EditableRegistry

  /// The graph in which they are active. Its host is the isolated graph in which the context stands
  /// for one of the process.
  let graph: Graph

  /// The graph, which the context holds: to retain it as well costs more than to find an instance.
  private let lent: UnretainedReference<Graph>

  /// Whether the context exists: it does from the first operation on, until it is destroyed.
  /// Written in edits.
  let exists = AtomicBox<Bool>(false)

  /// The number of changes of default keys so far.
  private let changes: AtomicBox<UInt64>

  /// The number of the last change before the context was destroyed for the last time: what was
  /// published up to it is held no more.
  private let end = AtomicBox<UInt64>(0)

  /// Tells those who hold an implementation that the context was destroyed.
  let ends = Signal<Void>()

  /// The signals of observed abstractions, which live as long as somebody observes.
  private let observers = EditableRegistry()

  /// Finds the signal of an abstraction, and makes it once.
  private let observerGraph = Graph()

  /// Whether the context is counted as one of tests that exists; see ``Contexts``.
  let isCountedForTests = AtomicBox<Bool>(false)

  /// Creates a context of the process; called by ``Contexts``.
  init(_ name: InjectionContext) {
    self.name = name
    isGlobal = name == .global
    registry = EditableRegistry()
    graph = Graph()
    lent = UnretainedReference(graph)
    changes = AtomicBox(0)
    graph.activate(registry)
    observerGraph.activate(observers)
  }

  /// Creates what stands for a context in an isolated graph: with the same implementations, keys
  /// and defaults, instances of its own, and nobody who observes.
  ///
  /// - Parameters:
  ///   - outer: The context of the process, or what stands for it in the next outer graph.
  ///   - host: The isolated graph.
  private init(standingFor outer: Context, in host: GraphReference) {
    name = outer.name
    isGlobal = outer.isGlobal
    registry = EditableRegistry()
    graph = Graph(host: host)
    lent = UnretainedReference(graph)
    let (registrations, change, exists) = outer.registry.edit { edit in
      (
        edit.registrations, outer.changes.load(ordering: .relaxed),
        outer.exists.load(ordering: .relaxed)
      )
    }
    // What is published later counts more than what was copied.
    changes = AtomicBox(change)
    self.exists.store(exists, ordering: .relaxed)
    registry.edit { edit in for registration in registrations { edit.insert(registration) } }
    graph.activate(registry)
    observerGraph.activate(observers)
    Contexts.update(self)
  }

  deinit { if isCountedForTests.load(ordering: .relaxed) { Contexts.countTests(-1) } }

  /// What stands for the context of the process where the caller runs: the context itself, or one
  /// of the isolated graph's own.
  var current: Context { CurrentGraph.mayBeIsolated ? graphLocalCopy : self }

  /// What stands for the context of the process where there may be an isolated graph.
  @inline(never)
  private var graphLocalCopy: Context {
    CurrentGraph.graphLocalCopy(of: self) { Context(standingFor: $0, in: $1) }
  }

  /// Returns the default key for a new change. Called in an edit, so that the order of numbers is
  /// that of changes.
  func nextDefault<Abstraction>(
    _ key: String, of abstraction: Abstraction.Type
  ) -> DefaultKeyOf<Abstraction> {
    DefaultKeyOf(key: key, version: changes.add(1, ordering: .relaxed))
  }

  /// The signal of new implementations of an abstraction.
  func publications<Abstraction>(
    of abstraction: Abstraction.Type
  ) -> PublicationsOf<Abstraction>? {
    try? observerGraph.resolve(
      PublicationsOf<Abstraction>.self,
      orInserting: {
        TypedRegistration(
          locator: .type(PublicationsOf<Abstraction>.self), scope: .shared, location: .unknown,
          factory: { PublicationsOf<Abstraction>() })
      }, into: observers)
  }

  /// Has the context exist from now on, if it does not.
  @inline(__always)
  func ensureExists() { if !exists.load(ordering: .relaxed) { create() } }

  /// Has the context exist from now on, with nothing in it.
  @inline(never)
  private func create() { edit { _ in } }

  /// Changes what is registered, and has the context exist from then on.
  ///
  /// Both are one step: who destroys the context at the same time does so before or after it.
  ///
  /// - Parameter body: Makes the change; only the library's own code may run in it.
  /// - Returns: What the closure returns.
  @discardableResult
  func edit<Result: Sendable>(_ body: (inout RegistryEdit) -> sending Result) -> Result {
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

  /// Has the context, if it exists, exist no more, and lets go of all that is registered in it, and
  /// of what observed properties hold of it.
  func destroy() {
    var pendingTeardowns = PendingTeardowns()
    destroy(&pendingTeardowns)
    pendingTeardowns.start()
  }

  /// Destroys the context as ``destroy()`` does, and waits until its singletons are closed.
  ///
  /// - Returns: What has failed, in order.
  func destroyAndWait() async -> [TeardownFailure] {
    await graph.close { destroy(&$0) }
  }

  /// Forgets the singletons of some registrations.
  func forgetInstances(of registrations: [Registration]) {
    var pendingTeardowns = PendingTeardowns()
    pendingTeardowns.begin(in: graph)
    registry.forgetInstances(of: registrations, &pendingTeardowns)
    pendingTeardowns.start()
  }

  /// Destroys the context as ``destroy()`` does.
  ///
  /// - Parameter endings: Gets what has to be torn down.
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

  /// Whether what was published with a change was registered before the context was destroyed.
  func hasEnded(since version: UInt64) -> Bool {
    version <= end.load(ordering: .sequentiallyConsistent)
  }

  /// Returns an instance of an abstraction.
  ///
  /// - Parameter key: The key of the implementation; nil for the default one.
  /// - Throws: What ``explain(_:_:)`` takes.
  func resolve<Abstraction>(
    _ abstraction: Abstraction.Type, _ type: InjectionType, _ key: String?
  ) throws -> Abstraction {
    switch type {
    case .regular: try make(abstraction, key)
    case .singleton:
      try find(abstraction, as: ObjectIdentifier(SingletonOf<Abstraction>.self), key)
    }
  }

  /// Returns a new instance of an abstraction.
  @inline(__always)
  func make<Abstraction>(_ abstraction: Abstraction.Type, _ key: String?) throws -> Abstraction {
    ensureExists()
    if lent.with({ $0.host != nil }) {
      return try graph.inHost { try makeHere(abstraction, key) }
    }
    return try makeHere(abstraction, key)
  }

  /// Returns a new instance of an abstraction, in the current graph.
  @inline(__always)
  private func makeHere<Abstraction>(
    _ abstraction: Abstraction.Type, _ key: String?
  ) throws -> Abstraction {
    guard let key else {
      return try lent.with { try $0.resolve(abstraction) }
    }
    return try graph.resolve(
      value: ImplementationKey(abstraction, key, .regular), as: abstraction)
  }

  /// Returns the only instance of an abstraction.
  ///
  /// - Parameter singleton: The type that the engine finds it by.
  @inline(__always)
  func find<Abstraction>(
    _ abstraction: Abstraction.Type, as singleton: ObjectIdentifier, _ key: String?
  ) throws -> Abstraction {
    ensureExists()
    guard let key else {
      let found = lent.with { $0.find(singleton) }
      // A structure of one property is where the property is, which is cheaper to copy.
      if found.isLive { return found.take(as: Abstraction.self) }
      return try finish(found, .type(SingletonOf<Abstraction>.self))
    }
    let value = ImplementationKey(abstraction, key, .singleton)
    let found = lent.with { $0.find(value: value) }
    if let live = found.live(singleton) {
      defer { found.unpin() }
      return live.take(as: Abstraction.self)
    }
    return try finish(found, .value(TypedValueKey(value)))
  }

  /// Returns the only instance where it was not found at once.
  @inline(never)
  private func finish<Abstraction>(
    _ found: LookupResult, _ key: @autoclosure () -> LookupKey
  ) throws -> Abstraction {
    let singleton: SingletonOf<Abstraction> = try graph.inHost {
      try graph.finish(found, key())
    }
    return singleton.value
  }

  /// Logs why there is no instance of an abstraction.
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

/// A new implementation of an abstraction.
@frozen
@usableFromInline
struct Publication<Abstraction>: @unchecked Sendable {
  // Safe: the instance is handed to properties, whose users see to its use by several threads.

  /// The instance, which all who observe share.
  @usableFromInline let instance: Abstraction

  /// The number of the change of the default key.
  let version: UInt64
}

extension Publication: ValueContainer {
  package var isContentUsableAnywhere: Bool { isUsableAnywhere(instance) }
  package func checkContentIsUsableHere() throws { try checkIsUsableHere(instance) }
}

/// Publishes new implementations of an abstraction to those who observe it.
final class PublicationsOf<Abstraction>: Sendable {
  /// Sent with each.
  let signal = Signal<Publication<Abstraction>>()
}

extension LookupKey {
  /// The key, as the path of a cycle has it.
  fileprivate var text: String {
    switch self {
    case .type(let type): printed(type)
    case .name(let name): name
    case .value(let value): "\(value.erased)"
    }
  }
}
