/// A publisher that delivers a signal's values to closures on actors and to asynchronous sequences.
///
/// A publisher does not replay values, and never finishes or fails.
package struct SignalPublisher<Output: Sendable>: Sendable {
  /// The signal with the values that are published.
  private let signal: Signal<Output>

  /// The object that sends the values; `nil` if the publisher need not keep the sender alive.
  ///
  /// The publisher and its subscriptions retain it.
  private let source: (any AnyObject & Sendable)?

  /// Returns the sequence number of a value, by which outdated values are dropped; `nil` if none
  /// are dropped.
  ///
  /// A value is dropped if its number is zero, or not higher than the numbers of all earlier
  /// values. The closure may run only code of this package.
  let number: (@Sendable (Output) -> UInt64)?

  /// Creates a publisher of the values that the given signal sends.
  ///
  /// - Parameters:
  ///   - signal: The signal.
  ///   - source: The sender of the values, which the publisher and its subscriptions retain.
  ///   - number: Returns the number of a value, so that outdated values are dropped.
  package init(
    _ signal: Signal<Output>, keeping source: (any AnyObject & Sendable)? = nil,
    number: (@Sendable (Output) -> UInt64)? = nil
  ) {
    self.signal = signal
    self.source = source
    self.number = number
  }

  /// Calls the given closure with each value that the signal will send.
  ///
  /// A closure that has to be called on an actor is called in a task.
  package func sink(_ closure: ActorBound<Output>) -> Cancellation {
    subscribe(Receiver(closure, number: number))
  }

  /// Returns an asynchronous stream of all values that the signal will send.
  ///
  /// The stream buffers only the latest value.
  package func values() -> AsyncStream<Output> {
    let (stream, continuation) = AsyncStream<Output>.makeStream(
      bufferingPolicy: .bufferingNewest(1))
    let subscription = sink(ActorBound(on: nil) { continuation.yield($0) })
    continuation.onTermination = { _ in subscription.cancel() }
    return stream
  }

  /// Delivers each value that the signal will send to the given receiver.
  func subscribe(_ receiver: Receiver<Output>) -> Cancellation {
    let subscription = signal.subscribe { receiver.receive($0) }
    return Cancellation { [source] in
      subscription.cancel()
      receiver.stop()
      withExtendedLifetime(source) {}
    }
  }
}
