internal import StitcherEngine

extension EditableRegistry {
  /// Adds a registration, or replaces the registration that has the same key.
  ///
  /// - Parameter graph: The container's graph; the teardown of a replaced instance joins its queue.
  /// - Complexity: O(1) on average, plus the number of registrations of the type.
  func register(_ new: Registration, as type: any Any.Type, in graph: Graph) {
    new.allowAttachedTeardown()
    var pendingTeardowns = PendingTeardowns()
    graph.edit(self, &pendingTeardowns) { edit in
      let old = edit.registrations(for: .type(type)).first { $0.takes(new.parameterTypes) }
      if let old { edit.replace(old, by: new) } else { edit.insert(new) }
    }
    pendingTeardowns.start()
    RegistrationPlace.record(new)
  }

  /// Removes all registrations and their instances.
  ///
  /// - Parameter graph: The container's graph.
  /// - Complexity: O(*n*) in the number of registrations.
  func removeAll(in graph: Graph) {
    var pendingTeardowns = PendingTeardowns()
    graph.edit(self, &pendingTeardowns) { $0.removeAll() }
    pendingTeardowns.start()
  }

  /// Evicts all instances, and keeps the registrations.
  ///
  /// - Parameter graph: The container's graph.
  /// - Complexity: O(*n*) in the number of registrations.
  func forgetInstances(in graph: Graph) {
    var pendingTeardowns = PendingTeardowns()
    pendingTeardowns.begin(in: graph)
    forgetInstances(&pendingTeardowns)
    pendingTeardowns.start()
  }
}

extension DependencyScope {
  /// The internal scope of a registration whose instances have this lifetime.
  var engineScope: Scope {
    switch self {
    case .new: .instance
    case .shared: .singleton
    }
  }
}
