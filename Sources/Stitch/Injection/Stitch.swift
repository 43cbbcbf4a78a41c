public import CStitcherThread

/// A property wrapper that reads and writes a dependency of the ``DependencyMap``.
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
/// The creation of the property's owner resolves nothing. Each read resolves the dependency again,
/// so existing owners see a replaced dependency. An assignment registers the value for all readers,
/// also through a constant owner.
///
/// The property uses the map of the graph in which its owner was created. An owner that was created
/// in the `run` of an isolated graph, of the module Stitcher, uses that graph's map. Other owners
/// use the process's map. After the end of an isolated graph, its properties use the process's map,
/// and debug builds print this once.
///
/// The property can be declared in classes, structures and actors, and may be read and written from
/// any thread. If the dependency is `Sendable`, so is the property.
@propertyWrapper
public struct Stitch<Dependency>: DependencyLifecycleScope {
  /// The closure that reads the dependency, or writes a new value if there is one.
  ///
  /// It is one closure, not two: the optimizer replaces the key path by direct calls of the
  /// accessors only if it is captured once.
  @usableFromInline let access: (_ newValue: UnsafePointer<Dependency>?) -> Dependency

  /// The graphs in which the property was created; `nil` if no isolated graph was current.
  @usableFromInline let home: CapturedGraphs?

  /// Creates a property for a key path of the map, without resolving the dependency.
  ///
  /// - Parameter keyPath: The key path of the map's property.
  @inlinable
  @inline(__always)
  public init(_ keyPath: WritableKeyPath<DependencyMap, Dependency>) {
    // `home` is assigned first: a branch between the key path and the closure keeps the optimizer
    // from evaluating the key path.
    home = CapturedGraphs.current
    access = accessing(keyPath)
  }

  /// Creates a property for a ``Stitchable`` type, without resolving the dependency.
  ///
  /// The property must be read and written on the main actor, where such types store their
  /// dependencies; otherwise the program stops. If the type's scope is ``StitchableScope/unique``,
  /// this property has its own instance, created at the first read.
  ///
  /// - Parameter type: The type.
  @preconcurrency @MainActor
  public init<Type: Stitchable>(_ type: Type.Type) where Type.Dependency == Dependency {
    home = CapturedGraphs.current
    access = InjectionSite<Type>().access
  }

  /// The dependency, resolved at each read; an assignment registers another one for all readers.
  ///
  /// Changing a part of a value-type dependency reads, changes and registers the value. These steps
  /// are not atomic.
  ///
  /// - Complexity: O(1). A live dependency is read without a lock.
  @inlinable
  public var wrappedValue: Dependency {
    get {
      let entered = enterCapturedGraph(home)
      defer { leaveCapturedGraph(entered) }
      return access(nil)
    }
    nonmutating set {
      let entered = enterCapturedGraph(home)
      defer { leaveCapturedGraph(entered) }
      _ = withUnsafePointer(to: newValue) { access($0) }
    }
  }
}

// Safe: the closure only evaluates an immutable key path, or calls the main actor; its result is
// `Sendable`.
extension Stitch: @unchecked Sendable where Dependency: Sendable {}

/// Makes the graph in which a property was created the current graph of this thread. Returns that
/// graph for ``leaveCapturedGraph(_:)``, or `nil` if it is already current.
///
/// Call the property's closure between the two functions, in one place: the optimizer evaluates a
/// key path at compile time only if the closure is called in one place.
@inlinable
@inline(__always)
func enterCapturedGraph(_ home: CapturedGraphs?) -> AnyObject? {
  stitcher_isolation_exists() ? CapturedGraphs.enter(home) : nil
}

/// Restores the graph that was current before ``enterCapturedGraph(_:)``.
@inlinable
@inline(__always)
func leaveCapturedGraph(_ entered: AnyObject?) {
  if let entered { CapturedGraphs.leave(entered) }
}

/// Returns a closure that uses one map: that of the isolated graph that is current now or, if there
/// is none, the map of the process.
func inCurrentGraph<Dependency>(
  _ access: @escaping (UnsafePointer<Dependency>?) -> Dependency
) -> (UnsafePointer<Dependency>?) -> Dependency {
  let home = CapturedGraphs.current
  return { newValue in
    let entered = enterCapturedGraph(home)
    defer { leaveCapturedGraph(entered) }
    return access(newValue)
  }
}

/// Returns a closure that reads the dependency at a key path of the map, or writes a new value.
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
