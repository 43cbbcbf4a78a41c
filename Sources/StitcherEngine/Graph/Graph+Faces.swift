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
      throw ResolutionFailure(.ended(EndOfGraph(name: name)), registrations: [])
    }
  }
}

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
      state.face = GuardedReference(new)
      return new
    }
  }

  /// Forgets a face that is being released.
  package func forget(face: AnyObject) {
    withState { if $0.face?.refers(to: face) == true { $0.face = nil } }
  }

  /// The graph, for its registries and for those who outlive it.
  package var reference: GraphReference {
    if let reference = lazyReference.borrowed { return reference.object }
    let reference = GraphReference(named: name)
    reference.refer(to: self)
    return lazyReference.publish(reference) ?? reference
  }

  /// What has ended, the nearest first: a host, the graph itself, or one of its parents; nil if
  /// nothing has.
  package var whatHasEnded: EndOfGraph? {
    var graph: Graph? = self
    while let current = graph {
      if let host = current.host {
        guard let object = host.object else { return EndOfGraph(name: host.name, isHost: true) }
        if let end = object.whatHasEnded { return EndOfGraph(name: end.name, isHost: true) }
      }
      if current.withState({ $0.hasEnded }) { return EndOfGraph(name: current.name) }
      graph = current.parent
    }
    return nil
  }

  /// Sent by front ends when the dependencies that can be resolved have changed.
  package var changes: Signal<Void> {
    withState { state in
      if let changes = state.changes { return changes }
      let changes = Signal<Void>()
      state.changes = changes
      return changes
    }
  }

  /// Sends a change to those who listen.
  package func tellOfChange() {
    withState { $0.changes }?.send(())
    tellWatchers(.changed)
  }

  /// The changes of this graph and of those that it sees, for who listens.
  package var allChanges: Signal<Void> {
    guard let parent, withState({ $0.parentChanges == nil && !$0.hasEnded }) else { return changes }
    let subscription = parent.allChanges.subscribe { [reference = self.reference] in
      reference.object?.tellOfChange()
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
