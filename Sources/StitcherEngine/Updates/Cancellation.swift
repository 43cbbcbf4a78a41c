/// What ends a subscription: an action that is called once, at the latest when this is released.
package final class Cancellation: Sendable {
  /// Ends the subscription, until it was called.
  private let action: Lock<(@Sendable () -> Void)?>

  /// Creates what ends a subscription by an action.
  package init(_ action: @escaping @Sendable () -> Void) { self.action = Lock(action) }

  deinit { cancel() }

  /// Ends the subscription. Idempotent; it may be called from any thread, also while a
  /// value is delivered.
  package func cancel() {
    let action = self.action.withLock { action in
      let last = action
      action = nil
      return last
    }
    action?()
  }
}
