/// Something that registers dependencies. There is nothing to implement.
///
/// ```swift
/// struct Launch: DependencyRegistrant {
///   func prepare() { register(\.logger, dependency: LocalLogger()) }
/// }
/// ```
public protocol DependencyRegistrant {}

extension DependencyRegistrant {
  /// Makes a value the dependency of a property of the map, for everybody who reads it from now on.
  ///
  /// May be called from any thread. The one that is registered last stays. If nobody has read the
  /// dependency yet, its default is never created.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - dependency: The value.
  /// - Complexity: O(1), plus the number of living publishers of ``StitchPublished``,
  ///   which are told.
  public func register<Dependency>(
    _ keyPath: WritableKeyPath<DependencyMap, Dependency>, dependency: Dependency
  ) {
    writeDependency(dependency, at: keyPath)
  }

  /// Makes a value the dependency of a key, for everybody who reads it from now on.
  ///
  /// This is for the setters of the map's properties. May be called from any thread.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - dependency: The value.
  /// - Complexity: O(1), plus the number of living publishers of ``StitchPublished``,
  ///   which are told.
  @inlinable
  public func register<Key>(key: Key.Type, dependency: Key.Value) where Key: DependencyKey {
    registerDependency(dependency, for: key)
  }
}

/// Something that resolves and registers dependencies. There is nothing to implement.
public protocol DependencyLifecycleScope: DependencyResolver, DependencyRegistrant {}
