internal import StitcherEngine

/// A source that ends the lifetime of managed instances.
///
/// ```swift
/// final class Clipboard: ManagedDependencyScopeProviding, Sendable {
///   private let changed = ChangeSource()
///
///   func copy(_ text: String) { changed.fire() }
///
///   func onScopeInvalidated(
///     perform action: @Sendable @escaping () -> Void
///   ) -> any ManagedDependencyScopeReceipt {
///     changed.onScopeInvalidated(perform: action)
///   }
/// }
/// ```
///
/// The graph subscribes before it makes an instance, and cancels the receipt when it drops the
/// instance. Both may happen on any thread.
///
/// All instances that one provider manages end together, with the first action that it calls. So no
/// instance is kept that was made from an ended one. Instances of different providers end one after
/// the other, also if the providers follow the same source: give such instances the same provider.
public protocol ManagedDependencyScopeProviding: AnyObject {
  /// Has an action called each time the lifetime ends.
  ///
  /// The action may be called from any thread, any number of times. When it returns, the instance
  /// is forgotten: the next injection makes a new one.
  ///
  /// - Parameter action: Forgets the instance.
  /// - Returns: A receipt that stops the calls.
  func onScopeInvalidated(perform action: @Sendable @escaping () -> Void)
    -> any ManagedDependencyScopeReceipt
}

/// A subscription to a ``ManagedDependencyScopeProviding``.
public protocol ManagedDependencyScopeReceipt {
  /// Stops the calls of the subscribed action.
  func cancel()
}

/// A provider that is one of several for the same object, such as the scopes of one publisher.
protocol SharedLifetime {
  /// The object that ends the lifetimes.
  var origin: AnyObject { get }
}

/// Adapts a provider to the engine.
final class ProvidedLifetime: LifetimeSource, @unchecked Sendable {
  // Safe: the only property is a constant; the protocol asks its conformers for calls
  // from any thread.

  /// What says when a lifetime ends.
  let provider: any ManagedDependencyScopeProviding

  /// Adapts a provider.
  init(_ provider: any ManagedDependencyScopeProviding) { self.provider = provider }

  var identity: ObjectIdentifier {
    ObjectIdentifier((provider as? any SharedLifetime)?.origin ?? provider)
  }

  func onLifetimeEnd(_ action: @escaping @Sendable () -> Void) -> any LifetimeReceipt {
    Receipt(base: provider.onScopeInvalidated(perform: action))
  }

  func follows() -> Bool { (provider as? ObservedScope)?.follows() ?? true }

  /// Adapts a receipt to the engine.
  private struct Receipt: LifetimeReceipt, @unchecked Sendable {
    // Safe: the engine cancels a receipt once, and does nothing else with it.
    let base: any ManagedDependencyScopeReceipt

    func cancel() { base.cancel() }
  }
}
