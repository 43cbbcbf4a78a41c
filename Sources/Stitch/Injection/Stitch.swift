public import CStitcherThread

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
/// The property reads and writes the map of the graph in which its owner was created, wherever the
/// property is used. One that was created in the `run` of an isolated graph, of the module
/// Stitcher, uses that graph's map, every other one the process's. After the end of the isolated
/// graph it uses the process's map, and says so once in debug builds.
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

  /// The isolated graph in which the property was created; nil for the process.
  @usableFromInline let home: PropertyHome?

  /// Creates a property for a property of the map. Nothing is resolved.
  ///
  /// - Parameter keyPath: The map's property.
  @inlinable
  @inline(__always)
  public init(_ keyPath: WritableKeyPath<DependencyMap, Dependency>) {
    // First: a branch between the key path and the closure keeps the optimizer from evaluating the
    // key path.
    home = PropertyHome.current
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
    home = PropertyHome.current
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
    get {
      let entered = enterHome(home)
      defer { leaveHome(entered) }
      return access(nil)
    }
    nonmutating set {
      let entered = enterHome(home)
      defer { leaveHome(entered) }
      _ = withUnsafePointer(to: newValue) { access($0) }
    }
  }
}

// Safe: the closure only evaluates a key path, which never changes, or asks the main actor; what it
// returns is `Sendable`.
extension Stitch: @unchecked Sendable where Dependency: Sendable {}

/// Makes the graph in which a property was created current on this thread, if it is not; returns
/// it, for ``leaveHome(_:)``.
///
/// The closure of a property is called between the two, in one place: the optimizer evaluates a key
/// path without its representation only if the closure is called in one place.
@inlinable
@inline(__always)
func enterHome(_ home: PropertyHome?) -> AnyObject? {
  stitcher_isolation_exists() ? PropertyHome.enter(home) : nil
}

/// Ends what ``enterHome(_:)`` began.
@inlinable
@inline(__always)
func leaveHome(_ entered: AnyObject?) {
  if let entered { PropertyHome.leave(entered) }
}

/// Returns a closure that reads and writes a property of the map in the isolated graph that is
/// current now; in the process's graph, if there is none.
func inCurrentGraph<Dependency>(
  _ access: @escaping (UnsafePointer<Dependency>?) -> Dependency
) -> (UnsafePointer<Dependency>?) -> Dependency {
  let home = PropertyHome.current
  return { newValue in
    let entered = enterHome(home)
    defer { leaveHome(entered) }
    return access(newValue)
  }
}

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
