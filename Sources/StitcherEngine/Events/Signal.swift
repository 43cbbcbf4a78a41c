/// The one way in which change travels: values sent to whoever has subscribed.
///
/// A value is delivered on the thread that sends it, in the order of subscription, with no lock
/// held, to those that were subscribed when it was sent. A subscriber may send, subscribe and
/// cancel.
package final class Signal<Value>: Sendable {
  /// A subscriber's closure.
  package typealias Action = @Sendable (Value) -> Void

  /// The subscribers.
  private let subscribers = Lock(State())

  /// What changes under the lock.
  private struct State {
    /// The number of the last subscription.
    var last: UInt64 = 0

    /// The subscriptions by their numbers. The signal does not keep them alive.
    var entries: [UInt64: Entry] = [:]
  }

  /// A weak reference to a subscription.
  private struct Entry: Sendable {
    private(set) weak var subscription: SignalSubscription<Value>?
  }

  /// Creates a signal without subscribers.
  package init() {}

  /// Calls a closure with each value, until the result is cancelled or gone.
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

  /// Delivers a value.
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

  /// Takes a subscriber out.
  fileprivate func remove(_ id: UInt64) { subscribers.withLock { $0.entries[id] = nil } }
}

/// A subscription to a ``Signal``. It ends when it is cancelled or released.
package final class SignalSubscription<Value>: Sendable {
  /// The signal.
  private let signal: Signal<Value>

  /// The subscription's number.
  private let id: UInt64

  /// The closure, until the subscription is cancelled.
  private let action: Lock<Box?>

  /// The closure in a structure: an optional closure would be wrapped once more at each access
  /// through the lock.
  private struct Box: Sendable {
    /// The closure.
    let call: Signal<Value>.Action
  }

  /// Creates a subscription; called by the signal.
  fileprivate init(signal: Signal<Value>, id: UInt64, action: @escaping Signal<Value>.Action) {
    self.signal = signal
    self.id = id
    self.action = Lock(Box(call: action))
  }

  deinit { signal.remove(id) }

  /// Ends the subscription. Idempotent.
  ///
  /// No delivery starts after this returns; one that another thread has begun may still call the
  /// closure.
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
