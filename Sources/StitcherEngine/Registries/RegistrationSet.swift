/// An ordered set of registrations and decorators, with an index by key.
///
/// Registrations keep the order of insertion. A registration is not inserted if an earlier one
/// supersedes it. Small sets have no index; each lookup searches all registrations.
package struct RegistrationSet: Sendable {
  /// The registrations, in order of declaration.
  package private(set) var registrations: ContiguousArray<Registration> = []

  /// The eager registrations, in order of declaration.
  ///
  /// An activation creates their instances at once.
  package private(set) var eagerRegistrations: [Registration] = []

  /// The ignored registrations, in order of declaration.
  ///
  /// A registration is ignored if an earlier one supersedes it.
  package private(set) var dropped: ContiguousArray<Registration> = []

  /// The decorators with their index, in an array of at most one element.
  ///
  /// The array makes a set without decorators smaller: it stores one pointer.
  private var decorationIndex: [DecorationIndex] = []

  /// The decorators, in order of declaration, with an index by key.
  private struct DecorationIndex {
    var all: [any Decoration] = []
    var byKey: [LookupKey: [any Decoration]] = [:]
  }

  /// A link of the index: one registration under one of its keys.
  ///
  /// Each link leads to the next link with the same key.
  private struct Link {
    /// The position of the link's registration in the set.
    var position: UInt32
    /// The position of the link's key among the keys of the registration's locator.
    var key: UInt32
    /// The position of the next link with the same key.
    ///
    /// The last link leads back to the first one.
    var next: UInt32
    /// The lower half of the hash of the link's key.
    ///
    /// Two keys are compared only if these halves are equal.
    var hash: UInt32
  }

  /// All links of the index, in order of insertion.
  private var links: ContiguousArray<Link> = []

  /// The hash table of the index.
  ///
  /// For each key, it contains the position of the key's last link plus one. A free slot contains
  /// zero.
  private var table: ContiguousArray<UInt32> = []

  /// The number of different keys in the hash table.
  private var keyCount = 0

  /// The maximum number of registrations in a set without an index.
  private static let searched = 6

  /// Creates an empty set.
  package init() {}

  /// Creates an empty set with room for the given number of registrations.
  package init(minimumCapacity: Int) {
    registrations.reserveCapacity(minimumCapacity)
    if minimumCapacity > Self.searched {
      links.reserveCapacity(minimumCapacity)
      table = ContiguousArray(repeating: 0, count: Self.tableSize(for: minimumCapacity))
    }
  }

  /// Creates a set that contains the given decorator and no registrations.
  package init(_ decoration: any Decoration) { insert(decoration) }

  /// Creates a set that contains the given registration.
  package init(_ registration: Registration) { append(registration) }

  /// Adds the given registration at the end, unless an earlier one supersedes it.
  ///
  /// - Returns: Whether the registration was added.
  /// - Complexity: O(1) on average.
  @discardableResult
  package mutating func insert(_ registration: Registration) -> Bool {
    if let kept = superseding(registration) {
      if registration !== kept { dropped.append(registration) }
      return false
    }
    append(registration)
    if !table.isEmpty {
      addLinks(of: registration, at: registrations.count - 1)
    } else if registrations.count > Self.searched {
      buildIndex()
    }
    return true
  }

  /// Adds the given registration at the end of the set, but not to the index.
  private mutating func append(_ registration: Registration) {
    registrations.append(registration)
    if registration.canInstantiateEagerly { eagerRegistrations.append(registration) }
  }

  /// Adds the given decorator at the end, unless the set already contains it.
  ///
  /// - Complexity: O(*n*) in the number of decorators of the same key.
  private mutating func insert(_ decoration: any Decoration) {
    if decorations(of: decoration.key).contains(where: { $0 === decoration }) { return }
    if decorationIndex.isEmpty { decorationIndex = [DecorationIndex()] }
    decorationIndex[0].all.append(decoration)
    decorationIndex[0].byKey[decoration.key, default: []].append(decoration)
  }

  /// The decorators of the set, in order of declaration.
  package var decorations: [any Decoration] { decorationIndex.first?.all ?? [] }

  /// Returns the decorators of the given key, in order of declaration.
  ///
  /// - Complexity: O(1) on average.
  package func decorations(of key: LookupKey) -> [any Decoration] {
    decorationIndex.first?.byKey[key] ?? []
  }

  /// Adds the registrations and decorators of another set at the end.
  package mutating func formUnion(_ other: RegistrationSet) {
    for decoration in other.decorations { insert(decoration) }
    if registrations.isEmpty {
      var set = other
      set.decorationIndex = decorationIndex
      self = set
      return
    }
    reserve(registrations.count + other.registrations.count)
    for registration in other.registrations { insert(registration) }
    dropped += other.dropped
  }

  /// Returns a copy of the set in which each registration has an additional identity.
  ///
  /// It is the identity of an enclosing group, such as `.id("guest")`.
  ///
  /// - Complexity: O(*n*) in the number of registrations.
  package func within(_ identity: RegistrationIdentity) -> RegistrationSet {
    if identity.isEmpty { return self }
    var set = RegistrationSet(minimumCapacity: registrations.count)
    for registration in registrations { set.insert(registration.within(identity)) }
    set.dropped += dropped.map { $0.within(identity) }
    set.decorationIndex = decorationIndex
    return set
  }

  /// Calls a closure with each registration for the given key, in order.
  ///
  /// Stops when the closure returns `false`.
  ///
  /// - Complexity: O(1) on average, plus the number of registrations for the key.
  package func forEach(_ key: LookupKey, _ body: (Registration) -> Bool) {
    if table.isEmpty {
      for registration in registrations where registration.locator.matches(key) {
        if !body(registration) { return }
      }
      return
    }
    let slot = slot(of: key, hash: key.hash)
    guard table[slot] != 0 else { return }
    let last = Int(table[slot] - 1)
    var link = Int(links[last].next)
    var previous = -1
    while true {
      let position = Int(links[link].position)
      // A locator that lists a type twice has two links, one after the other.
      if position != previous, !body(registrations[position]) { return }
      if link == last { return }
      previous = position
      link = Int(links[link].next)
    }
  }

  /// Returns the registration because of which a container ignores the given one; `nil` if none.
  @inline(never)
  package func superseding(_ registration: Registration) -> Registration? {
    first(registration.locator.key(at: 0)) { $0.supersedes(registration) }
  }

  /// Returns the registration of this set that is equal to the given one; `nil` if there is none.
  @inline(never)
  package func equal(of registration: Registration) -> Registration? {
    first(registration.locator.key(at: 0)) { $0.isEqual(to: registration) }
  }

  /// Returns the first registration with the given key that meets a condition; `nil` if there is
  /// none.
  func first(_ key: LookupKey, where condition: (Registration) -> Bool) -> Registration? {
    var found: Registration?
    forEach(key) { candidate in
      if condition(candidate) { found = candidate }
      return found == nil
    }
    return found
  }
}

