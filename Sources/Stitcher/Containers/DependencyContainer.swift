internal import Observation
internal import StitcherEngine

/// A set of dependencies, built from statements, that can be activated in a ``DependencyGraph``.
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
/// The closure runs when the container is created. It runs again after a change of `@Observable`
/// state that it reads, and after a change that ``invalidated(tracking:)-(ChangeSource)`` follows.
/// Registrations that are equal to earlier ones keep their instances.
///
/// After the statement that changed the state, an injection on the same thread or actor sees the
/// new dependencies. Other threads see them after the actor's next turn or within 16 ms, or after
/// 100 ms if the mutation itself takes longer. ``waitForUpdates()`` waits for this update.
///
/// - A closure that is isolated to an actor runs only on that actor. Any other closure runs on the
///   thread that injects. Do not inject while you hold a lock that the closure takes. The closure
///   may run more than once for one change, so it should only read.
/// - Observation notifies before the state is changed. If an observer of the change injects more
///   than three times, later injections see the old state until the update, which follows within 16
///   ms.
/// - If another thread than the closure's actor takes more than 100 ms for a mutation, other
///   threads may miss the mutation until the next change. Call ``rebuild()`` after such a mutation.
///
/// If several containers read the same state, on one actor or on none, they are replaced together,
/// with one graph-changed event. If the state is changed only after the update, a second event
/// follows.
///
/// The id of the group in the example is the user. Another user has another id, so the mailbox is a
/// different dependency: see ``Dependency/id(_:)``.
///
/// All members are thread-safe.
public final class DependencyContainer: Identifiable, Sendable {
  /// The identity of a container, unique in the process.
  public struct ID: Hashable, Sendable {
    /// The number that identifies the container, unique in the process.
    private let number: UInt64

    /// The number of the container that was created last.
    private static let last = AtomicBox<UInt64>(0)

    /// Creates an identity that no other container in the process has.
    fileprivate init() { number = Self.last.add(1, ordering: .relaxed) }
  }

  /// The identity of the container.
  public let id = ID()

  /// The registry that holds the container's registrations.
  let registry: DeclaredRegistry

  /// The builders of this container and of all merged containers.
  private let builders: [ContainerBuilder]

  /// The merged containers, which this container retains.
  private let children: [DependencyContainer]

  /// The subscriptions that the method ``invalidated(tracking:)-(ChangeSource)`` has made; they are
  /// cancelled when the container is deallocated.
  private let tracked = Lock<[ChangeCancellable]>([])

  /// Creates a container and builds its registrations by running the given closure.
  ///
  /// The first build runs on the calling thread. If the closure is isolated to an actor and the
  /// caller runs elsewhere, the program stops. If a container is the initial value of a property,
  /// its closure does not inherit the actor of the surrounding type. To read that actor's state,
  /// write `DependencyContainer { @MainActor in … }`.
  ///
  /// - Parameter dependencies: The closure that builds the registrations: at once, and after each
  ///   change.
  /// - Complexity: O(*n*) in the number of dependencies.
  @available(swift, introduced: 6)
  public init(
    @DependencyRegistrarBuilder @_inheritActorContext
    dependencies: @escaping @Sendable @isolated(any) () -> DependenciesRegistrar
  ) {
    Self.requireIsolation(to: dependencies.isolation)
    let builder = ContainerBuilder(dependencies)
    (registry, builders) = (builder.registry, [builder])
    children = []
  }

  /// Creates a container and builds its registrations by running the given closure; used by code in
  /// Swift 5 mode.
  ///
  /// In Swift 5 mode, neither the closure nor the factories in the closure are checked for data
  /// races. `@preconcurrency` has the same effect in Swift 6 mode, so Swift 6 mode has an
  /// initializer of its own.
  ///
  /// - Parameters:
  ///   - dependencies: The closure that builds the registrations: at once, and after each change.
  ///     Unless the closure belongs to an actor, all state that it reads must be safe to read on
  ///     any thread.
  ///   - _: Unused; distinguishes the initializer from the one for Swift 6 mode.
  /// - Complexity: O(*n*) in the number of dependencies.
  @available(swift, obsoleted: 6)
  @preconcurrency
  public convenience init(
    @DependencyRegistrarBuilder @_inheritActorContext
    dependencies: @escaping @Sendable @isolated(any) () -> DependenciesRegistrar, _: Void = ()
  ) {
    self.init(dependencies: dependencies)
  }

