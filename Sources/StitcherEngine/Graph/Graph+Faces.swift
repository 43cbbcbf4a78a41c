extension Graph {
  /// Returns the object by which a front end hands the graph out. It holds the graph, and not the
  /// other way around; as long as somebody holds it, there is only one.
  ///
  /// - Parameter make: Makes it, if there is none. Its `deinit` calls ``forget(face:)``.
  package func face(_ make: () -> AnyObject) -> AnyObject {
    if let face = withState({ $0.face?.object(as: AnyObject.self) }) { return face }
    let new = make()
    return withState { state in
      // Another thread may have been faster.
      if let face = state.face?.object(as: AnyObject.self) { return face }
      state.face = LockedWeakReference(new)
      return new
    }
  }

  /// Forgets a face that is being released.
  package func forget(face: AnyObject) {
    withState { if $0.face?.refers(to: face) == true { $0.face = nil } }
  }
}
