#if canImport(Combine) || OpenCombine
  public import StitcherEngine

  extension ImplementationPublisher: Publisher {
    /// The type of the implementations that the publisher sends.
    public typealias Output = Abstraction

    /// The publisher does not fail.
    public typealias Failure = Never

    /// Subscribes a subscriber, which receives each future implementation on the thread that
    /// changes the default key.
    ///
    /// While the subscriber has no demand, the latest implementation is buffered. It is delivered
    /// on the thread that requests more values.
    ///
    /// Available with Combine or the package trait `OpenCombine`.
    ///
    /// - Parameter subscriber: The subscriber.
    public func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Abstraction, Downstream.Failure == Never {
      signal.connect(to: subscriber) { $0.instance }
    }
  }

  extension ImplementationCancellable: Cancellable {}
#endif
