internal import StitcherEngine

/// A property that keeps a container active for as long as it lives.
///
/// ```swift
/// @Dependencies var container = DependencyContainer {
///   AccountService()
/// }
/// ```
///
/// It does so in the graph that was current when it was made, for as long as that is there. Copies
/// share the container; it is deactivated when the last one goes.
@propertyWrapper
public struct Dependencies {
  /// The container, shared by all copies.
  private let storage: Storage

  /// Activates a container.
  ///
  /// - Parameter wrappedValue: The container; by default an empty one.
  public init(wrappedValue: DependencyContainer = .empty) {
    storage = Storage(wrappedValue)
    storage.graph?.activate(wrappedValue)
  }

  /// The active container. Setting another one replaces it, as
  /// ``setContainer(_:completion:)`` does.
  public var wrappedValue: DependencyContainer {
    get { storage.container }
    set { setContainer(newValue) {} }
  }

  /// Replaces the container, if it is not the same, on the calling thread.
  ///
  /// That is one change: no thread finds the dependencies of neither, or of both, and those that
  /// are equal keep their instances. Then eager dependencies of the new one are created, as by
  /// ``DependencyGraph/activate(_:completion:)-swift.type.method``, and one graph-changed event is
  /// sent. If several threads, factories or subscribers replace the container, only the last one
  /// stays active.
  ///
  /// - Parameters:
  ///   - newValue: The container to be active from now on, behind all others.
  ///   - completion: Is called once, when it is; also if it was already.
  /// - Complexity: That of ``DependencyGraph/deactivate(_:)-swift.type.method`` and of an
  ///   activation.
  public func setContainer(
    _ newValue: DependencyContainer, completion: @escaping () -> Void
  ) {
    if storage.replace(by: newValue) {
      if let graph = storage.graph?.graph {
        let eager = storage.install(newValue, in: graph)
        graph.createEagerInstances(of: eager)
        graph.tellOfChange()
      }
    }
    completion()
  }

  /// Replaces the container, if it is not the same, and returns when the new one is active.
  ///
  /// ```swift
  /// await _container.setContainer(DependencyContainer { Mailbox() })
  /// ```
  ///
  /// It does what ``setContainer(_:completion:)`` does, on another thread. Eager dependencies of
  /// actors are there as well when it returns.
  ///
  /// - Parameter newValue: The container to be active from now on, behind all others.
  /// - Complexity: That of ``DependencyGraph/deactivate(_:)-swift.type.method`` and of an
  ///   activation.
  nonisolated(nonsending) public func setContainer(_ newValue: DependencyContainer) async {
    guard storage.replace(by: newValue), let graph = storage.graph?.graph else { return }
    let storage = storage
    // Only this thread knows that its changes have landed.
    ThreadRecord.current.followNotes()
    await Task.detached(priority: Task.currentPriority) {
      let eager = storage.install(newValue, in: graph)
      await graph.createEagerInstances(onActorsOf: eager)
      graph.tellOfChange()
    }.value
  }
}

extension Dependencies: Sendable {}

extension Dependencies {
  /// The container that copies of the property share.
  private final class Storage: Sendable {
    /// What changes under the lock.
    private struct State {
      /// The container that is active, or is about to be.
      var current: DependencyContainer

      /// Those before it that may be active still.
      var former: [DependencyContainer] = []

      /// How often the container was replaced.
      var number: UInt64 = 0
    }

    /// The container and what came before it; locked within the graph's lock.
    private let state: Lock<State>

    /// The graph that was current; nil for that of the process.
    private let home = DependencyGraph.home

    /// Holds a container.
    init(_ container: DependencyContainer) { state = Lock(State(current: container)) }

    deinit { graph?.deactivate(container) }

    /// The graph in which the container is active; nil if it has gone.
    var graph: DependencyGraph? {
      guard let home else { return .process }
      return home.object.map { DependencyGraph.of($0) }
    }

    /// The container.
    var container: DependencyContainer { state.withLock { $0.current } }

    /// Holds another container; returns whether it is another one.
    func replace(by container: DependencyContainer) -> Bool {
      state.withLock { state in
        guard state.current !== container else { return false }
        state.former.append(state.current)
        state.current = container
        state.number += 1
        return true
      }
    }

    /// Has the graph hold the container of the moment and none of those before, in one change;
    /// returns what is eager in a new one, if it is still there.
    ///
    /// Whoever has replaced the container calls this, and whoever comes first does it for all: the
    /// change counts only if the container was not replaced meanwhile.
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
      // The last reference to a container may go here, outside the lock.
      _ = consume done
      guard self.container === container else { return [] }
      DependencyGraph.tellOfMistakes(in: container.registry, active: [graph])
      return container.registry.contents.eagerRegistrations
    }
  }
}
