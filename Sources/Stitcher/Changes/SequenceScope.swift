/// A scope that ends with each element of a sequence.
final class SequenceScope<Changes: AsyncSequence & Sendable>: ManagedDependencyScopeProviding,
  Sendable
{
  /// The sequence.
  private let changes: Changes

  /// Creates a scope.
  init(_ changes: Changes) { self.changes = changes }

  func onScopeInvalidated(perform action: @Sendable @escaping () -> Void)
    -> any ManagedDependencyScopeReceipt
  {
    follow(changes, perform: action)
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
