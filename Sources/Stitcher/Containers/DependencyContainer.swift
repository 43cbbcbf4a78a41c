internal import Observation
internal import StitcherEngine
internal import StitcherObservation
internal import Synchronization

/// A set of dependencies, built from statements, that can be activated in the ``DependencyGraph``.
///
/// ```swift
/// let container = DependencyContainer {
///   Dependency { AccountService() }
///     .conforms(to: (any Accounts).self)
///
///   DependencyGroup(for: session.user) { user in
///     Mailbox(of: user)
///   }
/// }
/// ```
///
/// The closure runs once when the container is created. If it reads `@Observable` state, a
/// change of that state rebuilds the container; so does what
/// ``invalidated(tracking:)-(ChangeSource)`` follows. Registrations that are equal to earlier
/// ones keep their instances. A rebuild runs a few milliseconds after the change: on the actor
/// on which the closure was written, or else on any thread. Containers that one change makes due,
/// on one actor or on none, are replaced together, with one graph-changed event.
///
/// The group above is for a user, which makes the mailbox of the next user another dependency: see
/// ``Dependency/id(_:)``.
///
/// All members may be used from any thread.
public final class DependencyContainer: Identifiable, Sendable {
  /// What tells containers apart.
  public struct ID: Hashable, Sendable {
    /// A number that is given once in a process.
    private let number: UInt64

    /// The last number that was given.
    private static let last = Atomic<UInt64>(0)

    /// Creates an identity that no other container has.
    fileprivate init() { number = Self.last.add(1, ordering: .relaxed).newValue }
  }

  /// The container's identity.
  public let id = ID()

  /// The registrations, and the graphs in which they are active.
  var registry: FixedRegistry { rebuilding.registry }

  /// Rebuilds the container when something has changed.
  let rebuilding: Rebuilding

  /// The containers that this one merges.
  private let children: [DependencyContainer]

  /// What the container follows, for as long as it lives.
  private let tracked = Lock<[ChangeCancellable]>([])

  /// Creates a container and builds its registrations.
  ///
  /// The first run is on the calling thread: a closure that was written on an actor stops the
  /// program if the container is created elsewhere.
  ///
  /// - Parameter dependencies: Builds the registrations: at once, and again after a change.
  /// - Complexity: O(*n*) in the number of dependencies.
  public init(
    @DependencyRegistrarBuilder dependencies: @escaping @isolated(any) () -> DependenciesRegistrar
  ) {
    Self.requireIsolation(to: dependencies.isolation)
    let builder = RegistrarBuilding(dependencies)
    rebuilding = Rebuilding()
    children = []
    rebuilding.start(builder)
  }

  /// Creates a container of everything that other containers hold.
  ///
  /// ```swift
  /// let app = DependencyContainer(merging: [storage, accounts, search])
  /// ```
  ///
  /// The containers are kept. They need not be active themselves. When one of them changes, this
  /// container does; when several change together, it does once.
  ///
  /// - Parameter containers: The containers. Of equal registrations the first container's counts,
  ///   and so it does of those with one name or value and parameters of the same types.
  /// - Complexity: O(*n*) in the number of dependencies.
  public init<SomeSequence: Sequence>(merging containers: SomeSequence)
  where SomeSequence.Element == DependencyContainer {
    let children = Array(containers)
    rebuilding = Rebuilding()
    self.children = children
    // What changes from here on is built once more after the start. One that is merged twice is
    // followed once, so that its change is told of once.
    var followed: Set<ObjectIdentifier> = []
    for child in children where followed.insert(ObjectIdentifier(child)).inserted {
      track(child.rebuilding.follow(by: rebuilding))
    }
    rebuilding.start(
      RegistrarBuilding { DependenciesRegistrar(reducing: children.map(\.registrar)) })
  }

  /// Creates a container without dependencies.
  public convenience init() { self.init { DependenciesRegistrar() } }

