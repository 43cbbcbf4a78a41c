#if canImport(Combine) || OpenCombine
  extension SignalPublisher {
    /// Delivers all future values to a subscriber from the publisher library, such as Combine.
    ///
    /// While the subscriber has no demand, only the latest value waits.
    ///
    /// - Parameters:
    ///   - subscriber: The subscriber.
    ///   - accept: Converts a value to the subscriber's input, or returns `nil` to drop the value.
    ///     It is called for one value at a time, so the closure may have state.
    package func connect<Downstream: Subscriber>(
      to subscriber: Downstream, accept: @escaping (Output) -> Downstream.Input?
    ) where Downstream.Failure == Never {
      let receiver = Receiver<Output>(demand: 0, number: number)
      // Safe: a receiver calls the closure once at a time, and orders the calls by its lock.
      nonisolated(unsafe) let (accept, subscriber) = (accept, subscriber)
      receiver.setClosure(
        ActorBound(on: nil) { [weak receiver] value in
          // A dropped value does not count against the demand, so another one is requested.
          let more = accept(value).map { subscriber.receive($0).count } ?? 1
          if more > 0 { receiver?.request(more) }
        })
      let conduit = LibrarySubscription()
      conduit.start(request: { receiver.request($0) }, subscription: subscribe(receiver))
      subscriber.receive(subscription: conduit)
    }
  }

  extension SignalPublisher: LibraryPublisher {
    package typealias Failure = Never

    package func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Output, Downstream.Failure == Never {
      connect(to: subscriber) { $0 }
    }
  }

  /// The subscription that connects a publisher library's subscriber to a signal.
  ///
  /// It lives until it is cancelled, even if the subscriber does not retain it.
  private final class LibrarySubscription: Subscription, Sendable {
    /// The state of the subscription; `nil` after the cancellation.
    ///
    /// It contains the closure that requests more values, the subscription to the signal, and a
    /// reference to this object, which keeps the object alive.
    private let ends = Lock<
      (request: @Sendable (Int) -> Void, subscription: Cancellation, conduit: LibrarySubscription)?
    >(nil)

    /// Starts the delivery of values: stores the closure that requests values, and the subscription
    /// to the signal.
    func start(request: @escaping @Sendable (Int) -> Void, subscription: Cancellation) {
      ends.withLock { $0 = (request, subscription, self) }
    }

    func request(_ demand: Subscribers.Demand) { ends.withLock { $0?.request }?(demand.count) }

    func cancel() { ends.withLock { $0.take() }?.subscription.cancel() }
  }

  extension Subscribers.Demand {
    /// The number of values that the subscriber requests; `Int.max` if there is no limit.
    fileprivate var count: Int { self.max ?? .max }
  }
#endif
