/// A weak reference to a graph, which still says its name when it has gone.
package final class GraphReference: LentReference<Graph>, @unchecked Sendable {
  // Safe: see `LentReference`; the name is constant.

  /// The graph's name.
  package let name: String?

  /// Creates a reference that a graph of a name is going to hold.
  init(named name: String?) {
    self.name = name
    super.init()
  }

  /// The graph.
  ///
  /// - Throws: That it has ended, if it is gone.
  package var present: Graph {
    get throws {
      if let object { return object }
      throw ResolutionFailure(.ended(name), registrations: [])
    }
  }
}

extension Graph {
  /// Returns the object by which a front end hands the graph out. It holds the graph, and not the
  /// other way around; as long as somebody holds it, there is only one.
  ///
  /// - Parameter make: Makes it, if there is none. All calls make objects of one type.
  package func face<Face: AnyObject & Sendable>(_ make: () -> Face) -> Face {
    if let face = withState({ $0.face }) { return unsafeDowncast(face, to: Face.self) }
    let new = make()
    let face = withState { state -> any AnyObject & Sendable in
      // Another thread may have been faster.
      if let face = state.face { return face }
      state.face = new
      return new
    }
    return unsafeDowncast(face, to: Face.self)
  }

  /// The graph itself or the nearest of its parents that has ended, if one has.
  package var ended: Graph? {
    var graph: Graph? = self
    while let current = graph {
      if current.withState({ $0.hasEnded }) { return current }
      graph = current.parent
    }
    return nil
  }

  /// The changes of this graph and of those that it sees, for who listens.
  package var allChanges: Signal<Void> {
    guard let parent, withState({ $0.parentChanges == nil && !$0.hasEnded }) else { return changes }
    let subscription = parent.allChanges.subscribe { [reference] in
      reference.object?.changes.send(())
    }
    let rest = withState { state -> SignalSubscription<Void>? in
      if state.parentChanges != nil || state.hasEnded { return subscription }
      state.parentChanges = subscription
      return nil
    }
    _ = consume rest
    return changes
  }
}