  /// Creates a container with the registrations of several other containers.
  ///
  /// ```swift
  /// let app = DependencyContainer(merging: [storage, accounts, search])
  /// ```
  ///
  /// The containers are retained. They need not be active themselves. When one of them changes,
  /// this container changes as well. When several of them change together, this container changes
  /// once.
  ///
  /// - Parameters:
  ///   - unlabeled: Unused; see `_ContainerStatements`.
  ///   - containers: The containers. Of equal registrations, the one in the first container is
  ///     used. Registrations with the same name or value and parameters of the same types count as
  ///     equal.
  /// - Complexity: O(*n*) in the number of dependencies.
  public init<SomeSequence: Sequence>(
    @_ContainerStatements _ unlabeled: () -> Never = { fatalError("unused") },
    merging containers: SomeSequence? = nil
  ) where SomeSequence.Element == DependencyContainer {
    children = containers.map { Array($0) } ?? []
    builders = children.flatMap(\.builders)
    registry = DeclaredRegistry(merging: children.map(\.registry))
  }

  /// Creates an empty container.
  public convenience init() { self.init { DependenciesRegistrar() } }

  /// Creates a container with the registrations of several other containers.
  ///
  /// - Parameters:
  ///   - unlabeled: Unused; see `_ContainerStatements`.
  ///   - first: The first container.
  ///   - others: Further containers.
  @_disfavoredOverload
  public convenience init<Container: DependencyContainer>(
    @_ContainerStatements _ unlabeled: () -> Never = { fatalError("unused") },
    merging first: Container? = nil, _ others: DependencyContainer...
  ) {
    let start: [DependencyContainer] = first.map { [$0] } ?? []
    self.init(merging: start + others)
  }

  deinit { if children.isEmpty { for builder in builders { builder.stop() } } }

  /// A new, empty container.
  public static var empty: DependencyContainer { DependencyContainer() }

  /// The current registrations of the container.
  package var registrar: DependenciesRegistrar { DependenciesRegistrar(registry.contents) }

  /// Stops the program if the closure has an actor and the caller does not run on that actor.
  private static func requireIsolation(to actor: (any Actor)?) {
    guard let actor else { return }
    let message = "Create a container on the actor on which its closure is written."
    // For the main actor, the runtime's own check would stop without this message.
    if actor === MainActor.shared, !MainQueue.isCurrent { fatalError(message) }
    actor.preconditionIsolated(message)
  }

  /// Returns a closure that notifies the container's builders. The closure does not retain the
  /// container.
  ///
  /// - Parameter notify: Called for each builder. By default, says that the calling thread changes
  ///   the state from which the container is built.
  func makeTrigger(_ notify: @escaping @Sendable (ContainerBuilder) -> Void = { $0.notify() })
    -> @Sendable () -> Void
  {
    // A container that is merged twice has one builder, which is notified once.
    var seen = Set<ObjectIdentifier>()
    let references = builders.map(\.reference).filter {
      seen.insert(ObjectIdentifier($0)).inserted
    }
    return { for case let builder? in references.map(\.object) { notify(builder) } }
  }

  /// Stores a subscription until the container is deallocated.
  func track(_ cancellable: ChangeCancellable) { tracked.withLock { $0.append(cancellable) } }
}

extension DependencyContainer: CustomStringConvertible {
  /// A text with one registration per line: its keys, parameters and source location; then the
  /// decorators.
  ///
  /// - Complexity: O(*n*) in the number of dependencies.
  public var description: String {
    let contents = registry.contents
    return contents.registrations.listed(in: Self.self, with: contents.decorations)
  }
}

