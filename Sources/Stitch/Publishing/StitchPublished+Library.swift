#if canImport(Combine) || OpenCombine
  public import StitcherEngine

  extension StitchPublished.Publisher: LibraryPublisher {
    /// Has a subscriber get each value from now on, on the main actor.
    ///
    /// While it wants none, the latest value waits; it is delivered where the subscriber asks for
    /// it, unless it equals the one before.
    ///
    /// - Parameter subscriber: The subscriber, whose subscription keeps the publisher alive until
    ///   it is cancelled.
    public func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == T, Downstream.Failure == Never {
      let areEqual = areEqual.value
      var last: T?
      signal.connect(to: subscriber) { handed in
        let value = handed.value
        if let last, areEqual(last, value) { return nil }
        last = value
        return value
      }
    }
  }

  extension StitchCancellable: Cancellable {}
#endif
