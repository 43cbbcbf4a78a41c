/// The values of a signal, for closures that belong to actors and for asynchronous iterations.
///
/// There is no replay, no end and no failure.
package struct SignalPublisher<Output: Sendable>: Sendable {
  /// What the values come from, on the thread that sends them.
  private let signal: Signal<Output>

  /// What sends the values, and lives as long as the publisher or a subscription.
  private let source: (any AnyObject & Sendable)?

  /// Returns the number of a value. The value is dropped if its number is zero, or not above the
  /// numbers of all values before. Only the library's own code may run in it.
  let number: (@Sendable (Output) -> UInt64)?

  /// Creates a publisher of a signal's values.
  package init(
    _ signal: Signal<Output>, keeping source: (any AnyObject & Sendable)? = nil,
    number: (@Sendable (Output) -> UInt64)? = nil
  ) {
    self.signal = signal
    self.source = source
    self.number = number
  }

  /// Calls a closure with each value from now on: at once, or, where it belongs to an actor that
  /// is elsewhere, soon.
  package func sink(_ closure: ActorBound<Output>) -> Cancellation {
    subscribe(Receiver(closure, number: number))
  }

  /// Returns the values from now on. A value that is not read before the next one comes is dropped.
  package func values() -> AsyncStream<Output> {
    let (stream, continuation) = AsyncStream<Output>.makeStream(
      bufferingPolicy: .bufferingNewest(1))
    let subscription = sink(ActorBound(on: nil) { continuation.yield($0) })
    continuation.onTermination = { _ in subscription.cancel() }
    return stream
  }

  /// Has a receiver get each value from now on.
  func subscribe(_ receiver: Receiver<Output>) -> Cancellation {
    let subscription = signal.subscribe { receiver.receive($0) }
    return Cancellation { [source] in
      subscription.cancel()
      receiver.stop()
      withExtendedLifetime(source) {}
    }
  }
}

/// What ends a subscription: an action that is called once, at the latest when this is released.
package final class Cancellation: Sendable {
  /// Ends the subscription, until it was called.
  private let action: Lock<(@Sendable () -> Void)?>

  /// Creates what ends a subscription by an action.
  package init(_ action: @escaping @Sendable () -> Void) { self.action = Lock(action) }

  deinit { cancel() }

  /// Ends the subscription. Idempotent; it may be called from any thread, also while a
  /// value is delivered.
  package func cancel() {
    let action = self.action.withLock { action in
      let last = action
      action = nil
      return last
    }
    action?()
  }
}
