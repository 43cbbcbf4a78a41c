internal import StitcherEngine

/// The registration of one dependency: its factory, its lookup key, and its scope.
///
/// ```swift
/// Dependency { AccountService() }
///   .conforms(to: (any Accounts).self)
///   .scope(.singleton)
/// ```
///
/// The factory may throw, and may take any number of `Hashable` parameters, which the injection
/// passes. A factory runs on the thread that requests the instance. No lock is held, so the factory
/// may inject other dependencies.
///
/// A factory that names a global actor, as in `{ @MainActor in Screen() }`, runs on that actor
/// only. `injectAsync` creates the instance of an asynchronous factory.
///
/// A `Dependency` has no effect by itself. Write it as a statement in a ``DependencyContainer``.
public struct Dependency<T, LocatorTrait: DependencyLocatorTrait>: Sendable {
  /// The lookup key: types, a name, or a value.
  package let locator: DependencyLocator

  /// The scope of the dependency, which decides how long the graph keeps its instance.
  package private(set) var scope = DependencyScope.automatic(for: T.self)

  /// Whether the activation of the container creates the instance.
  package private(set) var eagerness = DependencyEagerness.lazy

  /// The identity, which distinguishes the registration from similar ones; `nil` if the
  /// registration has no identity.
  package private(set) var identity: DependencyIdentity?

  /// The factory that creates an instance of the dependency.
  package let factory: DependencyFactory

  /// The source location of the registration.
  let location: SourceLocation

  /// The closure that closes an instance after its eviction; `nil` if the dependency has no
  /// teardown.
  var teardown: Teardown?

  /// Sets how long the graph keeps the instance; if called several times, the last call takes
  /// effect.
  public func scope(_ scope: DependencyScope) -> Self {
    var copy = self
    copy.scope = scope
    return copy
  }

  /// Sets whether the activation of the container creates the instance; if called several times,
  /// the last call takes effect.
  public func eagerness(_ eagerness: DependencyEagerness) -> Self {
    var copy = self
    copy.eagerness = eagerness
    return copy
  }

  /// Sets a value, such as a user, that distinguishes this registration from similar ones; if
  /// called several times, the last call takes effect.
  ///
  /// ```swift
  /// Dependency { Basket(of: user) }
  ///   .scope(.singleton)
  ///   .id(user)
  /// ```
  ///
  /// Registrations with different identities are different, while the values that a factory
  /// captures are not compared. So a container that is rebuilt for another user creates another
  /// basket. A container that is rebuilt for the same user keeps the basket.
  ///
  /// An identity is not a lookup key. If two registrations of a container differ in their
  /// identities only, an injection of one instance throws
  /// ``InjectionError/multipleDependencies(_:)``.
  ///
  /// - Parameter id: The value; see ``DependencyIdentity/init(_:)``.
  /// - Returns: A copy with the identity.
  public func id(_ id: some Hashable) -> Self {
    var copy = self
    copy.identity = DependencyIdentity(id)
    return copy
  }

  /// Returns a copy of the dependency with the given lookup key.
  func located<Trait>(by locator: Locator) -> Dependency<T, Trait> {
    Dependency<T, Trait>(
      locator: DependencyLocator(locator), scope: scope, eagerness: eagerness,
      identity: identity, factory: factory, location: location, teardown: teardown)
  }

  /// Returns a copy of the dependency with the given teardown.
  func tornDown(by teardown: Teardown) -> Self {
    var copy = self
    copy.teardown = teardown
    return copy
  }
}

extension Dependency {
  /// Creates a registration that is found by the given key, at a line of the user's source code.
  @usableFromInline
  init(
    _ locator: DependencyLocator, _ factory: DependencyFactory, _ file: StaticString, _ line: UInt
  ) {
    self.init(
      locator: locator, factory: factory, location: SourceLocation(file: file, line: line))
  }
}

/// A protocol of marker types, by which the compiler knows the modifiers that can be applied to a
/// ``Dependency``.
///
/// For example, ``NameLocatedDependency`` has no `conforms(to:)`, since a dependency with a name is
/// not found by types.
public protocol DependencyLocatorTrait {}

/// A marker for the compiler: the dependency is found by types, and modifiers can add further
/// types.
public protocol _TypesLocatingTrait: DependencyLocatorTrait {}

/// A marker for the compiler: the dependency is found by its type, and modifiers can add further
/// types, or set a name or a value instead.
public struct MaybeTypeLocatedDependency: _TypesLocatingTrait {}

/// A marker for the compiler: the dependency is found by a name.
public struct NameLocatedDependency: DependencyLocatorTrait {}

/// A marker for the compiler: the dependency is found by several types.
public struct TypeLocatedDependency: _TypesLocatingTrait {}

/// A marker for the compiler: the dependency is found by a value.
public struct ValueLocatedDependency: DependencyLocatorTrait {}
