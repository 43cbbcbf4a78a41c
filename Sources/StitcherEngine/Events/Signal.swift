/// A sender of values to any number of subscribers.
///
/// A value is delivered on the sending thread, in order of subscription, while no lock is held. It
/// is delivered to the subscribers at the time of the call. A subscriber may send, subscribe and
/// cancel.
package final class Signal<Value>: Sendable {
  private let state = Lock(State())

  /// The number of the signal's subscribers, as an atomic value.
  ///
  /// Threads read it without the lock.
  private let count = AtomicBox<Int>(0)

  /// The subscribers of the signal, which its lock guards.
  private struct State {
    /// The number of the most recent subscription.
    var last: UInt64 = 0

    /// The subscribers, by the number of their subscription.
    var subscribers = [UInt64: Subscriber]() {
      didSet { only = subscribers.count == 1 ? subscribers.first?.value : nil }
    }

    /// The only subscriber; `nil` if there is none or more than one.
    var only: Subscriber?
  }

  /// A subscriber of the signal: its closure, wrapped in a structure.
  ///
  /// The lock would wrap a bare closure once more at each access.
  private struct Subscriber: Sendable {
    let receive: @Sendable (Value) -> Void
  }

  /// Creates a signal without subscribers.
  package init() {}

  /// Calls a closure with each future value, until the returned subscription is cancelled or
  /// released.
  ///
  /// No delivery starts after the end of the subscription. If another thread has started a delivery
  /// before, that thread may still call the closure.
  ///
  /// - Complexity: O(1) on average.
  package func subscribe(_ action: @escaping @Sendable (Value) -> Void) -> Cancellation {
    let number = state.withLock { state in
      state.last += 1
      state.subscribers[state.last] = Subscriber(receive: action)
      return state.last
    }
    count.add(1, ordering: .relaxed)
    return Cancellation {
      self.count.add(-1, ordering: .relaxed)
      _ = self.state.withLock { $0.subscribers.removeValue(forKey: number) }
    }
  }

  /// Delivers a value to all subscribers.
  ///
  /// - Complexity: O(*n* log *n*) in the number of subscribers.
  @_optimize(speed) package func send(_ value: Value) {
    if subscriberCount == 0 { return }
    if let only = state.withLock(\.only) { return only.receive(value) }
    let numbers = state.withLock { Array($0.subscribers.keys) }
    GatheredTeardowns.take { _ in
      for position in positions(inOrderOf: numbers) {
        state.withLock { $0.subscribers[numbers[position]] }?.receive(value)
      }
    }
  }

  /// The number of the signal's subscribers.
  package var subscriberCount: Int { count.load(ordering: .relaxed) }
}

/// A subscription, which ends when this object is cancelled or released.
package final class Cancellation: Sendable {
  /// The closure that ends the subscription; `nil` after the call of the closure.
  private let action: Lock<(@Sendable () -> Void)?>

  /// Creates a subscription from the closure that ends it.
  package init(_ action: @escaping @Sendable () -> Void) { self.action = Lock(action) }

  deinit { cancel() }

  /// Ends the subscription. A second call does nothing.
  ///
  /// Any thread may call this method, also during a delivery.
  package func cancel() { action.withLock { $0.take() }?() }
}
