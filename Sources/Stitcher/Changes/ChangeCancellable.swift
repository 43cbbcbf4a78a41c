internal import StitcherEngine

/// A subscription, which ends when it is cancelled or released.
public final class ChangeCancellable: ManagedDependencyScopeReceipt, Sendable {
  /// Ends the subscription.
  private let cancellation: Cancellation

  /// Creates a subscription that an action ends.
  ///
  /// - Parameter cancel: The action; it is called once.
  public init(_ cancel: @escaping @Sendable () -> Void) { cancellation = Cancellation(cancel) }

  /// Holds a subscription to a signal.
  convenience init<Value>(_ subscription: SignalSubscription<Value>) {
    self.init { subscription.cancel() }
  }

  /// Holds what ends a subscription.
  init(_ cancellation: Cancellation) { self.cancellation = cancellation }

  /// Ends the subscription. Idempotent; it may be called from any thread, also while a
  /// value is delivered.
  public func cancel() { cancellation.cancel() }

  /// Keeps the subscription in a collection, for as long as that lives.
  ///
  /// - Parameter collection: The collection.
  public func store<Cancellables: RangeReplaceableCollection>(in collection: inout Cancellables)
  where Cancellables.Element == ChangeCancellable {
    collection.append(self)
  }

  /// Keeps the subscription in a set, for as long as that lives.
  ///
  /// - Parameter set: The set.
  public func store(in set: inout Set<ChangeCancellable>) { set.insert(self) }
}

extension ChangeCancellable: Hashable {
  /// Whether both are the same subscription.
  public static func == (lhs: ChangeCancellable, rhs: ChangeCancellable) -> Bool { lhs === rhs }

  /// Feeds the subscription's identity into a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
