/// An ordered set of registrations and decorators, with an index by key.
///
/// Registrations keep the order of insertion. A registration is not inserted if an earlier one
/// supersedes it. Small sets have no index; each lookup searches all registrations.
package struct RegistrationSet: Sendable {
  /// The registrations of the set, in order of declaration.
  package private(set) var registrations: ContiguousArray<Registration> = []

  /// The eager registrations of the set. An activation creates their instances at once.
  ///
  /// They are in order of declaration.
  package private(set) var eagerRegistrations: [Registration] = []

  /// The registrations that the set ignores, because an earlier registration supersedes them.
  ///
  /// They are in order of declaration.
  package private(set) var dropped: ContiguousArray<Registration> = []

  /// The decorators of the set, in order of declaration.
  package private(set) var decorations: [any Decoration] = []

  /// By the hash of a decorated key: the positions of the key's decorators in ``decorations``, in
  /// ascending order.
  private var decorationPositions = [UInt: [Int]]()

  /// The index: for the lower half of a key's hash, the position of the first registration with
  /// this hash.
  ///
  /// Empty if the set is small. Both numbers have 32 bits, since a set may be very large.
  private var positions = [UInt32: UInt32]()

  /// For the lower half of a hash: the positions of all registrations with this hash except for the
  /// first one.
  private var furtherPositions = [UInt32: ContiguousArray<UInt32>]()

  /// The maximum number of registrations in a set without an index.
  private static let searched = 6

  /// Creates an empty set.
  package init() {}

  /// Creates an empty set with room for the given number of registrations.
  package init(minimumCapacity: Int) {
    registrations.reserveCapacity(minimumCapacity)
    if minimumCapacity > Self.searched { positions.reserveCapacity(minimumCapacity) }
  }

  /// Creates a set that contains the given decorator and no registrations.
  package init(_ decoration: any Decoration) { insert(decoration) }

  /// Creates a set that contains the given registration.
  package init(_ registration: Registration) { insert(registration) }

  /// Adds the given registration at the end of the set, unless an earlier registration supersedes
  /// it.
  ///
  /// - Returns: Whether the registration was added.
  /// - Complexity: O(1) on average.
  @discardableResult
  package mutating func insert(_ registration: Registration) -> Bool {
    if let kept = superseding(registration) {
      if registration !== kept { dropped.append(registration) }
      return false
    }
    registrations.append(registration)
    if registration.canInstantiateEagerly { eagerRegistrations.append(registration) }
    if !positions.isEmpty {
      index(registration, at: registrations.count - 1)
    } else if registrations.count > Self.searched {
      for (position, registration) in registrations.enumerated() {
        index(registration, at: position)
      }
    }
    return true
  }

  /// Adds the given decorator at the end of the set, unless the set already contains the decorator.
  ///
  /// - Complexity: O(*n*) in the number of decorators of the same key.
  private mutating func insert(_ decoration: any Decoration) {
    if decorations(of: decoration.key).contains(where: { $0 === decoration }) { return }
    decorationPositions[decoration.key.hash, default: []].append(decorations.count)
    decorations.append(decoration)
  }

  /// Returns the decorators that are declared for the given key, in order of declaration.
  ///
  /// - Complexity: O(1) on average.
  package func decorations(of key: LookupKey) -> [any Decoration] {
    decorationPositions[key.hash]?.map { decorations[$0] }.filter { $0.key == key } ?? []
  }

  /// Adds the registrations and decorators of another set at the end of this set.
  package mutating func formUnion(_ other: RegistrationSet) {
    for decoration in other.decorations { insert(decoration) }
    if registrations.isEmpty {
      let own = (decorations, decorationPositions)
      self = other
      (decorations, decorationPositions) = own
      return
    }
    for registration in other.registrations { insert(registration) }
    dropped += other.dropped
  }

  /// Returns a copy of the set in which each registration also has the identity of an enclosing
  /// group.
  ///
  /// A group has an identity such as `.id("guest")`.
  ///
  /// - Complexity: O(*n*) in the number of registrations.
  package func within(_ identity: RegistrationIdentity) -> RegistrationSet {
    if identity.isEmpty { return self }
    var set = RegistrationSet(minimumCapacity: registrations.count)
    for registration in registrations { set.insert(registration.within(identity)) }
    set.dropped += dropped.map { $0.within(identity) }
    (set.decorations, set.decorationPositions) = (decorations, decorationPositions)
    return set
  }

  /// Returns the registration of this set that supersedes the given registration; `nil` if there is
  /// none.
  ///
  /// A container ignores a superseded registration.
  @inline(never)
  package func superseding(_ registration: Registration) -> Registration? {
    first(registration.locator.first) { $0.supersedes(registration) }
  }

  /// Returns the registration of this set that is equal to the given one; `nil` if there is none.
  @inline(never)
  package func equal(of registration: Registration) -> Registration? {
    first(registration.locator.first) { $0.isEqual(to: registration) }
  }

  /// Returns the set's first registration that has the given key and meets a condition; `nil` if
  /// there is none.
  ///
  /// - Complexity: O(1) on average, plus the number of registrations for the key.
  package func first(_ key: LookupKey, where condition: (Registration) -> Bool) -> Registration? {
    func fits(_ registration: Registration) -> Bool {
      registration.locator.matches(key) && condition(registration)
    }
    if positions.isEmpty { return registrations.first(where: fits) }
    let hash = UInt32(truncatingIfNeeded: key.hash)
    guard let first = positions[hash] else { return nil }
    if fits(registrations[Int(first)]) { return registrations[Int(first)] }
    return furtherPositions[hash]?.lazy.map { registrations[Int($0)] }.first(where: fits)
  }

  /// Indexes a registration under each of its keys, by its position in the set.
  private mutating func index(_ registration: Registration, at position: Int) {
    let position = UInt32(position)
    for key in 0..<registration.locator.keyCount {
      let hash = UInt32(truncatingIfNeeded: registration.locator.key(at: key).hash)
      // A new hash, which is usual, needs one access. Otherwise the old position is stored again.
      guard let first = positions.updateValue(position, forKey: hash) else { continue }
      positions[hash] = first
      // A locator may list a key twice.
      if position != furtherPositions[hash]?.last ?? first {
        furtherPositions[hash, default: []].append(position)
      }
    }
  }
}
