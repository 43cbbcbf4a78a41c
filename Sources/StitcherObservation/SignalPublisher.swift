package import StitcherEngine

/// The values of a signal, for closures that belong to actors and for asynchronous iterations.
///
/// There is no replay, no end and no failure.
package struct SignalPublisher<Output: Sendable>: Sendable {
  /// The signal.
  private let signal: Signal<Output>

  /// What sends the values, and lives as long as the publisher or a subscription.
  private let source: (any AnyObject & Sendable)?

  /// Creates a publisher of a signal's values.
  package init(_ signal: Signal<Output>, keeping source: (any AnyObject & Sendable)? = nil) {
    self.signal = signal
    self.source = source
  }

  /// Calls a closure with each value from now on: at once, or, where it belongs to an actor that is elsewhere, soon.
  package func sink(_ closure: ActorBound<Output>) -> Cancellation {
    let receiver = Receiver(closure)
    let subscription = signal.subscribe { receiver.receive($0) }
    return Cancellation { [source] in
      subscription.cancel()
      receiver.stop()
      withExtendedLifetime(source) {}
    }
  }

  /// Returns the values from now on. What is not taken in time is replaced by what comes.
  package func values() -> AsyncStream<Output> {
    let (stream, continuation) = AsyncStream<Output>.makeStream(
      bufferingPolicy: .bufferingNewest(1))
    let subscription = signal.subscribe { continuation.yield($0) }
    continuation.onTermination = { [source] _ in
      subscription.cancel()
      withExtendedLifetime(source) {}
    }
    return stream
  }

  /// A subscriber's closure, until it is let go.
  private final class Receiver: Sendable {
    /// The closure.
    private let closure: Lock<ActorBound<Output>?>

    /// The receiver, for the calls that are on their way.
    private let reference = LentReference<Receiver>()

    /// Takes a closure over.
    init(_ closure: ActorBound<Output>) {
      self.closure = Lock(closure)
      reference.refer(to: self)
    }

    /// Calls the closure: at once, or, where it belongs to an actor that is elsewhere, soon.
    func receive(_ value: Output) {
      guard let closure = closure.withLock({ $0 }), !closure.callHere(value) else { return }
      Task { [reference] in
        guard let closure = reference.object?.closure.withLock({ $0 }) else { return }
        // It may be cancelled on the way; on its actor, nothing comes between this look and the call.
        await closure.callThere(value) { [reference] call in
          if reference.object?.isStopped == false { call() }
        }
      }
    }

    /// Whether the closure was let go.
    private var isStopped: Bool { closure.withLock { $0 == nil } }

    /// Lets the closure go.
    func stop() {
      let last = closure.withLock { closure in
        let last = closure
        closure = nil
        return last
      }
      _ = consume last
    }
  }
}
