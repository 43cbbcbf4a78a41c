internal import Observation
internal import StitcherEngine

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
/// The closure runs when the container is created. If it reads `@Observable` state, it runs again
/// after a change of that state, and after a change that ``invalidated(tracking:)-(ChangeSource)``
/// follows. Registrations that are equal to earlier ones keep their instances.
///
/// After the statement that changed the state, an injection on the same thread or actor sees the
/// new dependencies. Other threads see them after the actor's next turn or within 16 ms, or after
/// 100 ms if the mutation itself takes longer. ``settled()`` waits for that.
///
/// - A closure that was written on an actor runs there and nowhere else. Any other closure runs on
///   the thread that injects, so do not inject while you hold a lock that the closure takes. It may
///   run more than once for one change, so it should only read.
/// - Observation notifies before the change lands. An observer of the change that injects more than
///   three times hides the change until the update, which follows within 16 ms.
/// - If a mutation takes more than 100 ms on another thread than the closure's actor, other threads
///   may miss it until the next change. Call ``rebuild()`` after such a mutation.
///
/// Containers that follow one change, on one actor or on none, are replaced together, with one
/// graph-changed event. A change that lands later than the update sends a second event.
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
    private static let last = AtomicBox<UInt64>(0)

    /// Creates an identity that no other container has.
    fileprivate init() { number = Self.last.add(1, ordering: .relaxed) }
  }

  /// The container's identity.
  public let id = ID()

  /// The registrations, and the graphs in which they are active.
  let registry: DeclaredRegistry

  /// What runs the closure again when something has changed; those of all that are merged here.
  private let builders: [ContainerBuilder]

  /// The containers that are merged here: they live as long as this one, with what they follow.
  private let children: [DependencyContainer]

  /// What the container follows, for as long as it lives.
  private let tracked = Lock<[ChangeCancellable]>([])

  /// Creates a container and builds its registrations.
  ///
  /// The first run is on the calling thread: a closure that was written on an actor stops the
  /// program if the container is created elsewhere. Where a property's initial value is a
  /// container, a closure that reads an actor's state says so, since the compiler does not take it
  /// from the surrounding type: `DependencyContainer { @MainActor in … }`.
  ///
  /// - Parameter dependencies: Builds the registrations: at once, and again after a change.
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

  /// Creates a container and builds its registrations, in Swift 5 mode.
  ///
  /// In Swift 5 mode, neither the closure nor the factories in the closure are checked for data
  /// races. `@preconcurrency` has the same effect in Swift 6 mode, so Swift 6 mode has an
  /// initializer of its own.
  ///
  /// - Parameters:
  ///   - dependencies: Builds the registrations: at once, and again after a change. Whatever the
  ///     closure reads must be safe to read on any thread, unless the closure belongs to an actor.
  ///   - _: Tells the initializer from the initializer for Swift 6 mode.
  /// - Complexity: O(*n*) in the number of dependencies.
  @available(swift, obsoleted: 6)
  @preconcurrency
  public convenience init(
    @DependencyRegistrarBuilder @_inheritActorContext
    dependencies: @escaping @Sendable @isolated(any) () -> DependenciesRegistrar, _: Void = ()
  ) {
    self.init(dependencies: dependencies)
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
  /// - Parameters:
  ///   - unlabeled: Unused; see ``ContainerStatements``.
  ///   - containers: The containers. Of equal registrations the first container's counts, and so it
  ///     does of those with one name or value and parameters of the same types.
  /// - Complexity: O(*n*) in the number of dependencies.
  public init<SomeSequence: Sequence>(
    @ContainerStatements _ unlabeled: () -> Never = { fatalError("unused") },
    merging containers: SomeSequence? = nil
  ) where SomeSequence.Element == DependencyContainer {
    children = containers.map { Array($0) } ?? []
    builders = children.flatMap(\.builders)
    registry = DeclaredRegistry(merging: children.map(\.registry)) { contents in
      DependenciesRegistrar(reducing: contents.map { DependenciesRegistrar($0) }).base
    }
  }

  /// Creates a container without dependencies.
  public convenience init() { self.init { DependenciesRegistrar() } }

  /// Creates a container of everything that other containers hold.
  ///
  /// - Parameters:
  ///   - unlabeled: Unused; see ``ContainerStatements``.
  ///   - first: A container.
  ///   - others: Further ones.
  @_disfavoredOverload
  public convenience init<Container: DependencyContainer>(
    @ContainerStatements _ unlabeled: () -> Never = { fatalError("unused") },
    merging first: Container? = nil, _ others: DependencyContainer...
  ) {
    let start: [DependencyContainer] = first.map { [$0] } ?? []
    self.init(merging: start + others)
  }

  deinit { if children.isEmpty { for builder in builders { builder.stop() } } }

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

  /// Returns what notes a change for which the container is rebuilt, as long as it lives.
  ///
  /// - Parameter isOnThread: Whether the thread that calls it makes the change.
  func makeTrigger(isOnThread: Bool = true) -> @Sendable () -> Void {
    // One that is merged twice is built once.
    var seen: Set<ObjectIdentifier> = []
    let references = builders.map(\.reference).filter {
      seen.insert(ObjectIdentifier($0)).inserted
    }
    return {
      for reference in references {
        reference.object?.notify(isOnThread: isOnThread)
      }
    }
  }

  /// Keeps a subscription for as long as the container lives.
  func track(_ cancellable: ChangeCancellable) { tracked.withLock { $0.append(cancellable) } }
}

extension DependencyContainer: CustomStringConvertible {
  /// The registrations, one to a line, in order: what finds each, its parameters, and its place;
  /// then the decorators.
  ///
  /// - Complexity: O(*n*) in the number of dependencies.
  public var description: String {
    let contents = registry.contents
    return contents.registrations.listed(in: Self.self, with: contents.decorations)
  }
}

extension DependencyContainer {
  /// Runs the closure now, whatever has changed, and replaces the dependencies by what it returns.
  ///
  /// One graph-changed event is sent soon, if the container is active. Where the closure was
  /// written on an actor, and the caller is elsewhere, the actor does it next: ``settled()`` waits
  /// for it.
  ///
  /// - Complexity: O(*n*) in the number of the container's dependencies.
  public func rebuild() {
    makeTrigger(isOnThread: false)()
    registry.refreshAfterOwnChanges()
  }

  /// Waits until everything that was changed before the call has been followed by this container,
  /// and told of.
  ///
  /// It waits for the actors on which the container's closures were written, so do not block one
  /// of them meanwhile.
  public func settled() async {
    await UpdateScheduler.current.settled(
      Set(builders.map { builder in builder.actor.map { ObjectIdentifier($0) } }))
  }
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
    let trigger = makeTrigger()
    track(ChangeCancellable(source.signal.subscribe { trigger() }))
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
    track(follow(sequence, perform: makeTrigger(isOnThread: false)))
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
    let tracker = StateTracker(ActorBound(reading: state), willChange: makeTrigger())
    tracker.start()
    track(ChangeCancellable { tracker.cancel() })
    return self
  }
}

/// The builder of an unused first parameter, which takes an unlabeled trailing closure away from
/// the parameter behind it.
///
/// So the compiler never takes the statements of a container for the sequence of
/// ``DependencyContainer/init(_:merging:)``, and an error about a statement names the statement.
@resultBuilder
public enum ContainerStatements {
  /// Accepts a closure without statements.
  public static func buildBlock() -> Never { fatalError("unused") }
}
