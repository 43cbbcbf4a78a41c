internal import CStitcherThread

// A program that is linked statically gets nothing of Observation because of us, unless it uses
// Observation itself.
#if os(Linux)
  @_weakLinked internal import Observation
#else
  internal import Observation
#endif

/// Whether the changes of a dependency can be heard of.
func isObservable<Dependency>(_ dependency: Dependency) -> Bool {
  #if canImport(Combine) || OpenCombine
    // A cast of the type, unlike one of the value, finds conformances that are isolated to an actor
    // on which the caller does not run.
    if dependency is any AnyObservableObject
      || type(of: dependency as Any) is any AnyObservableObject.Type
    {
      return true
    }
  #endif
  // Where the protocol was not linked, nothing conforms to it, and nobody may ask for its type.
  return stitcher_thread_has_observation() && isLinkedObservable(dependency)
}

/// Whether a dependency is `Observable`, in a program that has the protocol.
@inline(never) private func isLinkedObservable<Dependency>(_ dependency: Dependency) -> Bool {
  guard #available(macOS 14.0, iOS 17.0, tvOS 17.0, watchOS 10.0, *) else { return false }
  // See above.
  return dependency is any Observable || type(of: dependency as Any) is any Observable.Type
}

extension Preconditions {
  /// Checks that a view can follow a dependency; returns whether it can.
  @discardableResult
  package static func checkFollowable<Dependency>(_ dependency: Dependency) -> Bool {
    let isObservable = isObservable(dependency)
    // The misspelled word is what programs know.
    closure(
      isObservable, "Cannot observe an object that does not confrom to 'AnyObservableObject'",
      #fileID, #line)
    return isObservable
  }
}

/// Whether a mock is being registered by a view that is being made.
package enum ViewScope {
  /// Whether what is registered stays untold to views: they must not be redrawn while one
  /// is being made.
  @TaskLocal package static var isMocking = false
}
