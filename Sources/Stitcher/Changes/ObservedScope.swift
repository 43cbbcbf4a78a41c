internal import StitcherEngine

/// A scope that ends just before `@Observable` state changes.
///
/// An instance that another thread creates after that, but before the change has landed, may have
/// been made from the old state: it ends when the change has landed, which is looked at once. What
/// lives is not ended again and again for a thread that was stopped. What is made before the state
/// was read for the first time ends when it is read: nobody knows what has changed in between.
final class ObservedScope: ManagedDependencyScopeProviding, Sendable {
  /// Follows the state.
  private let tracker: ObservationTracker

  /// Tells the instances of the end.
  private let ended: Signal<Void>

  /// Tells the instances of the end that were created while a change was landing.
  private let endedAfterLanding: Signal<Void>

  /// Creates a scope that follows what a closure reads.
  init(_ read: ActorBound<Void>) {
    let ended = Signal<Void>()
    let endedAfterLanding = Signal<Void>()
    self.ended = ended
    self.endedAfterLanding = endedAfterLanding
    tracker = ObservationTracker(
      read, willChange: { ended.send(()) }, didChange: { endedAfterLanding.send(()) },
      hasLanded: { endedAfterLanding.send(()) })
  }

  /// Whether the state has been read, and is followed: it is read now if the calling thread may.
  func follows() -> Bool { tracker.follows() }

  func onScopeInvalidated(perform action: @Sendable @escaping () -> Void)
    -> any ManagedDependencyScopeReceipt
  {
    let subscription = ended.subscribe { action() }
    let isLanding = tracker.arm()
    let late = isLanding ? endedAfterLanding.subscribe { action() } : nil
    // The registration, and with it the scope, may be replaced by an equal one that
    // keeps the instance.
    return ChangeCancellable {
      withExtendedLifetime(self) {
        subscription.cancel()
        late?.cancel()
      }
    }
  }
}
