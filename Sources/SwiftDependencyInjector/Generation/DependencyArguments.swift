/// The description of a dependency for the macros that generate an initializer. It has no effect at
/// run time.
public struct Dependency<T> {
  /// Creates the description of a dependency.
  ///
  /// - Parameters:
  ///   - dependency: The abstraction.
  ///   - name: The name of the property; `nil` for the name of the abstraction.
  ///   - injectionType: Whether to create a new instance or use the singleton.
  ///   - constrainedTo: The key of the implementation; `nil` for the default one.
  public init(
    _ dependency: T.Type, name: String? = nil, injectionType: InjectionType = .singleton,
    constrainedTo: String? = nil
  ) {}
}

/// The description of an abstraction for the macro that registers an implementation. It has no
/// effect at run time.
public struct InjectableDependencyArgs<T> {
  /// Creates the description of an abstraction.
  ///
  /// - Parameters:
  ///   - dependency: The abstraction.
  ///   - key: The key of the implementation; `nil` for the empty key.
  public init(_ dependency: T.Type, key: String? = nil) {}
}

/// A type that registers itself as an implementation in the global context.
public protocol InjectableDependencyProtocol: Sendable {
  /// Registers the type in the global context.
  static func register()
}

/// A type with a method that registers several implementations.
public protocol DependenciesInjectorProtocol: Sendable {
  /// Calls the method `register()` of each implementation that the type's attribute
  /// `@DependenciesInjector` lists.
  func startInjection()
}
