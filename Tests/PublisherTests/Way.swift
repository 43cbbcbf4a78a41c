import StitcherEngine

/// A way to subscribe.
enum Way: CaseIterable, Sendable {
  /// With a closure, as a front end's `sink` does.
  case closure

  #if canImport(Combine) || OpenCombine
    /// With a subscriber of the publisher library.
    case library
  #endif

  /// Calls a closure with each value from now on.
  func subscribe<Output: Sendable>(
    to publisher: SignalPublisher<Output>, _ receive: @escaping @Sendable (Output) -> Void
  ) -> Cancellation {
    switch self {
    case .closure: return publisher.sink(ActorBound(on: nil, receive))
    #if canImport(Combine) || OpenCombine
      case .library:
        let subscription = Held(publisher.sink { receive($0) })
        return Cancellation { subscription.value.cancel() }
    #endif
    }
  }
}

/// A value that another thread may use.
struct Held<Value>: @unchecked Sendable {
  // Safe: the tests use it on one thread at a time.
  let value: Value

  init(_ value: Value) { self.value = value }
}
