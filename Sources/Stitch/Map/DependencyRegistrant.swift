/// A protocol for types that register dependencies. It has no requirements.
///
/// ```swift
/// struct Launch: DependencyRegistrant {
///   func prepare() { register(\.logger, dependency: LocalLogger()) }
/// }
/// ```
public protocol DependencyRegistrant {}

extension DependencyRegistrant {
  /// Registers a value as the dependency of a map's property, for all later reads.
  ///
  /// May be called from any thread. The last registration stays. If the dependency was not read
  /// before, its default is never created.
  ///
  /// - Parameters:
  ///   - keyPath: The key path of the property.
  ///   - dependency: The value.
  /// - Complexity: O(1), plus the number of live ``StitchPublished`` publishers, which are
  ///   notified.
  public func register<Dependency>(
    _ keyPath: WritableKeyPath<DependencyMap, Dependency>, dependency: Dependency
  ) {
    writeDependency(dependency, at: keyPath)
  }

  /// Registers a value as the dependency of a key, for all later reads.
  ///
  /// Call it in the setters of the map's properties. May be called from any thread.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - dependency: The value.
  /// - Complexity: O(1), plus the number of live ``StitchPublished`` publishers, which are
  ///   notified.
  @inlinable
  public func register<Key>(key: Key.Type, dependency: Key.Value) where Key: DependencyKey {
    registerDependency(dependency, for: key)
  }
}

/// A protocol for types that resolve and register dependencies. It has no requirements.
public protocol DependencyLifecycleScope: DependencyResolver, DependencyRegistrant {}
