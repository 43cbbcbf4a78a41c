#if !(canImport(Combine) || OpenCombine)
  internal import StitcherEngine

  /// A publisher of values as they come, which is an asynchronous sequence, too.
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
  /// There is no replay, no end and no failure. A subscriber's closure is called on the thread that
  /// publishes, before that goes on, with no lock held. A closure that was written on an actor is
  /// called on that actor, a little later if the thread is another one. It gets the values in their
  /// order and one at a time: while a thread is in the closure, the values that others publish are
  /// left to it.
  /// An iteration that is slower than the changes sees the latest value.
  ///
  /// With Combine or the package trait `OpenCombine`, publishers of that library take its place.
  public struct ChangePublisher<Output: Sendable>: Sendable {
    /// Sends the values.
    private let signal: SignalPublisher<Output>

    /// Creates a publisher of a signal's values.
    init(_ signal: Signal<Output>) { self.signal = SignalPublisher(signal) }

    /// Calls a closure with each value from now on.
    ///
    /// - Parameter receiveValue: The closure, which may subscribe, cancel, inject,
    ///   activate and deactivate.
    /// - Returns: The subscription. It ends when it is cancelled or released.
    public func sink(
      @_inheritActorContext receiveValue: @escaping @Sendable @isolated(any) (Output) -> Void
    ) -> ChangeCancellable {
      ChangeCancellable(signal.sink(ActorBound(receiveValue)))
    }

    /// The values as an asynchronous sequence, spelled as publishers spell it.
    public var values: ChangePublisher<Output> { self }
  }

  extension ChangePublisher: AsyncSequence {
    /// The values, one by one.
    public struct AsyncIterator: AsyncIteratorProtocol {
      /// The values that were published since the iteration began.
      var base: AsyncStream<Output>.Iterator

      /// Returns the next value, or nil if the task was cancelled.
      public mutating func next() async -> Output? { await base.next() }

      /// Returns the next value, or nil if the task was cancelled.
      public mutating func next(isolation actor: isolated (any Actor)?) async -> Output? {
        await base.next(isolation: actor)
      }
    }

    /// Subscribes, and returns the values from now on. A value that is not read before the next one
    /// comes is dropped.
    public func makeAsyncIterator() -> AsyncIterator {
      AsyncIterator(base: signal.values().makeAsyncIterator())
    }
  }
#endif
