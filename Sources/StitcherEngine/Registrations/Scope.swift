/// The scope of a registration, which determines how long an instance lives.
package enum Scope: Sendable {
  /// The transient scope: each injection creates a new instance.
  case instance
  /// One object is kept weakly: it lives as long as the program references it.
  case shared
  /// One instance is kept until the registration is removed.
  case singleton
  /// One instance is kept until a source, such as an object, ends its lifetime.
  case managed(any LifetimeSource)
  /// Each requesting graph keeps its own instance until the graph ends.
  case scoped

  /// Returns the default scope for a registration that declares no scope.
  ///
  /// It is ``shared`` if the type is a class, otherwise ``instance``.
  package static func automatic(for type: any Any.Type) -> Scope {
    type is AnyObject.Type ? .shared : .instance
  }

  /// The kind of a scope.
  ///
  /// Unlike the scope, it does not contain the source of ``managed(_:)``.
  package enum Kind: Sendable {
    case instance, shared, singleton, managed, scoped
  }

  /// The kind of this scope.
  package var kind: Kind {
    switch self {
    case .instance: .instance
    case .shared: .shared
    case .singleton: .singleton
    case .managed: .managed
    case .scoped: .scoped
    }
  }

  /// Whether each requesting graph keeps its own instance.
  package var isScoped: Bool { kind == .scoped }
}

/// A source that ends the lifetimes of instances with the scope ``Scope/managed(_:)``.
package protocol LifetimeSource: AnyObject, Sendable {
  /// The identity of this lifetime source.
  ///
  /// The lifetimes of all sources with the same identity end together.
  var identity: ObjectIdentifier { get }

  /// Subscribes a closure that is called each time this source ends the lifetimes of its instances.
  ///
  /// The source calls the closure on any thread, until the subscription is cancelled or released.
  func onLifetimeEnd(_ action: @escaping @Sendable () -> Void) -> Cancellation

  /// Returns whether the source is notified of changes of its observed state.
  ///
  /// If a source has to read state on an actor first, it does so here, if the calling thread may.
  /// It then ends the lifetimes of instances that were created before.
  func follows() -> Bool
}

extension LifetimeSource {
  /// The identity of the source itself. Most sources use this default implementation.
  package var identity: ObjectIdentifier { ObjectIdentifier(self) }

  /// Returns `true`: a source without observed state needs no notifications.
  package func follows() -> Bool { true }
}
