/// An ordered set of registrations that a graph can activate.
///
/// A ``DeclaredRegistry`` is replaced as a whole; an ``EditableRegistry`` changes one registration
/// at a time; a ``FixedRegistry`` does not change.
package protocol Registry: AnyObject, Sendable {
  /// Attaches the registry to the given graph: records that the registry is active there.
  ///
  /// The attachment is valid only if the contents still have the given version, for which the graph
  /// has planned. It is always valid for a fixed registry, since its contents never change, and for
  /// an editable registry, since each lookup reads its current contents.
  ///
  /// Called under the graph's lock.
  ///
  /// - Parameters:
  ///   - graph: The graph.
  ///   - version: The version of the contents with which the graph has planned the change.
  ///   - change: The number of the graph's change.
  /// - Returns: Whether the version matches. If not, the graph has to plan again.
  func attach(_ graph: Graph, version: UInt64, in change: UInt64) -> Bool

  /// Detaches the registry from the given graph: records that the registry is no longer active
  /// there.
  ///
  /// Does nothing if the graph has activated the registry again. Called outside every lock.
  ///
  /// - Parameters:
  ///   - graph: The identity of the graph.
  ///   - change: The number of the graph's change.
  ///   - pendingTeardowns: Collects the teardowns of instances, if the registry is active in no
  ///     graph any more.
  func detach(
    _ graph: ObjectIdentifier, in change: UInt64, _ pendingTeardowns: inout PendingTeardowns)

  /// The current contents of the registry, and their version.
  ///
  /// The version of a fixed or an editable registry is always zero.
  var current: (contents: RegistryContents, version: UInt64) { get }

  /// Whether the registry is stale: the observed state from which its contents were built has
  /// changed.
  ///
  /// The getter may be called under a graph's lock.
  var isStale: Bool { get }

  /// Whether registrations of this registry hide those of other registries in the same graph.
  ///
  /// True for registrations that are added to the graph itself, false for those of containers.
  var isDirect: Bool { get }
}

/// The contents of an active registry, as a graph reads them.
package enum RegistryContents: Sendable {
  /// The registrations of a fixed registry, or those that a declared registry had at one version.
  /// They do not change.
  case fixed(RegistrationSet)

  /// An editable registry. Its contents can change. Each lookup reads its current contents.
  case editable(EditableRegistry)

  // `@inline(never)`: these members are large, and functions that change a graph call several.

  /// The registrations in these contents, in order.
  @inline(never)
  package var registrations: ContiguousArray<Registration> {
    switch self {
    case .fixed(let set): set.registrations
    case .editable(let registry): ContiguousArray(registry.registrations)
    }
  }

  /// Returns the decorators that these contents declare for the given key, in order of declaration.
  /// If the key is `nil`, returns all decorators.
  ///
  /// - Complexity: O(1) on average.
  @inline(never)
  func decorations(of key: LookupKey?) -> [any Decoration] {
    guard case .fixed(let set) = self else { return [] }
    return key.map(set.decorations) ?? set.decorations
  }

  /// Whether a registration in these contents uses the given cell and meets a condition.
  ///
  /// - Complexity: O(1) on average.
  @inline(never)
  func contains(_ cell: Cell, where condition: (Registration) -> Bool) -> Bool {
    // The cell belongs to one registration. A registration that replaces another one keeps the
    // cell, but may have other keys, so all registrations are searched.
    guard let key = cell.key else {
      return registrations.contains { cell.isPlace(of: $0) && condition($0) }
    }
    // The cell is shared by equal registrations. Registrations of an editable registry share no
    // cell.
    if case .editable = self { return false }
    return first(key) { cell.isPlace(of: $0) && condition($0) } != nil
  }

  /// Returns the first registration in these contents that has the given key and meets a condition.
  ///
  /// Returns `nil` if there is none.
  ///
  /// - Complexity: O(1) on average, plus the number of registrations for the key.
  @inline(never)
  func first(_ key: LookupKey, where condition: (Registration) -> Bool) -> Registration? {
    switch self {
    case .fixed(let set): set.first(key, where: condition)
    case .editable(let registry): registry.registrations(for: key).first(where: condition)
    }
  }

  /// Calls a closure with each registration in these contents that has the given key, in order.
  func forEach(_ key: LookupKey, _ body: (Registration) -> Void) {
    // The condition is always `false`, so the search visits all registrations with the key.
    _ = first(key) { registration in
      body(registration)
      return false
    }
  }

  /// Returns the registration in these contents that is equal to the given one; `nil` if there is
  /// none.
  ///
  /// - Complexity: O(1) on average.
  @inline(never)
  package func equal(of registration: Registration) -> Registration? {
    first(registration.locator.first) { $0.isEqual(to: registration) }
  }
}

/// The *users* of a registry: the graphs in which it is active, or the registries that merge it.
///
/// The users are not retained.
struct Users<User: AnyObject & Sendable>: Sendable {
  /// Weak references to the users of the registry, by the identity of the user.
  ///
  /// A user is found by its identity, not by a loaded reference: the release of a loaded object may
  /// run its `deinit`.
  private var references = [ObjectIdentifier: (user: WeakBox<User>, number: UInt64)]()

  var isEmpty: Bool { references.isEmpty }

  /// The users of the registry that are still alive.
  ///
  /// The caller releases them outside every lock.
  var all: [User] { references.values.compactMap { $0.user.object } }

  /// Adds a user of the registry: a graph, or a registry that merges its contents.
  ///
  /// If the graph or registry is a user already, only the number of its latest change is updated.
  ///
  /// - Parameters:
  ///   - user: The user.
  ///   - reference: A weak reference to the user.
  ///   - number: The number of the change that adds the user.
  mutating func insert(_ user: User, _ reference: WeakBox<User>, number: UInt64 = 0) {
    references[ObjectIdentifier(user)] = (reference, number)
  }

  /// Removes a graph or registry from the users, unless a later change has added it again.
  mutating func remove(_ user: ObjectIdentifier, before number: UInt64 = .max) {
    if let present = references[user], present.number < number { references[user] = nil }
  }
}
