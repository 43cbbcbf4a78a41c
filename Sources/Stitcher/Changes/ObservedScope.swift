internal import StitcherEngine

/// A scope that evicts its instances immediately before a change of the observed `@Observable`
/// state.
///
/// If another thread creates an instance after the eviction, but before the state is changed, it
/// may use the old state. That instance lives until the next change. If an instance was created
/// while the scope did not follow the state, the next read of the state evicts it, since the state
/// may have changed meanwhile.
final class ObservedScope: ManagedDependencyScopeProviding, Sendable {
  /// The tracker that observes the state that the scope's closure reads.
  private let tracker: StateTracker

  /// The signal that is sent when the scope evicts its instances.
  private let ended: Signal<Void>

  /// Creates a scope that evicts its instances before each change of the state that the closure
  /// reads.
  init(_ read: ActorBound<Void>) {
    let ended = Signal<Void>()
    self.ended = ended
    tracker = StateTracker(read, willChange: { ended.send(()) })
  }

  /// Returns whether the scope observes changes of the state that its closure reads.
  ///
  /// If it does not, this call reads the state, if the calling thread may do so.
  func follows() -> Bool { tracker.follows() }

  func onScopeInvalidated(perform action: @Sendable @escaping () -> Void)
    -> any ManagedDependencyScopeReceipt
  {
    let subscription = ended.subscribe { action() }
    tracker.start()
    // An equal registration may replace this one. It has another scope object, but keeps the
    // instance. So the instance's subscription retains this scope.
    return ChangeCancellable { withExtendedLifetime(self) { subscription.cancel() } }
  }
}
