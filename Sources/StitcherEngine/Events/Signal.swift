/// The one way in which change travels: values sent to whoever has subscribed.
///
/// A value is delivered on the thread that sends it, in the order of subscription, with no lock
/// held, to those that were subscribed when it was sent. A subscriber may send, subscribe and
/// cancel.
package final class Signal<Value>: Sendable {
  /// A subscriber's closure.
  package typealias Action = @Sendable (Value) -> Void

  /// The subscribers, in order.
  private let subscribers = Lock(State())

  /// What changes under the lock.
  private struct State {
    /// The number of the last subscription.
    var last: UInt64 = 0

    /// The subscriptions in order, hence sorted by number; those that have ended stay for a while
    /// as gaps.
    var entries: [Entry] = []

    /// How many of them have not ended.
    var count = 0

    /// Takes a subscription out.
    mutating func remove(_ id: UInt64) {
      var (low, high) = (0, entries.count)
      while low < high {
        let middle = (low + high) / 2
        if entries[middle].id < id { low = middle + 1 } else { high = middle }
      }
      guard low < entries.count, entries[low].id == id, !entries[low].hasEnded else { return }
      entries[low].end()
      count -= 1
      // Each round over the entries is paid for by the half of them that has ended since the last
      // one.
      if count * 2 < entries.count { entries.removeAll { $0.hasEnded } }
    }
  }

  /// A subscription that the signal does not keep alive.
  private struct Entry: Sendable {
    /// Its number.
    let id: UInt64

    /// Whether it was taken out.
    private(set) var hasEnded = false

    /// The subscription.
    private(set) weak var subscription: SignalSubscription<Value>?

    /// Creates an entry.
    init(_ id: UInt64, _ subscription: SignalSubscription<Value>) {
      self.id = id
      self.subscription = subscription
    }

    /// Leaves a gap.
    mutating func end() {
      hasEnded = true
      subscription = nil
    }
  }

  /// Creates a signal without subscribers.
  package init() {}

  /// Calls a closure with each value, until the result is cancelled or gone.
  ///
  /// - Complexity: O(1) on average.
  package func subscribe(_ action: @escaping Action) -> SignalSubscription<Value> {
    subscribers.withLock { state in
      state.last += 1
      state.count += 1
      let subscription = SignalSubscription(signal: self, id: state.last, action: action)
      state.entries.append(Entry(state.last, subscription))
      return subscription
    }
  }

  /// Delivers a value.
  ///
  /// - Complexity: O(*n*) in the number of subscribers.
  package func send(_ value: Value) {
    // A key path that depends on generic types would be made anew at each call.
    let current = subscribers.withLock { $0.entries.compactMap { $0.subscription } }
    if current.count < 2 { return current.first?.receive(value) ?? () }
    GatheredEndings.gather { for subscription in current { subscription.receive(value) } }
  }

  /// The number of subscribers.
  package var subscriberCount: Int { subscribers.withLock { $0.count } }

  /// Takes a subscriber out.
  ///
  /// - Complexity: O(log *n*) on average.
  fileprivate func remove(_ id: UInt64) {
    subscribers.withLock { $0.remove(id) }
  }
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
