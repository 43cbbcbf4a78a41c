/// How long the instance of a registration lives.
package enum Scope: Sendable {
  /// A new instance for each injection.
  case instance
  /// One object, for as long as somebody else holds it.
  case shared
  /// One instance, until the registration goes.
  case singleton
  /// One instance, until the source says that its lifetime has ended.
  case managed(any LifetimeSource)
  /// One instance for each graph that is asked, until that graph ends.
  case scoped

  /// Returns the scope that a type gets when none is given: shared for classes, else instance.
  package static func automatic(for type: any Any.Type) -> Scope {
    type is AnyObject.Type ? .shared : .instance
  }

  /// The cases, without what belongs to one; scopes are equal when these are.
  package enum Kind: Sendable {
    case instance, shared, singleton, managed, scoped
  }

  /// The case.
  package var kind: Kind {
    switch self {
    case .instance: .instance
    case .shared: .shared
    case .singleton: .singleton
    case .managed: .managed
    case .scoped: .scoped
    }
  }
}

extension Scope {
  /// Whether each graph that is asked has an instance of its own.
  package var isScoped: Bool { kind == .scoped }
}

/// Says when the lifetime of a managed instance ends.
package protocol LifetimeSource: AnyObject, Sendable {
  /// The identity of the object that ends lifetimes: the instances of all sources with the same
  /// identity end together.
  var identity: ObjectIdentifier { get }

  /// Has an action called at each end of a lifetime, on any thread.
  func onLifetimeEnd(_ action: @escaping @Sendable () -> Void) -> any LifetimeReceipt

  /// Whether every end from now on is told of. A source that has to read what it follows, on an
  /// actor, does so now if the calling thread may, and first ends what was made before.
  func follows() -> Bool
}

extension LifetimeSource {
  /// Most sources end lifetimes themselves.
  package var identity: ObjectIdentifier { ObjectIdentifier(self) }

  /// Most sources have nothing to read.
  package func follows() -> Bool { true }
}

/// Ends a subscription to a ``LifetimeSource``.
package protocol LifetimeReceipt: Sendable {
  /// Stops the calls.
  func cancel()
}
