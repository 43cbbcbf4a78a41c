import StitcherEngine
import StitcherTestSupport

/// A source of lifetimes that tests end by hand.
final class Lifetime: LifetimeSource {
  private let actions = Box<[Int: @Sendable () -> Void]>([:])
  private let subscriptions = Counter()
  private let cancellations = Counter()

  /// The number of active subscriptions.
  var subscriberCount: Int { actions.value.count }

  /// The total number of cancellations.
  var cancelCount: Int { cancellations.value }

  /// An action that runs during a subscription, before it is stored.
  let onSubscribe = Box<(@Sendable () -> Void)?>(nil)

  /// An action that runs during a cancellation.
  let onCancel = Box<(@Sendable () -> Void)?>(nil)

  func onLifetimeEnd(_ action: @escaping @Sendable () -> Void) -> Cancellation {
    onSubscribe.value?()
    let id = subscriptions.increment()
    actions.change { $0[id] = action }
    return Cancellation {
      self.onCancel.value?()
      let removed = self.actions.change { $0.removeValue(forKey: id) }
      if removed != nil { self.cancellations.increment() }
    }
  }

  /// Ends the current lifetime.
  func end() {
    let current = actions.change { $0.sorted { $0.key < $1.key }.map(\.value) }
    for action in current { action() }
  }
}
