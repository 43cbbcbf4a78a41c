/// An argument that names a dependency for the macros that generate an initializer. It has no
/// effect at run time.
public struct Dependency<T> {
  /// Names a dependency, and optionally how to inject it, for the macro that reads this expression.
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

/// An argument that names an abstraction for the macro that registers a type as an implementation.
/// It has no effect at run time.
public struct InjectableDependencyArgs<T> {
  /// Names an abstraction, and optionally the implementation's key, for the macro that reads this
  /// expression.
  ///
  /// - Parameters:
  ///   - dependency: The abstraction.
  ///   - key: The key of the implementation; `nil` for the empty key.
  public init(_ dependency: T.Type, key: String? = nil) {}
}

/// A type that can register itself as an implementation in the global context.
public protocol InjectableDependencyProtocol: Sendable {
  /// Registers the type as an implementation in the global context.
  static func register()
}

/// A type with a method that registers a list of implementations.
public protocol DependenciesInjectorProtocol: Sendable {
  /// Registers each implementation that the type's attribute `@DependenciesInjector` lists.
  func startInjection()
}
