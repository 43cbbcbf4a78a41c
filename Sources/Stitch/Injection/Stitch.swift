/// A property that reads and writes a dependency of the ``DependencyMap``.
///
/// ```swift
/// final class Model {
///   @Stitch(\.logger) var logger
///
///   func doSomething() {
///     logger.log(message: "Logging a message")
///   }
/// }
/// ```
///
/// Nothing is resolved when the property's owner is created. Each read resolves again, so a
/// dependency that is replaced is seen by owners that exist already. An assignment registers the
/// value, for everybody; it works in owners that are constants as well.
///
/// The property may stand in classes, structures and actors, and be read and written from any
/// thread. If the dependency is `Sendable`, so is the property.
@propertyWrapper
public struct Stitch<Dependency>: DependencyLifecycleScope {
  /// Reads the dependency, or writes the new one that there is.
  ///
  /// One closure, not two: the optimizer turns the key path in it into direct calls of the
  /// property's accessors only where it is captured once.
  @usableFromInline let access: (_ newValue: UnsafePointer<Dependency>?) -> Dependency

  /// Creates a property for a property of the map. Nothing is resolved.
  ///
  /// - Parameter keyPath: The map's property.
  @inlinable
  @inline(__always)
  public init(_ keyPath: WritableKeyPath<DependencyMap, Dependency>) {
    access = accessing(keyPath)
  }

  /// Creates a property for a type that says itself what it depends on. Nothing is resolved.
  ///
  /// The property is read and written on the main actor, where types keep their dependencies;
  /// elsewhere the program stops. If the type's scope is ``StitchableScope/unique``, this property
  /// has an instance of its own, which is made at the first read.
  ///
  /// - Parameter type: The type.
  @preconcurrency @MainActor
  public init<Type: Stitchable>(_ type: Type.Type) where Type.Dependency == Dependency {
    access = InjectionSite<Type>().access
  }

  /// The dependency, resolved at each read; an assignment registers another one.
  ///
  /// To change a part of a dependency that is a value is to read, change and register it, which is
  /// not one step.
  ///
  /// - Complexity: O(1). A live dependency is read without a lock.
  @inlinable
  public var wrappedValue: Dependency {
    get { access(nil) }
    nonmutating set { _ = withUnsafePointer(to: newValue) { access($0) } }
  }
}

// Safe: the closure only evaluates a key path, which never changes, or asks the main actor; what it
// returns is `Sendable`.
extension Stitch: @unchecked Sendable where Dependency: Sendable {}

/// Returns what reads and writes a property of the map.
@inlinable
@inline(__always)
func accessing<Dependency>(
  _ keyPath: WritableKeyPath<DependencyMap, Dependency>
) -> (UnsafePointer<Dependency>?) -> Dependency {
  { newValue in
    guard let newValue else { return DependencyMap.map[keyPath: keyPath] }
    writeDependency(newValue.pointee, at: keyPath)
    return newValue.pointee
  }
}
