internal import StitcherEngine

/// A property wrapper that keeps a container of dependencies active for the lifetime of the
/// property.
///
/// ```swift
/// @Dependencies var container = DependencyContainer {
///   AccountService()
/// }
/// ```
///
/// The container is activated in the graph that was current when the property was created. Copies
/// of the property share the container. It is deactivated when the last copy is deallocated.
@propertyWrapper
public struct Dependencies {
  private let storage: Storage

  /// Creates the property and activates the property's container in the current graph.
  ///
  /// - Parameter wrappedValue: The container; by default an empty one.
  public init(wrappedValue: DependencyContainer = .empty) {
    storage = Storage(wrappedValue)
    storage.graph?.activate(wrappedValue)
  }

  /// The active container of dependencies. An assignment replaces the container in the same way as
  /// ``setContainer(_:completion:)``.
  public var wrappedValue: DependencyContainer {
    get { storage.container }
    set { setContainer(newValue) {} }
  }

  /// Replaces the property's active container with another one, on the calling thread.
  ///
  /// The replacement is one change: no thread sees the dependencies of neither container, or of
  /// both. Dependencies that are equal in both containers keep their instances. Eager dependencies
  /// of the new container are created as in
  /// ``DependencyGraph/activate(_:completion:)-swift.type.method``. Then one graph-changed event is
  /// sent. If several threads replace the container at the same time, only the last container stays
  /// active. Setting the container that is already active changes nothing.
  ///
  /// - Parameters:
  ///   - newValue: The new container. Its place in the order is behind all other active containers.
  ///   - completion: A closure that is called once when the new container is active, also if it
  ///     already was.
  /// - Complexity: The sum of a deactivation and an activation: see
  ///   ``DependencyGraph/deactivate(_:)-swift.type.method``.
  public func setContainer(
    _ newValue: DependencyContainer, completion: @escaping () -> Void
  ) {
    if storage.replace(by: newValue) {
      if let graph = storage.graph?.graph {
        let eager = storage.install(newValue, in: graph)
        graph.createEagerInstances(of: eager)
        graph.notifyOfChange()
      }
    }
    completion()
  }

  /// Replaces the property's active container with another one, and returns as soon as the new
  /// container is active.
  ///
  /// ```swift
  /// await _container.setContainer(DependencyContainer { Mailbox() })
  /// ```
  ///
  /// The method does what ``setContainer(_:completion:)`` does, but on another thread. It also
  /// waits until the eager dependencies that are isolated to actors are created.
  ///
  /// - Parameter newValue: The new container. Its place in the order is behind all other active
  ///   containers.
  /// - Complexity: The sum of a deactivation and an activation: see
  ///   ``DependencyGraph/deactivate(_:)-swift.type.method``.
  nonisolated(nonsending) public func setContainer(_ newValue: DependencyContainer) async {
    guard storage.replace(by: newValue), let graph = storage.graph?.graph else { return }
    let storage = storage
    // Only this thread knows that its state changes are complete. So it marks the containers that
    // read the state as stale, before another thread continues.
    ThreadRecord.current.followNotes()
    await Task.detached(priority: Task.currentPriority) {
      let eager = storage.install(newValue, in: graph)
      await graph.createEagerInstances(onActorsOf: eager)
      graph.notifyOfChange()
    }.value
  }
}

extension Dependencies: Sendable {}

extension Dependencies {
  /// The storage of the property's container and graph, which all copies of the property share.
  private final class Storage: Sendable {
    /// The property's active container and its earlier containers, protected by a lock.
    private struct State {
      /// The container of the property that is active or is being activated.
      var current: DependencyContainer

      /// Earlier containers of the property that are possibly still active.
      var former: [DependencyContainer] = []

      /// The number of times that the container of the property was replaced.
      var number: UInt64 = 0
    }

    /// The lock that protects the containers of the property. It is locked while the graph's lock
    /// is held.
    private let state: Lock<State>

    /// A reference to the graph in which the property was created; `nil` for the graph of the
    /// process.
    private let home = DependencyGraph.home

    init(_ container: DependencyContainer) { state = Lock(State(current: container)) }

    deinit { graph?.deactivate(container) }

    /// The graph in which the container of the property is active; `nil` if the graph was
    /// deallocated.
    var graph: DependencyGraph? {
      guard let home else { return .process }
      return home.object.map { DependencyGraph.of($0) }
    }

    /// The container of the property that is active or is being activated.
    var container: DependencyContainer { state.withLock { $0.current } }

    /// Stores another container as the property's current one; returns `false` if it is the current
    /// one already.
    func replace(by container: DependencyContainer) -> Bool {
      state.withLock { state in
        guard state.current !== container else { return false }
        state.former.append(state.current)
        state.current = container
        state.number += 1
        return true
      }
    }

    /// Activates the property's current container and deactivates its earlier ones, in one change
    /// of the graph.
    ///
    /// Each thread that has replaced the container calls this method, and the first thread does the
    /// work for all. If thread B replaces the container while thread A prepares the change, thread
    /// A repeats it with the container of thread B.
    ///
    /// - Returns: The eager registrations of the new container, if it is still the current one.
    func install(
      _ container: DependencyContainer, in graph: Graph
    ) -> [Registration] {
      StorageCleaner.start()
      container.registry.refreshAfterOwnChanges()
      var number: UInt64 = 0
      graph.replace {
        let state = state.withLock { $0 }
        number = state.number
        let former = state.former.filter { $0 !== state.current }
        return (former.map(\.registry), state.current.registry, state.current)
      } while: {
        state.withLock { $0.number == number }
      }
      let done = state.withLock { state in
        guard state.number == number else { return [DependencyContainer]() }
        let done = state.former
        state.former = []
        return done
      }
      // The last reference to a container may be released here, so the lock must not be held.
      _ = consume done
      guard self.container === container else { return [] }
      DependencyGraph.printMistakes(in: container.registry, active: [graph])
      return container.registry.contents.eagerRegistrations
    }
  }
}
