internal import StitcherEngine
internal import Synchronization

/// The graph behind the static members once there is one, as bits: a lazy property costs more at
/// each read.
private let liveGraph = Atomic<UInt>(0)

/// The dependencies of all active containers.
///
/// ```swift
/// DependencyGraph.activate(container)
/// let accounts: any Accounts = try DependencyGraph.inject()
/// ```
///
/// All members may be used from any thread, also from factories, hooks and subscribers. No lock is
/// held while such code runs. When an activation or deactivation returns, every thread sees it.
public enum DependencyGraph {
  /// The graph behind the static members.
  static let shared: Graph = {
    let graph = Graph(
      hook: InstantiationHook(
        // What an optional holds shows only in the instance.
        applies: { $0 is any PostInstantiationAware.Type || $0 is any OptionalDependency.Type },
        call: { ($0 as? any PostInstantiationAware)?.didInstantiate() }))
    liveGraph.store(Borrowed(graph).bits, ordering: .releasing)
    return graph
  }()

  /// The graph behind the static members, in a way that costs little: it is never released.
  @inline(__always)
  static var lent: Borrowed<Graph> {
    Borrowed(optional: liveGraph.load(ordering: .acquiring)) ?? Borrowed(shared)
  }

  /// Activates a container, so that its dependencies can be injected.
  ///
  /// Eager dependencies are created before the call returns; those of an actor on which the caller
  /// does not run soon after, there. An active container keeps its place in the order; its eager
  /// dependencies are looked after again. One graph-changed event is sent.
  ///
  /// In asynchronous code, `activate(container)` is the form below and needs `await`.
  ///
  /// - Parameters:
  ///   - container: The container; the graph keeps it.
  ///   - completion: Is called once, after all of that, on the calling thread.
  /// - Complexity: O(*n*) in the number of the container's dependencies.
  public static func activate(
    _ container: DependencyContainer, completion: @escaping () -> Void = {}
  ) {
    add(container)
    shared.createEagerInstances(of: container.registry.contents.eagerRegistrations)
    shared.changes.send(())
    completion()
  }

  /// Activates a container without blocking the caller's actor while eager
  /// dependencies are created.
  ///
  /// When it returns, they are there, those of actors as well, and one graph-changed event was
  /// sent, on another thread.
  ///
  /// - Parameter container: The container; the graph keeps it.
  /// - Complexity: O(*n*) in the number of the container's dependencies.
  public static func activate(_ container: DependencyContainer) async {
    await Task.detached(priority: Task.currentPriority) {
      add(container)
      await shared.createEagerInstances(onActorsOf: container.registry.contents.eagerRegistrations)
      shared.changes.send(())
    }.value
  }

  /// Has a container be active, without what is eager in it and without the event.
  private static func add(_ container: DependencyContainer) {
    StorageCleaner.start()
    container.registry.followChanges()
    let wasActive = shared.isActive(container.registry)
    shared.activate(container.registry, keeping: container)
    if !wasActive { tellOfMistakes(in: container.registry) }
  }

  /// Tells, in debug builds and once for each place, of what is registered in an active container
  /// by a type that it is not of, and of what does not count, since something equal does.
  static func tellOfMistakes(in registry: FixedRegistry) {
    #if DEBUG
      UnrelatedTypes.tell(of: registry.contents.registrations)
      for dropped in shared.droppedRegistrations(of: registry) { dropped.tell() }
    #endif
  }

  /// Deactivates a container and releases its instances. Does nothing if it is not active.
  ///
  /// An instance that another active container has an equal registration for stays. One
  /// graph-changed event is sent on the calling thread.
  ///
  /// - Parameter container: The container.
  /// - Complexity: O(*n* × *c*) in the number of the container's dependencies and that
  ///   of active containers.
  public static func deactivate(_ container: DependencyContainer) {
    if shared.deactivate(container.registry) { shared.changes.send(()) }
  }

  /// Deactivates all containers and releases all instances. One graph-changed event is sent
  /// in any case.
  ///
  /// - Complexity: O(*n*) in the number of active dependencies.
  public static func deactivateAll() {
    shared.deactivateAll()
    shared.changes.send(())
  }

  /// Forgets the records of objects that are gone. Affects no instance that is alive.
  ///
  /// - Complexity: O(*n*) in the number of active dependencies.
  public static func releaseUnusedStorage() { shared.releaseUnusedStorage() }
}