extension RegistrationSet {
  /// Returns the size of a hash table for the given number of keys.
  ///
  /// The size is a power of two. At most three quarters of the slots are used.
  private static func tableSize(for count: Int) -> Int {
    var size = 16
    while size * 3 < count * 4 { size *= 2 }
    return size
  }

  /// Returns the slot of the given key in the hash table.
  ///
  /// If the table lacks the key, returns the free slot in which it can be stored.
  private func slot(of key: LookupKey, hash: UInt) -> Int {
    var slot = firstSlot(of: UInt32(truncatingIfNeeded: hash))
    while table[slot] != 0 {
      let link = links[Int(table[slot] - 1)]
      if link.hash == UInt32(truncatingIfNeeded: hash) {
        let locator = registrations[Int(link.position)].locator
        if locator.key(at: Int(link.key)) == key { return slot }
      }
      slot = (slot + 1) & (table.count - 1)
    }
    return slot
  }

  /// Returns the slot at which the search for the given hash starts.
  private func firstSlot(of hash: UInt32) -> Int {
    let shift = UInt(UInt.bitWidth - table.count.trailingZeroBitCount)
    return Int(bitPattern: UInt(hash).mixed(shift: shift))
  }

  /// Adds the links of the given registration to the index, one for each of its keys.
  private mutating func addLinks(of registration: Registration, at position: Int) {
    for key in 0..<registration.locator.keyCount {
      reserve(keyCount + 1)
      let lookupKey = registration.locator.key(at: key)
      let hash = key == 0 ? registration.keyHash : lookupKey.hash
      let slot = slot(of: lookupKey, hash: hash)
      let new = UInt32(links.count)
      var link = Link(
        position: UInt32(position), key: UInt32(key), next: new,
        hash: UInt32(truncatingIfNeeded: hash))
      if table[slot] == 0 {
        keyCount += 1
      } else {
        let last = Int(table[slot] - 1)
        link.next = links[last].next
        links[last].next = new
      }
      links.append(link)
      table[slot] = new + 1
    }
  }

  /// Builds the index. Called when the set becomes too large for a search without an index.
  private mutating func buildIndex() {
    table = ContiguousArray(
      repeating: 0, count: Self.tableSize(for: max(registrations.count, registrations.capacity)))
    for position in registrations.indices { addLinks(of: registrations[position], at: position) }
  }

  /// Enlarges the hash table for the given number of keys.
  ///
  /// Does nothing if the set has no index.
  private mutating func reserve(_ count: Int) {
    if table.isEmpty || count * 4 <= table.count * 3 { return }
    let lasts = table.filter { $0 != 0 }
    table = ContiguousArray(repeating: 0, count: Self.tableSize(for: count))
    for last in lasts {
      var slot = firstSlot(of: links[Int(last - 1)].hash)
      while table[slot] != 0 { slot = (slot + 1) & (table.count - 1) }
      table[slot] = last
    }
  }
}
