#if canImport(Combine) || OpenCombine
  public import StitcherEngine

  extension DependencyGraph {
    /// A publisher of all changes of the current graph: activations, deactivations and rebuilt
    /// containers.
    ///
    /// ```swift
    /// DependencyGraph.graphChangedPublisher
    ///   .sink { print("The graph has changed.") }
    ///   .store(in: &cancellables)
    /// ```
    ///
    /// Subscribers are called on the thread that makes the change, before that thread continues.
    /// They see the changed graph, and may inject, activate, deactivate, subscribe and cancel. A
    /// subscriber receives the events one at a time. If thread A runs the subscriber while thread B
    /// changes the graph, thread A delivers the event of thread B afterwards. The publisher replays
    /// no event, and neither completes nor fails. While a subscriber has no demand, one event is
    /// buffered.
    ///
    /// The publisher may be used from any thread. Its `values` are an asynchronous sequence, which
    /// an actor may iterate over.
    ///
    /// Changes of the graph's parents are published as well.
    public static var graphChangedPublisher: AnyPublisher<Void, Never> {
      current.graphChangedPublisher
    }

    /// A publisher of all changes of this graph and its parents.
    ///
    /// See ``graphChangedPublisher-swift.type.property`` for the details.
    public var graphChangedPublisher: AnyPublisher<Void, Never> {
      SignalPublisher(graph.allChanges).eraseToAnyPublisher()
    }
  }
#else
  internal import StitcherEngine

  extension DependencyGraph {
    /// A publisher of all changes of the current graph: activations, deactivations and rebuilt
    /// containers.
    ///
    /// ```swift
    /// let subscription = DependencyGraph.graphChangedPublisher.sink {
    ///   print("The graph has changed.")
    /// }
    /// ```
    ///
    /// Its `values` are an asynchronous sequence. Subscribers see the changed graph, and may
    /// inject, activate and deactivate. With Combine or the package trait `OpenCombine`, the
    /// property is an `AnyPublisher`.
    public static var graphChangedPublisher: ChangePublisher<Void> {
      current.graphChangedPublisher
    }

    /// A publisher of all changes of this graph and its parents.
    public var graphChangedPublisher: ChangePublisher<Void> { ChangePublisher(graph.allChanges) }
  }
#endif

extension DependencyGraph {
  /// Waits until all containers have been rebuilt for earlier changes of their state, and the
  /// events of these changes have been sent.
  ///
  /// ```swift
  /// session.user = ada
  /// await DependencyGraph.waitForUpdates()
  /// ```
  ///
  /// Call this method from another thread or actor than that of the change, and in tests of events.
  /// An injection on the thread or actor of the change sees the new state without waiting.
  public static func waitForUpdates() async { await UpdateScheduler.current.settled() }
}
