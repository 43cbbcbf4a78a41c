extension Graph {
  /// The signal that is sent after a change of this graph's registrations.
  ///
  /// It is sent after a change of an ancestor's registrations, too, once ``allChanges`` was used.
  package var changes: Signal<Void> {
    withState { state in
      if let changes = state.changes { return changes }
      let changes = Signal<Void>()
      state.changes = changes
      return changes
    }
  }

  /// Sends the signal ``changes``, and notifies the graph's observers that registrations have
  /// changed.
  package func notifyOfChange() {
    withState { $0.changes }?.send(())
    if isWatched { events.notify(GraphEventRecord(kind: .changed)) }
  }

  /// The signal that is sent after a change of registrations in this graph or in an ancestor.
  ///
  /// The first use of this property subscribes to the signals of the ancestors.
  package var allChanges: Signal<Void> {
    for graph in lineage {
      guard let parent = graph.parent,
        graph.withState({ $0.parentChanges == nil && !$0.hasEnded })
      else { break }
      let subscription = parent.changes.subscribe { [reference = graph.reference] in
        reference.object?.notifyOfChange()
      }
      graph.withState { state in
        if state.parentChanges == nil, !state.hasEnded { state.parentChanges = subscription }
      }
      // If another thread has stored a subscription meanwhile, this one is released outside the
      // lock.
      withExtendedLifetime(subscription) {}
    }
    return changes
  }

  /// Creates the eager instances that rebuilt registries have gained, and sends one change event.
  ///
  /// Called at the end of an update. Does nothing if no registry was rebuilt since the last event.
  package func tell() {
    let unreportedRegistrations = withState { state -> [Registration]? in
      guard !state.unreportedRegistries.isEmpty else { return nil }
      defer { (state.unreportedRegistrations, state.unreportedRegistries) = (.init(), .init()) }
      return state.registries.flatMap {
        state.unreportedRegistrations[ObjectIdentifier($0.registry)] ?? []
      }
    }
    guard let unreportedRegistrations else { return }
    createEagerInstances(of: unreportedRegistrations)
    notifyOfChange()
  }

  /// Adds rebuilt registries to the registries that the graph's next change event reports.
  ///
  /// Registries that are not active in this graph are ignored.
  package func addUnreported(_ reported: Set<ObjectIdentifier>) {
    withState { state in
      state.unreportedRegistries.formUnion(
        state.registries.lazy.map { ObjectIdentifier($0.registry) }.filter(reported.contains))
    }
  }
}
