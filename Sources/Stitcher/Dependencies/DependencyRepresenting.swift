internal import StitcherEngine

/// A type that describes a dependency, and can be written as a statement in a container.
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
/// Only ``dependencyProvider`` is required. The properties are read each time the container is
/// built.
public protocol DependencyRepresenting {
  /// The type of the instances that the dependency's factory creates.
  associatedtype T

  /// The key by which injections find the dependency; by default, its type.
  var locator: DependencyLocator { get }

  /// The scope, which decides how long the graph keeps the instance; by default,
  /// ``DependencyScope/automatic(for:)``.
  var scope: DependencyScope { get }

  /// Whether the activation of the container creates the instance; by default, the first injection
  /// creates it.
  var eagerness: DependencyEagerness { get }

  /// A value that distinguishes the registration from similar ones; by default, `nil`.
  var identity: DependencyIdentity? { get }

  /// The factory that creates an instance.
  var dependencyProvider: DependencyFactory.Provider<T> { get }
}

extension DependencyRepresenting {
  /// The default lookup key: the type of the instances.
  public var locator: DependencyLocator { .type(T.self) }

  /// The default scope of the type: shared for classes and actors, otherwise a new instance for
  /// each injection.
  public var scope: DependencyScope { .automatic(for: T.self) }

  /// The default eagerness: the first injection creates the instance.
  public var eagerness: DependencyEagerness { .lazy }

  /// The default identity, `nil`: the registration has no value that distinguishes it from similar
  /// ones.
  public var identity: DependencyIdentity? { nil }
}
