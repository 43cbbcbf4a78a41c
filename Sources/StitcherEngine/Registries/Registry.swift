/// An ordered set of registrations that graphs can activate.
///
/// A ``DeclaredRegistry`` is replaced as a whole, an ``EditableRegistry`` is changed one by one.
package protocol Registry: AnyObject, Sendable {
  /// Notes that a graph activates the registry, unless its contents are of a later version.
  ///
  /// Called under the graph's lock.
  ///
  /// - Parameter change: The number of the graph's change.
  /// - Returns: Whether they were of that version.
  func attach(_ graph: Graph, version: UInt64, in change: UInt64) -> Bool

  /// Notes that a graph has deactivated the registry, unless it has activated it again since.
  /// Called outside every lock.
  ///
  /// - Parameters:
  ///   - change: The number of the graph's change.
  ///   - endings: Gets what has to be torn down, since nobody uses the registry any more.
  func detach(
    _ graph: ObjectIdentifier, in change: UInt64, _ pendingTeardowns: inout PendingTeardowns)

  /// The current contents, and their version.
  var current: (contents: RegistryContents, version: UInt64) { get }

  /// The version of the current contents.
  var version: UInt64 { get }

  /// Whether the contents have to be built anew, since what they follow from has changed. Called
  /// under the graph's lock, too.
  var isStale: Bool { get }

  /// Whether the registry hides what others of the same graph have: it stands in the graph itself,
  /// not in a container.
  var isDirect: Bool { get }
}

/// What a graph holds of an active registry.
package enum RegistryContents: Sendable {
  /// The contents of a fixed one, at one version.
  case fixed(RegistrationSet)

  /// An editable one, which is asked when something is looked up.
  case editable(EditableRegistry)
}

// Not inlined: they stand in everything that changes a graph, and are large.
extension RegistryContents {
  /// The registrations, in order.
  package var registrations: ContiguousArray<Registration> {
    @inline(never) get {
      switch self {
      case .fixed(let set): set.registrations
      case .editable(let registry): ContiguousArray(registry.registrations)
      }
    }
  }

  /// The decorators, in order.
  package var decorations: [any Decoration] {
    @inline(never) get {
      if case .fixed(let set) = self { set.decorations } else { [] }
    }
  }

  /// Returns the decorators of a key, in order.
  ///
  /// - Complexity: O(1) on average.
  @inline(never)
  func decorations(of key: LookupKey) -> [any Decoration] {
    if case .fixed(let set) = self { set.decorations(of: key) } else { [] }
  }

  /// Calls a closure with each registration that a key finds, in order, until it returns false.
  ///
  /// - Complexity: O(1) on average, plus the number of registrations found.
  @inline(never)
  func forEach(_ key: LookupKey, _ body: (Registration) -> Bool) {
    switch self {
    case .fixed(let set): set.forEach(key, body)
    case .editable(let registry):
      for registration in registry.registrations(for: key) where !body(registration) { return }
    }
  }

  /// Whether one of the registrations has a place, and meets a condition.
  ///
  /// - Complexity: O(1) on average.
  @inline(never)
  func contains(_ cell: Cell, where condition: (Registration) -> Bool) -> Bool {
    // A registration that was moved has a place of its own, and may have lost its first key.
    guard let key = cell.key else {
      return registrations.contains { cell.isPlace(of: $0) && condition($0) }
    }
    // Each registration of an editable registry has a place of its own.
    if case .editable = self { return false }
    var isFound = false
    forEach(key) { registration in
      isFound = cell.isPlace(of: registration) && condition(registration)
      return !isFound
    }
    return isFound
  }

  /// Returns the registration that is equal to another one.
  ///
  /// - Complexity: O(1) on average.
  @inline(never)
  package func equal(of registration: Registration) -> Registration? {
    switch self {
    case .fixed(let set): set.equal(of: registration)
    case .editable(let registry):
      registry.registrations(for: registration.locator.key(at: 0))
        .first { $0.isEqual(to: registration) }
    }
  }
}

/// The graphs in which a registry is active, or the registries that merge it. None of them is kept
/// alive.
struct Users<User: AnyObject & Sendable>: Sendable {
  /// The users by their identifiers: a load of a reference may end in the user's `deinit`.
  private var references: [ObjectIdentifier: (user: WeakBox<User>, number: UInt64)] = [:]

  /// Whether there is none.
  var isEmpty: Bool { references.isEmpty }

  /// The users, to be let go outside every lock.
  var all: [User] { references.values.compactMap { $0.user.object } }

  /// Adds a user.
  ///
  /// - Parameter number: Tells this time from others.
  mutating func insert(_ user: User, _ reference: WeakBox<User>, number: UInt64 = 0) {
    references[ObjectIdentifier(user)] = (reference, number)
  }

  /// Takes a user out, unless it was added with that number or a greater one.
  mutating func remove(_ user: ObjectIdentifier, before number: UInt64 = .max) {
    if let present = references[user], present.number < number { references[user] = nil }
  }
}