extension DependencyContainer {
  /// Rebuilds the container now, even if no change was observed.
  ///
  /// The closure runs again, and its result replaces the dependencies. If the container is active,
  /// one graph-changed event follows. If the closure is isolated to an actor, and the caller runs
  /// elsewhere, the actor rebuilds the container in its next turn: ``waitForUpdates()`` waits for
  /// it.
  ///
  /// - Complexity: O(*n*) in the number of the container's dependencies.
  public func rebuild() {
    makeTrigger { $0.notify(isOnThread: false) }()
    registry.refreshAfterOwnChanges()
  }

  /// Waits until the container has been rebuilt for earlier changes of its state, and the events of
  /// these changes have been sent.
  ///
  /// The call waits for the actors on which the container's closures were written, so do not block
  /// such an actor meanwhile.
  public func waitForUpdates() async {
    await UpdateScheduler.current.settled(
      Set(builders.map { builder in builder.actor.map { ObjectIdentifier($0) } }))
  }
}

extension DependencyContainer: Equatable {
  /// Returns whether two containers are the same object or contain equal registrations.
  public static func == (lhs: DependencyContainer, rhs: DependencyContainer) -> Bool {
    lhs === rhs || lhs.registrar == rhs.registrar
  }
}

extension DependencyContainer {
  /// Rebuilds the container whenever a change source fires.
  ///
  /// ```swift
  /// let container = DependencyContainer { Weather() }
  ///   .invalidated(tracking: settingsChanged)
  /// ```
  ///
  /// Several calls are combined, before and after activation. The subscription lasts as long as the
  /// container.
  ///
  /// - Parameter source: The source.
  /// - Returns: The same container.
  @discardableResult
  public func invalidated(tracking source: ChangeSource) -> DependencyContainer {
    let trigger = makeTrigger()
    track(ChangeCancellable(source.signal.subscribe { trigger() }))
    return self
  }

  /// Rebuilds the container each time that an asynchronous sequence yields an element.
  ///
  /// - Parameter sequence: The sequence, which is iterated once. Its end or an error does not
  ///   rebuild the container.
  /// - Returns: The same container.
  @discardableResult
  @_disfavoredOverload
  public func invalidated<Changes: AsyncSequence & Sendable>(tracking sequence: Changes)
    -> DependencyContainer
  {
    track(follow(sequence, perform: makeTrigger { $0.notify(isOnThread: false) }))
    return self
  }

  /// Rebuilds the container after each change of `@Observable` state. The container's own closure
  /// does not have to read that state.
  ///
  /// ```swift
  /// container.invalidated(tracking: { session.user })
  /// ```
  ///
  /// If the closure is isolated to an actor, and another thread changes the state, further changes
  /// are noticed only after the actor has read the state again, 2 to 16 ms later. The container is
  /// then rebuilt once more, since the state may have changed before that read.
  ///
  /// - Parameter state: A closure that reads the state: at once, and after each change, on the
  ///   actor on which it was written. Call this method on that actor.
  /// - Returns: The same container.
  @discardableResult
  public func invalidated<State>(
    @_inheritActorContext tracking state: @escaping @Sendable @isolated(any) () -> State
  ) -> DependencyContainer {
    let tracker = StateTracker(
      ActorBound(reading: state), willChange: makeTrigger(),
      mayHaveChanged: makeTrigger { $0.changeHasLanded() })
    tracker.start()
    track(ChangeCancellable { tracker.cancel() })
    return self
  }
}

/// A result builder for an unused closure parameter, which only helps the compiler to match a
/// container's statements with the right parameter.
///
/// The unused parameter comes before `merging:` in ``DependencyContainer/init(_:merging:)`` and
/// accepts only an empty closure. Without it, the compiler would report an error in a statement at
/// the wrong place.
@resultBuilder
public enum _ContainerStatements {
  /// Accepts a closure without statements. A closure with statements does not compile.
  ///
  /// The closure never runs.
  public static func buildBlock() -> Never { fatalError("unused") }
}
