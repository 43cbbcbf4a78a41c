internal import StitcherEngine

extension StitchPublished {
  /// The changes of a property: something to subscribe to, and an asynchronous sequence.
  ///
  /// ```swift
  /// for await loggedIn in $store.isLoggedIn { print(loggedIn) }
  /// ```
  ///
  /// A value is published if it differs from the last one; the first one from the value that the
  /// property had when the publisher was made. Nothing is replayed, and there is no end. All
  /// subscriptions of one publisher get the same values.
  ///
  /// Values are always published later than the change, on the main actor: changes that come
  /// together are one, and the last value counts. So a program whose main thread is blocked gets
  /// none. The property is read there, and on the thread that changes it; a dependency that is
  /// changed elsewhere than on the main actor has to be safe for that. Values that are not
  /// `Sendable` are to be used on the main actor only.
  public final class Publisher<T>: Sendable {
    /// What is published.
    public typealias Output = T

    /// Nothing fails.
    public typealias Failure = Never

    /// Sends the values.
    let signal: SignalPublisher<UncheckedSendableBox<T>>

    /// Creates a publisher of a signal's values, which keeps what sends them; without that,
    /// nothing is published.
    init(
      _ values: Signal<UncheckedSendableBox<T>> = Signal(),
      keeping source: (any AnyObject & Sendable)? = nil
    ) {
      signal = SignalPublisher(values, keeping: source)
    }

    /// Calls a closure with each value from now on.
    ///
    /// Combine, or the package trait `OpenCombine`, adds that library's `sink`, which is taken
    /// unless this result is asked for by its type.
    ///
    /// - Parameter receiveValue: The closure, which may subscribe, cancel, resolve and register. It
    ///   is called on the actor on which it was written; one that was written elsewhere is called
    ///   on the main actor.
    /// - Returns: The subscription, which keeps the publisher alive. It ends when it is
    ///   cancelled or released.
    @_disfavoredOverload
    public func sink(
      @_inheritActorContext receiveValue: @escaping @Sendable @isolated(any) (T) -> Void
    ) -> StitchCancellable {
      StitchCancellable(signal.sink(ActorBound(receiveValue) { $0.value }))
    }

    #if !(canImport(Combine) || OpenCombine)
      /// The values as an asynchronous sequence, spelled as publishers spell it.
      public var values: Publisher<T> { self }
    #endif
  }
}

extension StitchPublished.Publisher: AsyncSequence {
  /// The type of the elements.
  public typealias Element = T

  /// The values, one by one.
  public struct AsyncIterator: AsyncIteratorProtocol {
    /// The values that were published since the iteration began.
    fileprivate var base: AsyncStream<UncheckedSendableBox<T>>.Iterator

    /// Returns the next value, or nil if the task was cancelled.
    public mutating func next() async -> T? { await base.next()?.value }

    /// Returns the next value, or nil if the task was cancelled.
    @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
    public mutating func next(isolation actor: isolated (any Actor)?) async -> T? {
      await base.next(isolation: actor)?.value
    }
  }

  /// Subscribes, and returns the values from now on. A value that is not taken in time is replaced
  /// by the next one, which may equal the value that was taken before.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(base: signal.values().makeAsyncIterator())
  }
}
