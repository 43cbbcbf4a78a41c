internal import StitcherEngine

/// A source of changes that code fires.
///
/// ```swift
/// let signedOut = ChangeSource()
///
/// let container = DependencyContainer {
///   Dependency { Mailbox() }
///     .scope(.managed(by: signedOut))
/// }
///
/// signedOut.fire()  // The next injection makes a new mailbox.
/// ```
///
/// A source may be used by any number of containers and scopes, and from any thread.
public final class ChangeSource: Sendable {
  /// The engine's signal.
  let signal = Signal<Void>()

  /// Creates a source.
  public init() {}

  /// Tells everybody who follows the source that something has changed, on the calling thread.
  ///
  /// When it returns, the instances of managed scopes are forgotten, and who injects next on this
  /// thread sees containers that were built after it; also where the state changes only after the
  /// call. Their synchronous teardowns have run, unless the call was made by a follower: then they
  /// run when the outermost call has told all.
  ///
  /// If another thread replaces a container at the same time, that thread releases the container's
  /// instances, and may still be releasing them when this call returns. So fire the source before
  /// you change the state that the container reads.
  ///
  /// - Complexity: O(*n*) in the number of followers.
  public func fire() { signal.send(()) }
}

extension ChangeSource: ManagedDependencyScopeProviding {
  /// Has an action called each time the source fires.
  public func onScopeInvalidated(perform action: @Sendable @escaping () -> Void)
    -> any ManagedDependencyScopeReceipt
  {
    ChangeCancellable(signal.subscribe { action() })
  }
}
