internal import StitcherEngine

/// A subscription to a publisher of ``StitchPublished``. It ends when it is cancelled or released.
public final class StitchCancellable: Sendable {
  /// Ends the subscription.
  private let cancellation: Cancellation

  /// Creates a subscription that an action ends.
  ///
  /// - Parameter cancel: The action; it is called once.
  public init(_ cancel: @escaping @Sendable () -> Void) { cancellation = Cancellation(cancel) }

  /// Holds what ends a subscription.
  init(_ cancellation: Cancellation) { self.cancellation = cancellation }

  /// Ends the subscription. Idempotent; it may be called from any thread, also while a
  /// value is delivered.
  public func cancel() { cancellation.cancel() }

  /// Keeps the subscription in a collection, for as long as that lives.
  ///
  /// - Parameter collection: The collection.
  public func store<Cancellables: RangeReplaceableCollection>(in collection: inout Cancellables)
  where Cancellables.Element == StitchCancellable {
    collection.append(self)
  }

  /// Keeps the subscription in a set, for as long as that lives.
  ///
  /// - Parameter set: The set.
  public func store(in set: inout Set<StitchCancellable>) { set.insert(self) }
}

extension StitchCancellable: Hashable {
  /// Whether both are the same subscription.
  public static func == (lhs: StitchCancellable, rhs: StitchCancellable) -> Bool { lhs === rhs }

  /// Feeds the subscription's identity into a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
