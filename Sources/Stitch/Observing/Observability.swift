internal import CStitcherThread

// A statically linked program links Observation only if it uses Observation itself.
#if os(Linux)
  @_weakLinked internal import Observation
#else
  internal import Observation
#endif

/// Whether changes of a dependency can be observed.
func isObservable<Dependency>(_ dependency: Dependency) -> Bool {
  #if canImport(Combine) || OpenCombine
    // Unlike a cast of the value, a cast of the type also finds conformances that are isolated to
    // another actor.
    if dependency is any AnyObservableObject
      || type(of: dependency as Any) is any AnyObservableObject.Type
    {
      return true
    }
  #endif
  // If the protocol is not linked, no type conforms to it, and its metadata must not be accessed.
  return stitcher_thread_has_observation() && isLinkedObservable(dependency)
}

/// Whether a dependency is `Observable`, in a program that links the protocol.
@inline(never) private func isLinkedObservable<Dependency>(_ dependency: Dependency) -> Bool {
  guard #available(macOS 14.0, iOS 17.0, tvOS 17.0, watchOS 10.0, *) else { return false }
  // The type is cast as well, as in `isObservable(_:)`.
  return dependency is any Observable || type(of: dependency as Any) is any Observable.Type
}

extension Preconditions {
  /// Checks that a view can observe a dependency, and returns the result.
  @discardableResult
  package static func checkFollowable<Dependency>(_ dependency: Dependency) -> Bool {
    let isObservable = isObservable(dependency)
    // Existing programs know the message with this misspelling.
    closure(
      isObservable, "Cannot observe an object that does not confrom to 'AnyObservableObject'",
      #fileID, #line)
    return isObservable
  }
}

/// Records whether a view builder of this task is registering a mock.
package enum ViewScope {
  /// Whether a mock is being registered in a view builder; views are not notified then, since one
  /// is being built.
  @TaskLocal package static var isMocking = false
}
