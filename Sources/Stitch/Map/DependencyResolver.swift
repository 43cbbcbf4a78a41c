/// A protocol for types that resolve dependencies. It has no requirements.
///
/// ```swift
/// final class Uploader: DependencyResolver {
///   func upload() { resolve(\.logger).log(message: "Uploading") }
/// }
///
/// DependencyMap.resolve(\.logger).log(message: "From anywhere")
/// ```
public protocol DependencyResolver {}

extension DependencyResolver {
  /// Returns the dependency of a map's property: the last registered value, or the default.
  ///
  /// May be called from any thread.
  ///
  /// - Parameter keyPath: The key path of the property.
  /// - Returns: The dependency.
  /// - Complexity: O(1). A live dependency is read without a lock.
  @inlinable
  public func resolve<Dependency>(
    _ keyPath: WritableKeyPath<DependencyMap, Dependency>
  ) -> Dependency {
    DependencyMap.map[keyPath: keyPath]
  }

  /// Returns the dependency of a map's property. The method is static, so it needs no instance.
  ///
  /// The result is the last registered value, or the default. May be called from any thread.
  ///
  /// - Parameter keyPath: The key path of the property.
  /// - Returns: The dependency.
  /// - Complexity: O(1). A live dependency is read without a lock.
  @inlinable
  public static func resolve<Dependency>(
    _ keyPath: WritableKeyPath<DependencyMap, Dependency>
  ) -> Dependency {
    DependencyMap.map[keyPath: keyPath]
  }

  /// Returns the dependency of a key: the last registered value, or the default.
  ///
  /// Call it in the getters of the map's properties. May be called from any thread. If another
  /// thread is creating the default, this thread waits for it.
  ///
  /// - Parameter key: The key.
  /// - Returns: The dependency.
  /// - Complexity: O(1). A live dependency is read without a lock.
  @inlinable
  public func resolve<Key>(key: Key.Type) -> Key.Value where Key: DependencyKey {
    readDependency(key)
  }
}
