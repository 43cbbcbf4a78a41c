extension Graph {
  /// Returns the graph's *public handle*: the public object that wraps the graph, such as a
  /// `DependencyGraph`.
  ///
  /// Creates the object if there is none.
  ///
  /// The object retains the graph; the graph has only a weak reference to the object. As long as
  /// the object is alive, all calls return the same object.
  ///
  /// - Parameter make: Creates the object. The object's `deinit` has to call
  ///   ``forget(publicHandle:)``.
  package func publicHandle(_ make: () -> AnyObject) -> AnyObject {
    if let publicHandle = withState({ $0.publicHandle?.object(as: AnyObject.self) }) {
      return publicHandle
    }
    let new = make()
    return withState { state in
      // Another thread may have stored an object since the first check.
      if let publicHandle = state.publicHandle?.object(as: AnyObject.self) { return publicHandle }
      state.publicHandle = LockedWeakReference(new)
      return new
    }
  }

  /// Removes the graph's weak reference to its public handle, which is being deallocated.
  package func forget(publicHandle: AnyObject) {
    withState { if $0.publicHandle?.refers(to: publicHandle) == true { $0.publicHandle = nil } }
  }
}
