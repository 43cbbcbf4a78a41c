#if canImport(Combine) || OpenCombine
  public import StitcherEngine

  extension StitchPublished.Publisher: LibraryPublisher {
    /// Has a subscriber get each value from now on, on the main actor.
    ///
    /// While it wants none, the latest value waits; it is delivered where the subscriber asks for
    /// it, and may equal the value that was delivered before.
    ///
    /// - Parameter subscriber: The subscriber, whose subscription keeps the publisher alive until
    ///   it is cancelled.
    public func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == T, Downstream.Failure == Never {
      signal.connect(to: subscriber) { $0.value }
    }
  }

  extension StitchCancellable: Cancellable {}
#endif
