internal import StitcherEngine

/// A type that describes a dependency, and can stand as a statement in a container.
///
/// ```swift
/// struct NotebookDependency: DependencyRepresenting {
///   var title: String
///
///   var locator: DependencyLocator { .name(title) }
///
///   var dependencyProvider: DependencyFactory.Provider<Notebook> {
///     DependencyFactory.Provider { [title] in Notebook(title: title) }
///   }
/// }
/// ```
///
/// Only ``dependencyProvider`` is required. All are read when the container is built.
public protocol DependencyRepresenting {
  /// The type that is made.
  associatedtype T

  /// What the dependency is found by; by default its type.
  var locator: DependencyLocator { get }

  /// How long the instance is kept; by default ``DependencyScope/automatic(for:)``.
  var scope: DependencyScope { get }

  /// Whether the instance is made on activation; by default it is not.
  var eagerness: DependencyEagerness { get }

  /// What tells the dependency apart from those that are like it; by default nothing does.
  var identity: DependencyIdentity? { get }

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

  /// None.
  public var identity: DependencyIdentity? { nil }
}
