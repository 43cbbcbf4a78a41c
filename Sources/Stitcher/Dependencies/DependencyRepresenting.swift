internal import StitcherEngine

/// A type that describes a dependency, and can stand as a statement in a container.
///
/// Only ``dependencyProvider`` is required.
public protocol DependencyRepresenting {
  /// The type that is made.
  associatedtype T

  /// What the dependency is found by; by default its type.
  var locator: DependencyLocator { get }

  /// How long the instance is kept; by default ``DependencyScope/automatic(for:)``.
  var scope: DependencyScope { get }

  /// Whether the instance is made on activation; by default it is not.
  var eagerness: DependencyEagerness { get }

  /// Makes an instance.
  var dependencyProvider: DependencyFactory.Provider<T> { get }
}

extension DependencyRepresenting {
  /// The type that is made.
  public var locator: DependencyLocator { .type(T.self) }

  /// The scope that the type gets when none is given.
  public var scope: DependencyScope { .automatic(for: T.self) }

  /// On demand.
  public var eagerness: DependencyEagerness { .lazy }
}