  /// Creates a container of everything that other containers hold.
  ///
  /// - Parameters:
  ///   - first: A container.
  ///   - second: Another one.
  ///   - others: Further ones.
  public convenience init(
    merging first: DependencyContainer, _ second: DependencyContainer,
    _ others: DependencyContainer...
  ) {
    self.init(merging: [first, second] + others)
  }

  deinit { rebuilding.stop() }

  /// A new container without dependencies.
  public static var empty: DependencyContainer { DependencyContainer() }

  /// The current registrations.
  package var registrar: DependenciesRegistrar { DependenciesRegistrar(registry.contents) }

  /// Stops the program unless the caller runs on an actor.
  private static func requireIsolation(to actor: (any Actor)?) {
    guard let actor else { return }
    let message = "Create a container on the actor on which its closure is written."
    // The runtime stops without a message off the main queue.
    if actor === MainActor.shared, !MainQueue.isCurrent { fatalError(message) }
    actor.preconditionIsolated(message)
  }

  /// Has containers hold other registrations: one change of each graph, and one event.
  static func install(_ replacements: [(registry: FixedRegistry, contents: RegistrationSet)]) {
    #if DEBUG
      for contents in replacements.map(\.contents) {
        for dropped in contents.droppedRegistrations { dropped.tell() }
      }
    #endif
    FixedRegistry.replaceContents(of: replacements) { graph, added in
      graph.createEagerInstances(of: added)
      graph.changes.send(())
    }
  }

  /// Keeps a subscription for as long as the container lives.
  func track(_ cancellable: ChangeCancellable) { tracked.withLock { $0.append(cancellable) } }
}

extension DependencyContainer: CustomStringConvertible {
  /// The registrations, one to a line, in order: what finds each, its parameters, and its place.
  ///
  /// - Complexity: O(*n*) in the number of dependencies.
  public var description: String { registry.contents.registrations.listed(in: Self.self) }
}

extension DependencyContainer: Equatable {
  /// Whether both are the same container, or hold equal registrations.
  public static func == (lhs: DependencyContainer, rhs: DependencyContainer) -> Bool {
    lhs === rhs || lhs.registrar == rhs.registrar
  }
}

extension DependencyContainer {
  /// Has the container rebuilt when a change source fires.
  ///
  /// ```swift
  /// let container = DependencyContainer { Weather() }
  ///   .invalidated(tracking: settingsChanged)
  /// ```
  ///
  /// Several calls add up, before activation and after it. They last as long as the container.
  ///
  /// - Parameter source: The source.
  /// - Returns: The same container.
  @discardableResult
  public func invalidated(tracking source: ChangeSource) -> DependencyContainer {
    let rebuilding = rebuilding.reference
    track(ChangeCancellable(source.signal.subscribe { rebuilding.object?.trigger() }))
    return self
  }

  /// Has the container rebuilt with each element of a sequence.
  ///
  /// - Parameter sequence: The sequence, which is iterated once. Its end, or an
  ///   error, changes nothing.
  /// - Returns: The same container.
  @discardableResult
  @_disfavoredOverload
  public func invalidated<Changes: AsyncSequence & Sendable>(tracking sequence: Changes)
    -> DependencyContainer
  {
    let rebuilding = rebuilding.reference
    track(follow(sequence) { rebuilding.object?.trigger() })
    return self
  }

  /// Has the container rebuilt when `@Observable` state changes that its own closure does not read.
  ///
  /// ```swift
  /// container.invalidated(tracking: { session.user })
  /// ```
  ///
  /// - Parameter state: Reads the state: at once, and after each change on the actor on which the
  ///   closure was written. Call this on that actor.
  /// - Returns: The same container.
  @discardableResult
  public func invalidated<State>(
    @_inheritActorContext tracking state: @escaping @Sendable @isolated(any) () -> State
  ) -> DependencyContainer {
    let rebuilding = rebuilding.reference
    let tracker = ObservationTracker(
      ActorBound(reading: state), willChange: { rebuilding.object?.trigger(isEarly: true) })
    tracker.arm()
    track(ChangeCancellable { tracker.cancel() })
    return self
  }
}
