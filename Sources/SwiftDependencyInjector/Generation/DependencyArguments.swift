/// What a macro that generates an initializer is told about one of its dependencies. It
/// does nothing itself.
public struct Dependency<T> {
  /// Describes a dependency.
  ///
  /// - Parameters:
  ///   - dependency: The abstraction.
  ///   - name: The name of the property; nil for that of the abstraction.
  ///   - injectionType: Whether a new instance is made.
  ///   - constrainedTo: The key of the implementation; nil for the default one.
  public init(
    _ dependency: T.Type, name: String? = nil, injectionType: InjectionType = .singleton,
    constrainedTo: String? = nil
  ) {}
}

/// What a macro that registers an implementation is told about one of its abstractions. It
/// does nothing itself.
public struct InjectableDependencyArgs<T> {
  /// Describes an abstraction.
  ///
  /// - Parameters:
  ///   - dependency: The abstraction.
  ///   - key: The key of the implementation; nil for the empty one.
  public init(_ dependency: T.Type, key: String? = nil) {}
}

/// An implementation that registers itself.
public protocol InjectableDependencyProtocol: Sendable {
  /// Registers the implementation in the global context.
  static func register()
}

/// Something that has implementations register themselves.
public protocol DependenciesInjectorProtocol: Sendable {
  /// Has them register themselves.
  func startInjection()
}
