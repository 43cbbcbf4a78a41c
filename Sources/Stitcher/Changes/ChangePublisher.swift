#if !(canImport(Combine) || OpenCombine)
  internal import StitcherEngine

  /// A publisher, which sends its future values to closures and to asynchronous iterations.
  ///
  /// ```swift
  /// let cancellable = DependencyGraph.graphChangedPublisher.sink {
  ///   print("The graph has changed.")
  /// }
  ///
  /// for await _ in DependencyGraph.graphChangedPublisher.values {
  ///   print("The graph has changed.")
  /// }
  /// ```
  ///
  /// The publisher replays no value, and neither completes nor fails. A subscriber's closure is
  /// called on the publishing thread, before that thread continues, with no lock held. A closure
  /// that is isolated to an actor is called on that actor; if another thread publishes, the call
  /// follows soon. The closure receives the values in order and one at a time. If thread A runs the
  /// closure while thread B publishes, thread A delivers the value of thread B afterwards. An
  /// iteration that is slower than the changes receives the latest value.
  ///
  /// With Combine or the package trait `OpenCombine`, the library uses publishers of that framework
  /// instead.
  public struct ChangePublisher<Output: Sendable>: Sendable {
    /// The engine's publisher, which sends the values.
    private let signal: SignalPublisher<Output>

    /// Creates a publisher that sends the values of the given signal.
    init(_ signal: Signal<Output>) { self.signal = SignalPublisher(signal) }

    /// Subscribes a closure to all future values.
    ///
    /// - Parameter receiveValue: The closure, which may subscribe, cancel, inject,
    ///   activate and deactivate.
    /// - Returns: The subscription, which ends when it is cancelled or deallocated.
    public func sink(
      @_inheritActorContext receiveValue: @escaping @Sendable @isolated(any) (Output) -> Void
    ) -> ChangeCancellable {
      ChangeCancellable(signal.sink(ActorBound(receiveValue)))
    }

    /// The publisher as an asynchronous sequence of its future values, under the name that Combine
    /// uses. A value that is not read before the next one is dropped.
    public var values: ChangePublisher<Output> { self }
  }

  extension ChangePublisher: AsyncSequence {
    /// Subscribes an iterator to the future values.
    public func makeAsyncIterator() -> AsyncStream<Output>.Iterator {
      signal.values().makeAsyncIterator()
    }
  }
#endif
