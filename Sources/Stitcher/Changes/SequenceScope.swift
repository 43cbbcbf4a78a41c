internal import StitcherEngine

/// A scope that evicts its instances each time that an asynchronous sequence yields an element.
///
/// The sequence is iterated once, from the first instance until the scope is deallocated. A second
/// iteration would not work: stopping the iteration of a stream ends the stream.
final class SequenceScope: ManagedDependencyScopeProviding, Sendable {
  /// The signal that is sent when the scope evicts its instances.
  private let ended: Signal<Void>

  /// The closure that starts the iteration over the sequence; called when the scope's first
  /// instance is created.
  private let start: @Sendable () -> ChangeCancellable

  /// The running iteration over the sequence; `nil` before the scope's first instance is created.
  private let iteration = Lock<ChangeCancellable?>(nil)

  /// Creates a scope that begins to iterate over the sequence when its first instance is created.
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
    // An equal registration may replace this one. It has another scope object, but keeps the
    // instance. So the instance's subscription retains this scope.
    return ChangeCancellable { withExtendedLifetime(self) { subscription.cancel() } }
  }
}

/// Calls an action with each element of a sequence, until the returned subscription is cancelled or
/// deallocated.
func follow<Changes: AsyncSequence & Sendable>(
  _ changes: Changes, perform action: @Sendable @escaping () -> Void
) -> ChangeCancellable {
  let task = Task.detached {
    // A sequence that throws has no further elements.
    do { for try await _ in changes { action() } } catch {}
  }
  return ChangeCancellable { task.cancel() }
}
