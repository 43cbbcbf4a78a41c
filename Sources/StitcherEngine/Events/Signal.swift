/// A sender of values to any number of subscribers.
///
/// A value is delivered on the sending thread, in order of subscription, while no lock is held. It
/// is delivered to the subscribers at the time of the call. A subscriber may send, subscribe and
/// cancel.
package final class Signal<Value>: Sendable {
  /// The closure of a subscriber.
  package typealias Action = @Sendable (Value) -> Void

  private let subscribers = Lock(State())

  /// The state that the lock guards.
  private struct State {
    /// The number of the last subscription.
    var last: UInt64 = 0

    /// The subscriptions by their numbers. The signal does not retain them.
    var entries: [UInt64: Entry] = [:]
  }

  /// A weak reference to a subscription.
  private struct Entry: Sendable {
    private(set) weak var subscription: SignalSubscription<Value>?
  }

  /// Creates a signal without subscribers.
  package init() {}

  /// Calls a closure with each value, until the returned subscription is cancelled or released.
  ///
  /// - Complexity: O(1) on average.
  package func subscribe(_ action: @escaping Action) -> SignalSubscription<Value> {
    subscribers.withLock { state in
      state.last += 1
      let subscription = SignalSubscription(signal: self, id: state.last, action: action)
      state.entries[state.last] = Entry(subscription: subscription)
      return subscription
    }
  }

  /// Delivers a value to all subscribers.
  ///
  /// - Complexity: O(*n* log *n*) in the number of subscribers.
  package func send(_ value: Value) {
    let current = subscribers.withLock { state -> [SignalSubscription<Value>] in
      if state.entries.count == 1 { return state.entries.values.compactMap { $0.subscription } }
      let ids = Array(state.entries.keys)
      return positions(inOrderOf: ids).compactMap { state.entries[ids[$0]]?.subscription }
    }
    if current.count < 2 { return current.first?.receive(value) ?? () }
    GatheredTeardowns.gather { for subscription in current { subscription.receive(value) } }
  }

  /// The number of subscribers.
  package var subscriberCount: Int { subscribers.withLock { $0.entries.count } }

  /// Removes a subscription.
  fileprivate func remove(_ id: UInt64) { subscribers.withLock { $0.entries[id] = nil } }
}

/// A subscription to a ``Signal``. It ends when it is cancelled or released.
package final class SignalSubscription<Value>: Sendable {
  private let signal: Signal<Value>

  /// The subscription's number.
  private let id: UInt64

  /// The closure; `nil` after the subscription was cancelled.
  private let action: Lock<Box?>

  /// A structure around the closure: the lock would wrap an optional closure once more at each
  /// access.
  private struct Box: Sendable {
    let call: Signal<Value>.Action
  }

  /// Creates a subscription. Only the signal calls this initializer.
  fileprivate init(signal: Signal<Value>, id: UInt64, action: @escaping Signal<Value>.Action) {
    self.signal = signal
    self.id = id
    self.action = Lock(Box(call: action))
  }

  deinit { signal.remove(id) }

  /// Ends the subscription. Idempotent.
  ///
  /// No delivery starts after this call returns. If another thread has started a delivery before,
  /// that thread may still call the closure.
  package func cancel() {
    let action = self.action.withLock { action in
      let last = action
      action = nil
      return last
    }
    if action != nil { signal.remove(id) }
  }

  /// Calls the closure, unless the subscription was cancelled.
  fileprivate func receive(_ value: Value) {
    action.withLock { $0 }?.call(value)
  }
}
