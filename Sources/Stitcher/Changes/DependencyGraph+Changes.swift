#if canImport(Combine) || OpenCombine
  public import StitcherEngine

  extension DependencyGraph {
    /// Publishes each change of what can be injected: activations, deactivations
    /// and rebuilt containers.
    ///
    /// ```swift
    /// DependencyGraph.graphChangedPublisher
    ///   .sink { print("The graph has changed.") }
    ///   .store(in: &cancellables)
    /// ```
    ///
    /// Subscribers are called on the thread that makes the change, before that goes on. They see
    /// the new graph, and may inject, activate, deactivate, subscribe and cancel. A subscriber
    /// gets the events one at a time: while a thread is in it, those of other threads are left
    /// to that one. There is no replay, no end and no failure. While a subscriber wants no
    /// event, one waits.
    ///
    /// The publisher may be used from any thread. Its `values` are an asynchronous sequence, which
    /// an actor may iterate over.
    ///
    /// It is the current graph's, and that of its parents.
    public static var graphChangedPublisher: AnyPublisher<Void, Never> {
      current.graphChangedPublisher
    }

    /// Publishes each change of what can be injected from this graph, as
    /// ``graphChangedPublisher-swift.type.property`` does for the current one.
    public var graphChangedPublisher: AnyPublisher<Void, Never> {
      SignalPublisher(graph.allChanges).eraseToAnyPublisher()
    }
  }
#else
  internal import StitcherEngine

  extension DependencyGraph {
    /// Publishes each change of what can be injected: activations, deactivations
    /// and rebuilt containers.
    ///
    /// ```swift
    /// let subscription = DependencyGraph.graphChangedPublisher.sink {
    ///   print("The graph has changed.")
    /// }
    /// ```
    ///
    /// The value is an `AsyncSequence`, too. Subscribers see the new graph, and may inject,
    /// activate and deactivate. With Combine or the package trait `OpenCombine`, it is an
    /// `AnyPublisher`.
    public static var graphChangedPublisher: ChangePublisher<Void> {
      current.graphChangedPublisher
    }

    /// Publishes each change of what can be injected from this graph: its own, and those of its
    /// parents.
    public var graphChangedPublisher: ChangePublisher<Void> { ChangePublisher(graph.allChanges) }
  }
#endif

extension DependencyGraph {
  /// Waits until everything that was changed before the call has been followed by all containers,
  /// and told of.
  ///
  /// ```swift
  /// session.user = ada
  /// await DependencyGraph.settled()
  /// ```
  ///
  /// It is of use to those who are not on the thread or the actor that made the change, and in
  /// tests of events. Who injects on the same thread or actor need not wait.
  public static func settled() async { await UpdateScheduler.current.settled() }

  /// Waits until everything that was changed before the call has been followed by all containers,
  /// and told of, as ``settled()-swift.type.method`` does.
  public func settled() async { await UpdateScheduler.current.settled() }
}
