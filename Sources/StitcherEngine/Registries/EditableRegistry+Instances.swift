extension EditableRegistry {
  /// Makes the given value the instance of a registration, and evicts the registration's live
  /// instance.
  ///
  /// Abandons a running creation. Collects the teardown of the evicted instance, and does not start
  /// it.
  ///
  /// The factory does not run. The registration must keep instances, and take no parameters.
  ///
  /// - Parameters:
  ///   - value: The instance.
  ///   - registration: The registration.
  ///   - graph: The graph whose observers are notified when the value is released or torn down.
  ///   - pendingTeardowns: Collects the teardown of the former instance.
  ///   - note: Called under the registry's lock after the value was published, unless the
  ///     registration was removed meanwhile. The closure may run no foreign code.
  /// - Returns: Whether the value is the instance now. `false` if the registration was removed, the
  ///   registry is active in no graph, or the registration's scope cannot keep the value.
  /// - Complexity: O(1) on average.
  @discardableResult
  package func setInstance<Value>(
    _ value: Value, of registration: Registration, in graph: Graph? = nil,
    _ pendingTeardowns: inout PendingTeardowns, note: () -> Void = {}
  ) -> Bool {
    precondition(
      registration.isStored && registration.parameterTypes.isEmpty,
      "The registration has no scope that keeps one instance, or it has parameters.")
    guard let instance = TypedInstance(value).kept(by: registration.scope) else { return false }
    while let cell = cell(for: registration) {
      let cleanup = Cleanup(registration, in: graph, isWatched: graph?.isWatched == true)
      pendingTeardowns.begin(emptying: [cell])
      if let discarded = cell.replace(with: instance, cleanup: cleanup, &pendingTeardowns) {
        table.withLock { if $0.registrations.contains(registration) { note() } }
        [discarded].dispose(&pendingTeardowns)
        return true
      }
      // Another thread has ended the cell. The loop tries the registration's next cell, if there is
      // one.
    }
    return false
  }

  /// Evicts the instances of the given registrations, and collects their teardowns without starting
  /// them.
  ///
  /// The next lookups create new instances.
  ///
  /// A creation in flight is abandoned: callers that wait for it get its result, but the cell does
  /// not keep it.
  ///
  /// The cells are emptied repeatedly until none contains an instance or a creation.
  ///
  /// Thread A empties one cell after the other. Meanwhile, thread B may create an instance in an
  /// empty cell, from an old instance of a cell that thread A has not emptied yet, or from the
  /// result of a creation that is abandoned later. So one pass may leave an instance that depends
  /// on an old one. The next pass evicts that instance.
  ///
  /// - Parameters:
  ///   - registrations: The registrations, or `nil` for all registrations of the registry.
  ///   - pendingTeardowns: Collects the teardowns of the evicted instances.
  /// - Complexity: O(*n*) in the number of registrations.
  package func forgetInstances(
    of registrations: [Registration]? = nil, _ pendingTeardowns: inout PendingTeardowns
  ) {
    var all: [EvictedContents] = []
    // The limit is reached only if other threads create instances all the time.
    for _ in 0..<32 {
      let cells =
        registrations?.compactMap { cell(for: $0) } ?? table.withLock { $0.store.cells }
      pendingTeardowns.begin(emptying: cells)
      let contents = cells.end(onlyReset: true, &pendingTeardowns)
      all += contents.filter { !$0.isEmpty }
      // The loop ends after one pass over a single cell: a second pass would evict an instance that
      // was created after the change.
      if cells.count == 1 || contents.allSatisfy({ $0.isEmpty && !$0.hadCreation }) { break }
    }
    // Consumed, so that no second reference keeps the instances alive.
    (consume all).dispose(&pendingTeardowns)
  }
}

extension Graph {
  /// Changes the given registry, and adds the teardowns of evicted instances to this graph's
  /// teardown queue.
  ///
  /// - Parameters:
  ///   - registry: The registry.
  ///   - pendingTeardowns: Collects the teardowns of the evicted instances.
  ///   - body: Makes the change, under the registry's lock. The closure may run no foreign code.
  /// - Returns: The result of the closure.
  @discardableResult
  package func edit<Result: Sendable>(
    _ registry: EditableRegistry, _ pendingTeardowns: inout PendingTeardowns,
    _ body: (inout RegistrationTable) -> sending Result
  ) -> Result {
    pendingTeardowns.begin(in: self)
    return registry.edit(&pendingTeardowns, body)
  }

  /// Ends the graph together with a registry that belongs to it.
  ///
  /// The registry ends even if other graphs have activated it.
  ///
  /// - Parameters:
  ///   - registry: The registry.
  ///   - pendingTeardowns: Collects the teardowns of the evicted instances.
  /// - Returns: Whether this call has ended the graph; `false` if the graph had ended before.
  package func end(with registry: EditableRegistry, _ pendingTeardowns: inout PendingTeardowns)
    -> Bool
  {
    // A second call changes nothing; `Graph.close` lets it wait for the teardowns of the first one.
    guard end(&pendingTeardowns) else { return false }
    registry.edit(&pendingTeardowns) { $0.end() }
    return true
  }
}
