/// Something that resolves dependencies. There is nothing to implement.
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
  /// Returns the dependency of a property of the map: what was registered last, else the default.
  ///
  /// May be called from any thread.
  ///
  /// - Parameter keyPath: The property.
  /// - Returns: The dependency.
  /// - Complexity: O(1). A live dependency is read without a lock.
  @inlinable
  public func resolve<Dependency>(
    _ keyPath: WritableKeyPath<DependencyMap, Dependency>
  ) -> Dependency {
    DependencyMap.map[keyPath: keyPath]
  }

  /// Returns the dependency of a property of the map: what was registered last, else the default.
  ///
  /// May be called from any thread, and where there is no instance yet.
  ///
  /// - Parameter keyPath: The property.
  /// - Returns: The dependency.
  /// - Complexity: O(1). A live dependency is read without a lock.
  @inlinable
  public static func resolve<Dependency>(
    _ keyPath: WritableKeyPath<DependencyMap, Dependency>
  ) -> Dependency {
    DependencyMap.map[keyPath: keyPath]
  }

  /// Returns the dependency of a key: what was registered last, else the default.
  ///
  /// This is for the getters of the map's properties. May be called from any thread. If the default
  /// is being created by another thread, this one waits for it.
  ///
  /// - Parameter key: The key.
  /// - Returns: The dependency.
  /// - Complexity: O(1). A live dependency is read without a lock.
  @inlinable
  public func resolve<Key>(key: Key.Type) -> Key.Value where Key: DependencyKey {
    readDependency(key)
  }
}
