extension Graph {
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
    notifyObservers(.changed)
  }

  /// The changes of this graph and of those that it sees, for who listens.
  package var allChanges: Signal<Void> {
    for graph in lineage {
      guard let parent = graph.parent,
        graph.withState({ $0.parentChanges == nil && !$0.hasEnded })
      else { break }
      let subscription = parent.changes.subscribe { [reference = graph.reference] in
        reference.object?.tellOfChange()
      }
      graph.withState { state in
        if state.parentChanges == nil, !state.hasEnded { state.parentChanges = subscription }
      }
      // Released outside the lock, if another thread has subscribed.
      withExtendedLifetime(subscription) {}
    }
    return changes
  }

  /// Creates what is eager among that has come with registries that were built, and sends one event
  /// for all of them, if there is anything to tell.
  package func tell() {
    let unreportedRegistrations = withState { state -> [Registration]? in
      guard !state.unreportedRegistries.isEmpty else { return nil }
      defer { (state.unreportedRegistrations, state.unreportedRegistries) = ([:], []) }
      return state.registries.flatMap {
        state.unreportedRegistrations[ObjectIdentifier($0.registry)] ?? []
      }
    }
    guard let unreportedRegistrations else { return }
    createEagerInstances(of: unreportedRegistrations)
    tellOfChange()
  }

  /// Notes that there is something to tell of registries that were built, as far as they are
  /// active.
  package func note(_ unreportedRegistries: Set<ObjectIdentifier>) {
    withState { state in
      for id in state.registries.map({ ObjectIdentifier($0.registry) })
      where unreportedRegistries.contains(id) {
        state.unreportedRegistries.insert(id)
      }
    }
  }
}
