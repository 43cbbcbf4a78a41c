internal import StitcherEngine

extension StitchPublished {
  /// A publisher of a property's changes, which is also an asynchronous sequence.
  ///
  /// ```swift
  /// for await loggedIn in $store.isLoggedIn { print(loggedIn) }
  /// ```
  ///
  /// A value is published if it differs from the last one. The first published value differs from
  /// the value at the publisher's creation. The publisher replays no value and does not complete.
  /// All subscriptions of one publisher receive the same values.
  ///
  /// Values are published after the change, on the main actor. Several changes in a row may be
  /// published as one, with the last value. So a program with a blocked main thread receives no
  /// values. The property is read on the main actor and on the thread that changes it. If other
  /// threads than the main thread change the dependency, it must be thread-safe. Use values that
  /// are not `Sendable` on the main actor only.
  public final class Publisher<T>: Sendable {
    /// The type of the values.
    public typealias Output = T

    /// The publisher does not fail.
    public typealias Failure = Never

    /// The engine's publisher, which sends the values.
    let signal: SignalPublisher<UncheckedSendableBox<T>>

    /// Creates a publisher that sends a signal's values, and retains the source of these values.
    init(
      _ values: Signal<UncheckedSendableBox<T>> = Signal(),
      keeping source: (any AnyObject & Sendable)? = nil
    ) {
      signal = SignalPublisher(values, keeping: source)
    }

    /// Subscribes a closure to all future values.
    ///
    /// With Combine or the package trait `OpenCombine`, the `sink` of that framework is preferred,
    /// unless the result's type is written in the source.
    ///
    /// - Parameter receiveValue: The closure, which may subscribe, cancel, resolve and register. It
    ///   is called on the actor on which it was written; without an actor, on the main actor.
    /// - Returns: The subscription, which retains the publisher. It ends when it is cancelled or
    ///   deallocated.
    @_disfavoredOverload
    public func sink(
      @_inheritActorContext receiveValue: @escaping @Sendable @isolated(any) (T) -> Void
    ) -> StitchCancellable {
      StitchCancellable(signal.sink(ActorBound(receiveValue) { $0.value }))
    }

    #if !(canImport(Combine) || OpenCombine)
      /// The publisher as an asynchronous sequence, under the name that Combine uses.
      public var values: Publisher<T> { self }
    #endif
  }
}

extension StitchPublished.Publisher: AsyncSequence {
  /// The type of the elements.
  public typealias Element = T

  /// An iterator over the values.
  public struct AsyncIterator: AsyncIteratorProtocol {
    /// The values that were published since the iteration began.
    fileprivate var base: AsyncStream<UncheckedSendableBox<T>>.Iterator

    /// Returns the next value, or `nil` if the task was cancelled.
    public mutating func next() async -> T? { await base.next()?.value }

    /// Returns the next value, or `nil` if the task was cancelled.
    @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
    public mutating func next(isolation actor: isolated (any Actor)?) async -> T? {
      await base.next(isolation: actor)?.value
    }
  }

  /// Subscribes, and returns an iterator over the future values.
  ///
  /// A value that is not read in time is replaced by the next one, which may equal the value that
  /// was read before.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(base: signal.values().makeAsyncIterator())
  }
}
