#if canImport(Combine) || OpenCombine
  extension SignalPublisher {
    /// Has a subscriber of the publisher library get each value from now on.
    ///
    /// While it wants no value, the latest one waits.
    ///
    /// - Parameter accept: Turns a value into what the subscriber gets, or drops it. It is called
    ///   for one value at a time, and may remember.
    package func connect<Downstream: Subscriber>(
      to subscriber: Downstream, accept: @escaping (Output) -> Downstream.Input?
    ) where Downstream.Failure == Never {
      let receiver = Receiver<Output>(demand: 0, number: number) { receiver in
        let delivery = SerialClosure<Output> { value in
          // What is dropped was not asked for.
          let more = accept(value).map { subscriber.receive($0).count } ?? 1
          if more > 0 { receiver.object?.request(more) }
        }
        return ActorBound(on: nil) { delivery.call($0) }
      }
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

  /// What a subscriber of the publisher library asks for values, and cancels.
  ///
  /// It lives until it is cancelled, whether the subscriber keeps it or not.
  private final class LibrarySubscription: Subscription, Sendable {
    /// What the conduit leads to, until it is cancelled.
    private let ends = Lock<Ends?>(nil)

    /// What the conduit leads to.
    private struct Ends: Sendable {
      /// Lets values through.
      let request: @Sendable (Int) -> Void
      /// The subscription to the signal.
      let subscription: Cancellation
      /// The conduit itself, which nobody else may keep.
      let conduit: LibrarySubscription
    }

    /// Connects the conduit.
    func start(request: @escaping @Sendable (Int) -> Void, subscription: Cancellation) {
      ends.withLock { $0 = Ends(request: request, subscription: subscription, conduit: self) }
    }

    func request(_ demand: Subscribers.Demand) { ends.withLock { $0?.request }?(demand.count) }

    func cancel() {
      let last = ends.withLock { ends in
        let last = ends
        ends = nil
        return last
      }
      last?.subscription.cancel()
    }
  }

  /// A closure that is called by one thread at a time.
  private struct SerialClosure<Input>: @unchecked Sendable {
    // Safe: a receiver never calls it twice at a time, and orders the calls by its lock.

    /// What receives the values.
    let call: (Input) -> Void

    /// Takes a closure over.
    init(_ call: @escaping (Input) -> Void) { self.call = call }
  }

  extension Subscribers.Demand {
    /// The number of values; the highest number if there is no limit.
    fileprivate var count: Int { self.max ?? .max }
  }
#endif
