#if canImport(Combine) || OpenCombine
  public import StitcherEngine

  extension StitchPublished.Publisher: LibraryPublisher {
    /// Subscribes a subscriber, which receives each future value on the main actor.
    ///
    /// While the subscriber has no demand, the latest value is buffered. It is delivered on the
    /// thread that requests more values, and may equal the previously delivered value.
    ///
    /// Available with Combine or the package trait `OpenCombine`.
    ///
    /// - Parameter subscriber: The subscriber. Its subscription retains the publisher until it is
    ///   cancelled.
    public func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == T, Downstream.Failure == Never {
      signal.connect(to: subscriber) { $0.value }
    }
  }

  extension StitchCancellable: Cancellable {}
#endif
