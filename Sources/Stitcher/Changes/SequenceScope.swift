internal import StitcherEngine

/// A scope that ends with each element of a sequence.
///
/// The sequence is iterated once, from the first instance on, for as long as the scope lives: to
/// stop the iteration of a stream ends the stream.
final class SequenceScope: ManagedDependencyScopeProviding, Sendable {
  /// Tells the instances of the end.
  private let ended: Signal<Void>

  /// Starts the iteration, at the first call.
  private let start: @Sendable () -> ChangeCancellable

  /// The iteration, once it was started.
  private let iteration = Lock<ChangeCancellable?>(nil)

  /// Creates a scope that does not iterate yet.
  init<Changes: AsyncSequence & Sendable>(_ changes: Changes) {
    let ended = Signal<Void>()
    self.ended = ended
    start = { follow(changes) { ended.send(()) } }
  }

  func onScopeInvalidated(perform action: @Sendable @escaping () -> Void)
    -> any ManagedDependencyScopeReceipt
  {
    let subscription = ended.subscribe { action() }
    iteration.withLock { if $0 == nil { $0 = start() } }
    // The registration, and with it the scope, may be replaced by an equal one that
    // keeps the instance.
    return ChangeCancellable { withExtendedLifetime(self) { subscription.cancel() } }
  }
}

/// Calls an action with each element of a sequence, until the result is cancelled or released.
func follow<Changes: AsyncSequence & Sendable>(
  _ changes: Changes, perform action: @Sendable @escaping () -> Void
) -> ChangeCancellable {
  let task = Task.detached {
    // A sequence that fails has no more changes to tell of.
    do { for try await _ in changes { action() } } catch {}
  }
  return ChangeCancellable { task.cancel() }
}
