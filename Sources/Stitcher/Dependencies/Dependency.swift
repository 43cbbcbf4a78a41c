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
/// one that names a global actor, as in `{ @MainActor in Screen() }`, runs on that actor only.
public struct Dependency<T, LocatorTrait: DependencyLocatorTrait>: Sendable {
  /// What the dependency is found by.
  package let locator: DependencyLocator

  /// How long its instance is kept.
  package let scope: DependencyScope

  /// Whether its instance is made on activation.
  package let eagerness: DependencyEagerness

  /// How it is made.
  package let factory: DependencyFactory

  /// Where it was registered.
  let location: SourceLocation

  /// Creates a dependency from its parts.
  init(
    locator: DependencyLocator, scope: DependencyScope = .automatic(for: T.self),
    eagerness: DependencyEagerness = .lazy, factory: DependencyFactory, location: SourceLocation
  ) {
    self.locator = locator
    self.scope = scope
    self.eagerness = eagerness
    self.factory = factory
    self.location = location
  }

  /// Sets how long the graph keeps the instance. The last call counts.
  ///
  /// - Parameter scope: The scope.
  /// - Returns: A copy with the scope.
  public func scope(_ scope: DependencyScope) -> Self {
    Self(
      locator: locator, scope: scope, eagerness: eagerness, factory: factory, location: location)
  }

  /// Sets whether the instance is made on activation. The last call counts.
  ///
  /// - Parameter eagerness: The eagerness.
  /// - Returns: A copy with the eagerness.
  public func eagerness(_ eagerness: DependencyEagerness) -> Self {
    Self(
      locator: locator, scope: scope, eagerness: eagerness, factory: factory, location: location)
  }

  /// Returns a copy that is found by something else.
  func located<Trait>(by locator: Locator) -> Dependency<T, Trait> {
    Dependency<T, Trait>(
      locator: DependencyLocator(locator), scope: scope, eagerness: eagerness, factory: factory,
      location: location)
  }
}

/// The compile-time state of a ``Dependency``, which decides which modifiers it has.
public protocol DependencyLocatorTrait {}

/// The state of a dependency that is found by its type, and may still be given a name, value
/// or further types.
public struct MaybeTypeLocatedDependency: DependencyLocatorTrait {}

/// The state of a dependency that is found by a name.
public struct NameLocatedDependency: DependencyLocatorTrait {}

/// The state of a dependency that is found by types.
public struct TypeLocatedDependency: DependencyLocatorTrait {}

/// The state of a dependency that is found by a value.
public struct ValueLocatedDependency: DependencyLocatorTrait {}
