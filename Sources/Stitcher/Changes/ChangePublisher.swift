internal import StitcherEngine
internal import Synchronization

/// Values that are published as they come: an asynchronous sequence, and something to subscribe to.
///
/// ```swift
/// let cancellable = DependencyGraph.graphChangedPublisher.sink { print("The graph has changed.") }
///
/// for await _ in DependencyGraph.graphChangedPublisher { print("The graph has changed.") }
/// ```
///
/// There is no replay, no end and no failure. A subscriber's closure is called on the thread that publishes, with no lock
/// held; one that was written on an actor is called on that actor, a little later if the thread is another one. An iteration that is slower than the changes sees the latest value.
public struct ChangePublisher<Output: Sendable>: Sendable {
  /// Subscribes to the values.
  private let subscribe: @Sendable (@escaping @Sendable (Output) -> Void) -> ChangeCancellable

  /// Creates a publisher of a signal's values.
  init(_ signal: Signal<Output>) {
    subscribe = { ChangeCancellable(signal.subscribe($0)) }
  }

  /// Calls a closure with each value from now on.
  ///
  /// - Parameter receiveValue: The closure, which may subscribe, cancel, inject, activate and deactivate.
  /// - Returns: The subscription. It ends when it is cancelled or released.
  public func sink(
    @_inheritActorContext receiveValue: @escaping @Sendable @isolated(any) (Output) -> Void
  ) -> ChangeCancellable {
    let receiver = Receiver(ActorBound(receiveValue))
    let subscription = subscribe { receiver.receive($0) }
    return ChangeCancellable {
      subscription.cancel()
      receiver.stop()
    }
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

  /// Subscribes, and returns the values from now on. What is not taken in time is replaced by what comes.
  public func makeAsyncIterator() -> AsyncIterator {
    let (stream, continuation) = AsyncStream<Output>.makeStream(
      bufferingPolicy: .bufferingNewest(1))
    let cancellable = subscribe { continuation.yield($0) }
    continuation.onTermination = { _ in cancellable.cancel() }
    return AsyncIterator(base: stream.makeAsyncIterator())
  }
}
