internal import StitcherEngine

/// A scope that ends just before `@Observable` state changes.
///
/// An instance that another thread creates after that, but before the change has landed, may be
/// made from the old state. It lives until the next change. An instance that was created before the
/// state was read for the first time ends at that read, since the state may have changed meanwhile.
final class ObservedScope: ManagedDependencyScopeProviding, Sendable {
  /// Follows the state.
  private let tracker: StateTracker

  /// Ends the instances.
  private let ended: Signal<Void>

  /// Creates a scope that follows the state that a closure reads.
  init(_ read: ActorBound<Void>) {
    let ended = Signal<Void>()
    self.ended = ended
    tracker = StateTracker(read, willChange: { ended.send(()) })
  }

  /// Whether the state has been read, so that changes are followed. If not, the state is read now,
  /// if the calling thread may.
  func follows() -> Bool { tracker.follows() }

  func onScopeInvalidated(perform action: @Sendable @escaping () -> Void)
    -> any ManagedDependencyScopeReceipt
  {
    let subscription = ended.subscribe { action() }
    tracker.start()
    // The registration, and with it the scope, may be replaced by an equal one that
    // keeps the instance.
    return ChangeCancellable { withExtendedLifetime(self) { subscription.cancel() } }
  }
}
