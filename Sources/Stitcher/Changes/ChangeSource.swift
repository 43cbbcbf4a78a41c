internal import StitcherEngine

/// An object that tells containers and scopes about a change when the program calls ``fire()``.
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
/// A source may be used by several containers and scopes, and from any thread.
public final class ChangeSource: Sendable {
  /// The signal that notifies the containers and scopes that follow this object.
  let signal = Signal<Void>()

  /// Creates an object that notifies containers and scopes of changes.
  public init() {}

  /// Notifies all containers and scopes that follow this change source, on the calling thread.
  ///
  /// When the call returns, all instances of managed scopes with this source are evicted. The next
  /// injection on this thread sees containers that were built after the call, even if the state is
  /// changed after the call. Synchronous teardowns have run. If a subscriber of the source makes
  /// the call, teardowns run after the outermost call has notified all subscribers.
  ///
  /// If another thread replaces a container at the same time, that thread may still be releasing
  /// the container's instances when this call returns. So fire the source before you change the
  /// state that the container reads.
  ///
  /// - Complexity: O(*n*) in the number of containers and instances that follow the source.
  public func fire() { signal.send(()) }
}

extension ChangeSource: ManagedDependencyScopeProviding {
  /// Subscribes an action, which is called each time this change source fires.
  public func onScopeInvalidated(perform action: @Sendable @escaping () -> Void)
    -> any ManagedDependencyScopeReceipt
  {
    ChangeCancellable(signal.subscribe { action() })
  }
}
