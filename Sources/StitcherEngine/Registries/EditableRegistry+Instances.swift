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
    var endings = Endings()
    defer { endings.start() }
    return setInstance(value, of: registration, &endings)
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
    _ endings: inout Endings, note: () -> Void = {}
  ) -> Bool {
    precondition(
      registration.isStored && registration.parameterTypes.isEmpty,
      "The registration keeps no single instance.")
    guard let instance = TypedInstance(value).kept(by: registration.scope) else { return false }
    while let cell = cell(for: registration) {
      let departure =
        if let graph {
          Departure(
            receipt: nil, registration: registration, in: graph, isWatched: graph.isWatched)
        } else {
          Departure(lateFor: registration, in: nil)
        }
      endings.begin(emptying: [cell])
      if var discarded = cell.replace(with: instance, departure: departure) {
        table.withLock { if $0.registrations.contains(registration) { note() } }
        discarded.release(waitingForReaders: &endings)
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
    var endings = Endings()
    forgetInstances(of: [registration], &endings)
    endings.start()
  }

  /// Forgets the instances of some registrations, as ``forgetInstance(of:)`` does for one.
  ///
  /// - Parameter endings: Gets what has to be torn down.
  /// - Complexity: O(*n*) in the number of registrations.
  package func forgetInstances(of registrations: [Registration], _ endings: inout Endings) {
    forgetInstances(in: registrations.compactMap { cell(for: $0) }, &endings)
  }

  /// Forgets the instances of all registrations, as ``forgetInstance(of:)`` does for one.
  ///
  /// - Complexity: O(*n*) in the number of registrations.
  package func forgetInstances() {
    var endings = Endings()
    forgetInstances(&endings)
    endings.start()
  }

  /// Forgets the instances of all registrations, as ``forgetInstances()`` does.
  ///
  /// - Parameter endings: Gets what has to be torn down.
  /// - Complexity: O(*n*) in the number of registrations.
  package func forgetInstances(_ endings: inout Endings) {
    forgetInstances(in: table.withLock { $0.store.cells }, &endings)
  }

  /// Empties places.
  private func forgetInstances(in cells: [Cell], _ endings: inout Endings) {
    endings.begin(emptying: cells)
    cells.map { $0.reset() }.dispose(&endings)
  }
}

extension Graph {
  /// Takes all registrations out of a registry, as a part of a closing of this graph.
  ///
  /// - Parameter endings: Gets what has to be torn down.
  package func empty(_ registry: EditableRegistry, _ endings: inout Endings) {
    edit(registry, &endings) { $0.removeAll() }
  }

  /// Changes a registry, as a part of a closing of this graph.
  ///
  /// - Parameters:
  ///   - endings: Gets what has to be torn down.
  ///   - body: Makes the change, under the registry's lock: no foreign code may run in it.
  /// - Returns: What the closure returns.
  @discardableResult
  package func edit<Result: Sendable>(
    _ registry: EditableRegistry, _ endings: inout Endings,
    _ body: (inout RegistryEdit) -> sending Result
  ) -> Result {
    withState { endings.begin(&$0, of: self, takingPlaces: true) }
    return registry.edit(&endings, body)
  }

  /// Ends the graph, and with it a registry that is its own, also where that is active besides.
  ///
  /// - Parameter endings: Gets what has to be torn down.
  package func end(with registry: EditableRegistry, _ endings: inout Endings) -> Bool {
    // Who comes second waits for the first one.
    guard end(&endings) else { return false }
    registry.edit(&endings) { $0.end() }
    return true
  }
}
