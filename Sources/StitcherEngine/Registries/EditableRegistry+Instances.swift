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
    precondition(
      registration.isStored && registration.parameterTypes.isEmpty,
      "The registration keeps no single instance.")
    guard let instance = TypedInstance(value).kept(by: registration.scope) else { return false }
    while let cell = cell(for: registration) {
      if let discarded = cell.replace(with: instance) {
        discarded.dispose()
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
    cell(for: registration)?.reset().dispose()
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
    table.withLock { $0.store.cells }.map { $0.reset() }.dispose(&endings)
  }
}

extension Graph {
  /// Takes all registrations out of a registry, as a part of a closing of this graph.
  ///
  /// - Parameter endings: Gets what has to be torn down.
  package func empty(_ registry: EditableRegistry, _ endings: inout Endings) {
    if let closing = endings.closing { withState { closing.begin(&$0, of: self) } }
    registry.edit(&endings) { $0.removeAll() }
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
