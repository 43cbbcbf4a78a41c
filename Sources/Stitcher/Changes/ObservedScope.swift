internal import StitcherEngine

/// A scope that evicts its instances just before `@Observable` state changes.
///
/// If another thread creates an instance after the eviction, but before the state is changed, it
/// may use the old state. That instance lives until the next change. An instance that was created
/// before the first read of the state is evicted at that read, since the state may have changed
/// meanwhile.
final class ObservedScope: ManagedDependencyScopeProviding, Sendable {
  /// The tracker that observes the state.
  private let tracker: StateTracker

  /// The signal that evicts the instances.
  private let ended: Signal<Void>

  /// Creates a scope that observes the state that a closure reads.
  init(_ read: ActorBound<Void>) {
    let ended = Signal<Void>()
    self.ended = ended
    tracker = StateTracker(read, willChange: { ended.send(()) })
  }

  /// Returns whether changes of the state are observed.
  ///
  /// If the state was not read yet, this call reads it, if the calling thread may do so.
  func follows() -> Bool { tracker.follows() }

  func onScopeInvalidated(perform action: @Sendable @escaping () -> Void)
    -> any ManagedDependencyScopeReceipt
  {
    let subscription = ended.subscribe { action() }
    tracker.start()
    // An equal registration may replace this one and its scope, but keep the instance. The instance
    // then keeps the scope alive.
    return ChangeCancellable { withExtendedLifetime(self) { subscription.cancel() } }
  }
}
