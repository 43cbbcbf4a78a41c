internal import StitcherEngine

/// The registration of one dependency: how it is made, found and kept.
///
/// ```swift
/// Dependency { AccountService() }
///   .conforms(to: (any Accounts).self)
///   .scope(.singleton)
/// ```
///
/// The factory may throw, and may take any number of `Hashable` parameters, which an injection
/// passes. It runs on the thread that injects, with no lock held, so it may inject what it needs;
/// one that names a global actor, as in `{ @MainActor in Screen() }`, runs on that actor only. A
/// factory may be asynchronous: then `injectAsync` makes the instance.
public struct Dependency<T, LocatorTrait: DependencyLocatorTrait>: Sendable {
  /// What the dependency is found by.
  package let locator: DependencyLocator

  /// How long its instance is kept.
  package private(set) var scope = DependencyScope.automatic(for: T.self)

  /// Whether its instance is made on activation.
  package private(set) var eagerness = DependencyEagerness.lazy

  /// What tells it apart from those that are like it.
  package private(set) var identity: DependencyIdentity?

  /// How it is made.
  package let factory: DependencyFactory

  /// Where it was registered.
  let location: SourceLocation

  /// What is done with an instance at its end.
  var teardown: Teardown?

  /// Sets how long the graph keeps the instance. The last call counts.
  ///
  /// - Parameter scope: The scope.
  /// - Returns: A copy with the scope.
  public func scope(_ scope: DependencyScope) -> Self {
    var copy = self
    copy.scope = scope
    return copy
  }

  /// Sets whether the instance is made on activation. The last call counts.
  ///
  /// - Parameter eagerness: The eagerness.
  /// - Returns: A copy with the eagerness.
  public func eagerness(_ eagerness: DependencyEagerness) -> Self {
    var copy = self
    copy.eagerness = eagerness
    return copy
  }

  /// Sets whose the dependency is, or of what: what it is made from besides other dependencies. The
  /// last call counts.
  ///
  /// ```swift
  /// Dependency { Basket(of: user) }
  ///   .scope(.singleton)
  ///   .id(user)
  /// ```
  ///
  /// The identity is a part of what makes registrations equal, while what a factory has captured is
  /// not. So a container that is rebuilt for another user gets another basket, and one that is
  /// rebuilt for the same user keeps it. Two registrations of one container that differ only in
  /// their ids are both kept, and asking for one of them is an error, as for any two that match.
  ///
  /// - Parameter id: The value; see ``DependencyIdentity/init(_:)``.
  /// - Returns: A copy with the identity.
  public func id(_ id: some Hashable) -> Self {
    var copy = self
    copy.identity = DependencyIdentity(id)
    return copy
  }

  /// Returns a copy that is found by something else.
  func located<Trait>(by locator: Locator) -> Dependency<T, Trait> {
    Dependency<T, Trait>(
      locator: DependencyLocator(locator), scope: scope, eagerness: eagerness,
      identity: identity, factory: factory, location: location, teardown: teardown)
  }
}

/// The compile-time state of a ``Dependency``, which decides which modifiers it has.
public protocol DependencyLocatorTrait {}

/// A state in which a dependency may be given further types.
public protocol _TypesLocatingTrait: DependencyLocatorTrait {}

/// The state of a dependency that is found by its type, and may still be given a name, value
/// or further types.
public struct MaybeTypeLocatedDependency: _TypesLocatingTrait {}

/// The state of a dependency that is found by a name.
public struct NameLocatedDependency: DependencyLocatorTrait {}

/// The state of a dependency that is found by types.
public struct TypeLocatedDependency: _TypesLocatingTrait {}

/// The state of a dependency that is found by a value.
public struct ValueLocatedDependency: DependencyLocatorTrait {}
