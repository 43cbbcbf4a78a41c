#if canImport(Combine) || OpenCombine
  extension SignalPublisher {
    /// Delivers all values from now on to a subscriber of the publisher library.
    ///
    /// While the subscriber has no demand, only the latest value waits.
    ///
    /// - Parameters:
    ///   - subscriber: The subscriber.
    ///   - accept: Returns the subscriber's input for a value, or `nil` to drop the value. Called
    ///     for one value at a time, so the closure may have state.
    package func connect<Downstream: Subscriber>(
      to subscriber: Downstream, accept: @escaping (Output) -> Downstream.Input?
    ) where Downstream.Failure == Never {
      let receiver = Receiver<Output>(demand: 0, number: number)
      let delivery = SerialClosure<Output> { [weak receiver] value in
        // A dropped value does not count against the demand, so another one is requested.
        let more = accept(value).map { subscriber.receive($0).count } ?? 1
        if more > 0 { receiver?.request(more) }
      }
      receiver.setClosure(ActorBound(on: nil) { delivery.call($0) })
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

  /// A subscription of the publisher library to a signal.
  ///
  /// It lives until it is cancelled, even if the subscriber does not retain it.
  private final class LibrarySubscription: Subscription, Sendable {
    /// The connected objects; `nil` after the cancellation.
    private let ends = Lock<Ends?>(nil)

    /// The objects that the subscription connects.
    private struct Ends: Sendable {
      /// Requests values from the receiver.
      let request: @Sendable (Int) -> Void
      /// The subscription to the signal.
      let subscription: Cancellation
      /// The subscription itself: a cycle of references keeps it alive until it is cancelled.
      let conduit: LibrarySubscription
    }

    /// Connects the subscription with a receiver and a signal.
    func start(request: @escaping @Sendable (Int) -> Void, subscription: Cancellation) {
      ends.withLock { $0 = Ends(request: request, subscription: subscription, conduit: self) }
    }

    func request(_ demand: Subscribers.Demand) { ends.withLock { $0?.request }?(demand.count) }

    func cancel() {
      ends.withLock { $0.take() }?.subscription.cancel()
    }
  }

  /// A closure that is called by one thread at a time.
  private struct SerialClosure<Input>: @unchecked Sendable {
    // Safe: a receiver calls the closure once at a time, and orders the calls by its lock.

    let call: (Input) -> Void
  }

  extension Subscribers.Demand {
    /// The number of values; `Int.max` if the demand is unlimited.
    fileprivate var count: Int { self.max ?? .max }
  }
#endif
