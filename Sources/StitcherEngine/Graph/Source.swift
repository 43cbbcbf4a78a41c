/// One active registry, as a snapshot sees it.
struct Source: Sendable {
  /// The registry.
  let registry: Registry

  /// What it held when the snapshot was made; nil if it is editable, since then it starts a snapshot with each change.
  let contents: RegistrationSet?

  /// What the graph keeps alive as long as the registry is active.
  var owner: (any AnyObject & Sendable)?

  /// How far away the registry is: what nearer ones have hides what it has.
  var layer = 0

  /// Creates a source.
  init(registry: Registry, contents: RegistrationSet?) {
    self.registry = registry
    self.contents = contents
  }

  /// The registrations, in order.
  var registrations: ContiguousArray<Registration> {
    contents?.registrations ?? ContiguousArray(registry.table.withLock { $0.registrations })
  }

  /// Calls a closure with each registration that a key finds, in order, until it returns false.
  ///
  /// - Complexity: O(1) on average, plus the number of registrations found.
  func forEach(_ key: LookupKey, _ body: (Registration) -> Bool) {
    if let contents { return contents.forEach(key, body) }
    for registration in registry.table.withLock({ $0.registrations(for: key) }) {
      if !body(registration) { return }
    }
  }

  /// Returns the registration that is equal to another one.
  ///
  /// - Complexity: O(1) on average.
  func equal(of registration: Registration) -> Registration? {
    if let contents { return contents.equal(of: registration) }
    let isPresent = registry.table.withLock { $0.contains(registration) }
    if isPresent { return registration }
    var found: Registration?
    forEach(registration.locator.key(at: 0)) { candidate in
      if candidate.isEqual(to: registration) { found = candidate }
      return found == nil
    }
    return found
  }
}
