internal import StitcherEngine

/// A subscription, which ends when it is cancelled or deallocated.
public final class ChangeCancellable: ManagedDependencyScopeReceipt, Sendable {
  /// The action that ends the subscription.
  private let cancellation: Cancellation

  /// Creates a subscription that calls the given closure when it is cancelled or deallocated.
  ///
  /// - Parameter cancel: The action, which is called once.
  public init(_ cancel: @escaping @Sendable () -> Void) { cancellation = Cancellation(cancel) }

  /// Creates a subscription that is ended by the given object of the engine.
  init(_ cancellation: Cancellation) { self.cancellation = cancellation }

  /// Ends the subscription. Later calls do nothing.
  ///
  /// May be called from any thread, also while a value is delivered.
  public func cancel() { cancellation.cancel() }

  /// Stores the subscription in a collection, which keeps it active.
  ///
  /// - Parameter collection: The collection.
  public func store<Cancellables: RangeReplaceableCollection>(in collection: inout Cancellables)
  where Cancellables.Element == ChangeCancellable {
    collection.append(self)
  }

  /// Stores the subscription in a set, which keeps it active.
  ///
  /// - Parameter set: The set.
  public func store(in set: inout Set<ChangeCancellable>) { set.insert(self) }
}

extension ChangeCancellable: Hashable {
  /// Returns whether two values are the same subscription object.
  public static func == (lhs: ChangeCancellable, rhs: ChangeCancellable) -> Bool { lhs === rhs }

  /// Feeds the subscription's identity into a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
