internal import StitcherEngine
internal import Synchronization

/// What is registered in a context, and who observes it.
///
/// It stays the same as long as somebody uses it: an injector, a property or what is registered. So what was destroyed may be
/// filled again, and is found by those who used it before.
final class Context: Sendable {
  /// What it is called.
  let name: InjectionContext

  /// Whether it is the context of the whole application.
  let isGlobal: Bool

  /// The implementations.
  let registry: Registry

  /// The graph in which they are active.
  let graph = Graph()

  /// Whether the context exists: it does from the first operation on, until it is destroyed.
  let exists = Atomic<Bool>(false)

  /// The number of changes of default keys so far.
  private let changes = Atomic<UInt64>(0)

  /// The signals of observed abstractions, which live as long as somebody observes.
  private let observers = Registry(name: "observers", isEditable: true)

  /// The graph of the signals.
  private let observerGraph = Graph()

  /// Creates a context; called by ``Contexts``.
  init(_ name: InjectionContext) {
    self.name = name
    isGlobal = name == .global
    registry = Registry(name: name.description, isEditable: true)
    graph.activate(registry)
    observerGraph.activate(observers)
  }

  /// Returns the default key for a new change. Called in an edit, so that the order of numbers is that of changes.
  func nextDefault<Abstraction>(
    _ key: String, of abstraction: Abstraction.Type
  ) -> DefaultKeyOf<Abstraction> {
    DefaultKeyOf(key: key, version: changes.add(1, ordering: .relaxed).newValue)
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
  func ensureExists() { if !exists.load(ordering: .relaxed) { Contexts.create(self) } }

  /// Returns an instance of an abstraction.
  ///
  /// - Parameter key: The key of the implementation; nil for the default one.
  /// - Throws: What ``explain(_:_:)`` takes.
  func draw<Abstraction>(
    _ abstraction: Abstraction.Type, _ type: InjectionType, _ key: String?
  ) throws -> Abstraction {
    switch type {
    case .regular: try find(abstraction, type, key, of: abstraction)
    case .singleton: try find(SingletonOf<Abstraction>.self, type, key, of: abstraction).value
    }
  }

  /// Returns what the implementation of an abstraction produces.
  @inline(__always)
  func find<Produced>(
    _ produced: Produced.Type, _ type: InjectionType, _ key: String?,
    of abstraction: any Any.Type
  ) throws -> Produced {
    ensureExists()
    guard let key else { return try graph.resolve(produced) }
    return try graph.resolve(value: ImplementationKey(abstraction, key, type), as: produced)
  }

  /// Logs why there is no instance of an abstraction.
  @inline(never)
  func explain<Abstraction>(_ error: any Error, _ abstraction: Abstraction.Type) {
    let name = printed(abstraction)
    if let failure = error as? ResolutionFailure, case .cycle(let path) = failure.reason {
      let text = path.map { $0.keys[0].text }.joined(separator: " -> ")
      InjectorLog.error(.circularDependency(name, path: text))
    } else if registry.defaultKey(of: abstraction) == nil {
      InjectorLog.error(.abstractionNotFound(name, self.name))
    } else {
      InjectorLog.error(.implementationsCouldNotBeCast(name))
    }
  }
}

/// Publishes new implementations of an abstraction to those who observe it.
final class PublicationsOf<Abstraction>: Sendable {
  /// A new implementation.
  struct Publication: @unchecked Sendable {
    // Safe: the instance is handed to properties, whose users see to its use by several threads.

    /// The number of the change of the default key.
    let version: UInt64

    /// The instance, which all who observe share.
    let instance: Abstraction
  }

  /// Sent with each.
  let signal = Signal<Publication>()
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
