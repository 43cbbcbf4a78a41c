extension EditableRegistry {
  /// Publishes a value as the instance of a registration, instead of the live one or of one that is
  /// being created.
  ///
  /// The factory is not run. The registration has to be stored and to take no parameters.
  ///
  /// - Returns: Whether the value is kept: not if the registration is in no active registry, or if
  ///   its scope does not keep such a value.
  /// - Complexity: O(1) on average.
  @discardableResult
  package func setInstance<Value>(_ value: Value, of registration: Registration) -> Bool {
    var pendingTeardowns = PendingTeardowns()
    defer { pendingTeardowns.start() }
    return setInstance(value, of: registration, &pendingTeardowns)
  }

  /// Publishes a value as the instance of a registration, as ``setInstance(_:of:)`` does.
  ///
  /// - Parameters:
  ///   - graph: The graph whose watchers learn what becomes of the value.
  ///   - endings: Gets what has to be torn down.
  ///   - note: Called once the value can be found, under the registry's lock, unless the
  ///     registration has been taken out meanwhile: no foreign code may run in it.
  @discardableResult
  package func setInstance<Value>(
    _ value: Value, of registration: Registration, in graph: Graph? = nil,
    _ pendingTeardowns: inout PendingTeardowns, note: () -> Void = {}
  ) -> Bool {
    precondition(
      registration.isStored && registration.parameterTypes.isEmpty,
      "The registration keeps no single instance.")
    guard let instance = TypedInstance(value).kept(by: registration.scope) else { return false }
    while let cell = cell(for: registration) {
      let cleanup = Cleanup(registration, in: graph, isWatched: graph?.isWatched == true)
      pendingTeardowns.begin(emptying: [cell])
      if var discarded = cell.replace(with: instance, cleanup: cleanup, &pendingTeardowns) {
        table.withLock { if $0.registrations.contains(registration) { note() } }
        discarded.release(waitingForReaders: &pendingTeardowns)
        return true
      }
      // The place has ended meanwhile.
    }
    return false
  }

  /// Forgets the instance of a registration, so that the next resolution creates one. A creation
  /// that is under way ends for those who wait for it, and is not kept.
  ///
  /// - Complexity: O(1) on average.
  package func forgetInstance(of registration: Registration) {
    var pendingTeardowns = PendingTeardowns()
    forgetInstances(of: [registration], &pendingTeardowns)
    pendingTeardowns.start()
  }

  /// Forgets the instances of some registrations, as ``forgetInstance(of:)`` does for one.
  ///
  /// - Parameter endings: Gets what has to be torn down.
  /// - Complexity: O(*n*) in the number of registrations.
  package func forgetInstances(
    of registrations: [Registration], _ pendingTeardowns: inout PendingTeardowns
  ) {
    forgetInstances(&pendingTeardowns) { registrations.compactMap { cell(for: $0) } }
  }

  /// Forgets the instances of all registrations, as ``forgetInstance(of:)`` does for one.
  ///
  /// - Complexity: O(*n*) in the number of registrations.
  package func forgetInstances() {
    var pendingTeardowns = PendingTeardowns()
    forgetInstances(&pendingTeardowns)
    pendingTeardowns.start()
  }

  /// Forgets the instances of all registrations, as ``forgetInstances()`` does.
  ///
  /// - Parameter endings: Gets what has to be torn down.
  /// - Complexity: O(*n*) in the number of registrations.
  package func forgetInstances(_ pendingTeardowns: inout PendingTeardowns) {
    forgetInstances(&pendingTeardowns) { table.withLock { $0.store.cells } }
  }

  /// Empties cells, and releases their instances afterwards.
  private func forgetInstances(_ pendingTeardowns: inout PendingTeardowns, in cells: () -> [Cell]) {
    // A constant, so that nothing else holds the instances when they are released.
    let contents = takeInstances(&pendingTeardowns, in: cells)
    contents.dispose(&pendingTeardowns)
  }

  /// Empties cells, and returns their contents.
  ///
  /// While a pass empties one cell after the other, another thread may create an instance from one
  /// that is not taken out yet, in a cell that is empty already; or from one whose creation is
  /// given up after that. So passes follow until one finds no instance and no creation. Each pass
  /// shortens the chain of instances of which the last one is from before.
  private func takeInstances(_ pendingTeardowns: inout PendingTeardowns, in cells: () -> [Cell])
    -> [EvictedContents]
  {
    var all: [EvictedContents] = []
    for _ in 0..<Self.longestChain {
      let cells = cells()
      pendingTeardowns.begin(emptying: cells)
      let contents = cells.reset(&pendingTeardowns)
      all += contents.filter { !$0.isEmpty }
      // A further pass over a single cell would take out what was created after the change.
      if cells.count == 1 || contents.allSatisfy({ $0.isEmpty && !$0.hadCreation }) { break }
    }
    return all
  }

  /// The number of passes at the most, where other threads create instances all the time.
  private static var longestChain: Int { 32 }
}

extension Graph {
  /// Takes all registrations out of a registry, as a part of a closing of this graph.
  ///
  /// - Parameter endings: Gets what has to be torn down.
  package func empty(_ registry: EditableRegistry, _ pendingTeardowns: inout PendingTeardowns) {
    edit(registry, &pendingTeardowns) { $0.removeAll() }
  }

  /// Changes a registry, as a part of a closing of this graph.
  ///
  /// - Parameters:
  ///   - endings: Gets what has to be torn down.
  ///   - body: Makes the change, under the registry's lock: no foreign code may run in it.
  /// - Returns: What the closure returns.
  @discardableResult
  package func edit<Result: Sendable>(
    _ registry: EditableRegistry, _ pendingTeardowns: inout PendingTeardowns,
    _ body: (inout RegistryEdit) -> sending Result
  ) -> Result {
    pendingTeardowns.begin(in: self)
    return registry.edit(&pendingTeardowns, body)
  }

  /// Ends the graph, and with it a registry that is its own, also where that is active besides.
  ///
  /// - Parameter endings: Gets what has to be torn down.
  package func end(with registry: EditableRegistry, _ pendingTeardowns: inout PendingTeardowns)
    -> Bool
  {
    // Who comes second waits for the first one.
    guard end(&pendingTeardowns) else { return false }
    registry.edit(&pendingTeardowns) { $0.end() }
    return true
  }
}
