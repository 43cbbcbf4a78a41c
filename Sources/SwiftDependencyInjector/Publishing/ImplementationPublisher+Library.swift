#if canImport(Combine) || OpenCombine
  public import StitcherEngine

  extension ImplementationPublisher: Publisher {
    /// What is published.
    public typealias Output = Abstraction

    /// Nothing fails.
    public typealias Failure = Never

    /// Has a subscriber get each implementation from now on, on the thread that changes the key.
    ///
    /// While it wants none, the latest implementation waits; it is delivered where the subscriber
    /// asks for it.
    ///
    /// - Parameter subscriber: The subscriber.
    public func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Abstraction, Downstream.Failure == Never {
      signal.connect(to: subscriber) { $0.instance }
    }
  }

  extension ImplementationCancellable: Cancellable {}
#endif
