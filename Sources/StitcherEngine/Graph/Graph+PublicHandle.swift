extension Graph {
  /// Returns the public object that wraps the graph, such as a `DependencyGraph`; creates it if
  /// there is none.
  ///
  /// The object retains the graph; the graph has only a weak reference to the object. As long as
  /// the object is alive, all calls return the same object.
  ///
  /// - Parameter make: Creates the object. The object's `deinit` has to call ``forget(face:)``.
  package func face(_ make: () -> AnyObject) -> AnyObject {
    if let face = withState({ $0.face?.object(as: AnyObject.self) }) { return face }
    let new = make()
    return withState { state in
      // Another thread may have stored an object since the first check.
      if let face = state.face?.object(as: AnyObject.self) { return face }
      state.face = LockedWeakReference(new)
      return new
    }
  }

  /// Removes the reference to a public object that is being deallocated.
  package func forget(face: AnyObject) {
    withState { if $0.face?.refers(to: face) == true { $0.face = nil } }
  }
}
