/// An ordered set of registrations with an index of all that they are found by.
///
/// The order is that of insertion. Of two registrations where the first supersedes the second,
/// the first is kept. Small sets have no index: they are searched.
package struct RegistrationSet: Sendable {
  /// The registrations in the order in which they were declared.
  package private(set) var registrations: ContiguousArray<Registration> = []

  /// Those of them that an activation creates the instances of, in the same order.
  package private(set) var eagerRegistrations: [Registration] = []

  /// Those that were left out, since an earlier one supersedes them, in order.
  package private(set) var dropped: ContiguousArray<Registration> = []

  /// The decorators and their index: one element, or none, so that a set without decorators is no
  /// larger for it.
  private var decorationIndex: [DecorationIndex] = []

  /// Decorators in the order in which they were declared.
  private struct DecorationIndex {
    /// All decorators.
    var all: [any Decoration] = []
    /// The decorators of each key.
    var byKey: [LookupKey: [any Decoration]] = [:]
  }

  /// A registration found by one of its keys, and the next one with the same key.
  private struct Link {
    /// The registration's position.
    var position: UInt32
    /// The position of the key in the registration's locator.
    var key: UInt32
    /// The next link with the same key; the last one leads back to the first.
    var next: UInt32
    /// The lower half of the key's hash, so that other keys are mostly not compared.
    var hash: UInt32
  }

  /// All links, in the order of registration.
  private var links: ContiguousArray<Link> = []

  /// The last link of each key, plus one; zero where the place is free.
  private var table: ContiguousArray<UInt32> = []

  /// The number of keys in the table.
  private var keyCount = 0

  /// The size up to which a set is searched.
  private static let searched = 6

  /// Creates an empty set.
  package init() {}

  /// Creates an empty set with room for a number of registrations.
  package init(minimumCapacity: Int) {
    registrations.reserveCapacity(minimumCapacity)
    if minimumCapacity > Self.searched {
      links.reserveCapacity(minimumCapacity)
      table = ContiguousArray(repeating: 0, count: Self.tableSize(for: minimumCapacity))
    }
  }

  /// Creates a set of one decorator, without registrations.
  package init(_ decoration: any Decoration) { insert(decoration) }

  /// Creates a set of one registration.
  package init(_ registration: Registration) { append(registration) }

  /// Adds a registration at the end, unless an earlier one supersedes it.
  ///
  /// - Returns: Whether it was added.
  /// - Complexity: O(1) on average.
  @discardableResult
  package mutating func insert(_ registration: Registration) -> Bool {
    if table.isEmpty {
      if let kept = registrations.first(where: { $0.supersedes(registration) }) {
        return drop(registration, for: kept)
      }
      append(registration)
      if registrations.count > Self.searched { buildIndex() }
      return true
    }
    if let kept = superseding(registration) { return drop(registration, for: kept) }
    append(registration)
    addLinks(of: registration, at: registrations.count - 1)
    return true
  }

  /// Adds a registration at the end.
  private mutating func append(_ registration: Registration) {
    registrations.append(registration)
    if registration.canInstantiateEagerly { eagerRegistrations.append(registration) }
  }

  /// Leaves a registration out, and notes that unless it is the one that is kept.
  private mutating func drop(_ registration: Registration, for kept: Registration) -> Bool {
    if registration !== kept { dropped.append(registration) }
    return false
  }

  /// Adds a decorator at the end, unless the set has that very one.
  ///
  /// - Complexity: O(*n*) in the number of decorators of the same key.
  private mutating func insert(_ decoration: any Decoration) {
    if decorations(of: decoration.key).contains(where: { $0 === decoration }) { return }
    if decorationIndex.isEmpty { decorationIndex = [DecorationIndex()] }
    decorationIndex[0].all.append(decoration)
    decorationIndex[0].byKey[decoration.key, default: []].append(decoration)
  }

  /// The decorators, in the order in which they were declared.
  package var decorations: [any Decoration] { decorationIndex.first?.all ?? [] }

  /// Returns the decorators of a key, in the order in which they were declared.
  ///
  /// - Complexity: O(1) on average.
  package func decorations(of key: LookupKey) -> [any Decoration] {
    decorationIndex.first?.byKey[key] ?? []
  }

  /// Adds the registrations of another set at the end.
  package mutating func formUnion(_ other: RegistrationSet) {
    for decoration in other.decorations { insert(decoration) }
    if registrations.isEmpty {
      var set = other
      set.decorationIndex = decorationIndex
      self = set
      return
    }
    if table.isEmpty, registrations.count + other.registrations.count > Self.searched {
      buildIndex()
    }
    reserve(registrations.count + other.registrations.count)
    for registration in other.registrations { insert(registration) }
    dropped += other.dropped
  }

  /// Returns the set as that of a group that has an identity.
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

  /// Calls a closure with each registration that a key finds, in order, until it returns false.
  ///
  /// - Complexity: O(1) on average, plus the number of registrations found.
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
      // A locator that lists a type twice stands in two links, next to each other.
      if position != previous, !body(registrations[position]) { return }
      if link == last { return }
      previous = position
      link = Int(links[link].next)
    }
  }

  /// Returns the registration that keeps another one out.
  @inline(never)
  package func superseding(_ registration: Registration) -> Registration? {
    first(registration.locator.key(at: 0)) { $0.supersedes(registration) }
  }

  /// Returns the earlier registration that is equal to another one.
  @inline(never)
  package func equal(of registration: Registration) -> Registration? {
    first(registration.locator.key(at: 0)) { $0.isEqual(to: registration) }
  }

  /// Returns the first registration that a key finds and that meets a condition.
  private func first(_ key: LookupKey, where condition: (Registration) -> Bool) -> Registration? {
    var found: Registration?
    forEach(key) { candidate in
      if condition(candidate) { found = candidate }
      return found == nil
    }
    return found
  }
}

extension RegistrationSet {
  /// Returns the size of a table for a number of keys: a power of two, at most three quarters full.
  private static func tableSize(for count: Int) -> Int {
    var size = 16
    while size * 3 < count * 4 { size *= 2 }
    return size
  }

  /// Returns the place of a key in the table, or the free place where it belongs.
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

  /// Returns the place in the table where the search for a hash starts.
  private func firstSlot(of hash: UInt32) -> Int {
    let shift = UInt(UInt.bitWidth - table.count.trailingZeroBitCount)
    return Int(bitPattern: UInt(hash).mixed(shift: shift))
  }

  /// Links a registration under all its keys.
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

  /// Indexes a set that has grown too large to be searched.
  private mutating func buildIndex() {
    table = ContiguousArray(
      repeating: 0, count: Self.tableSize(for: max(registrations.count, registrations.capacity)))
    for position in registrations.indices { addLinks(of: registrations[position], at: position) }
  }

  /// Makes room in the table, if there is one, for a number of keys: puts the last link of each key
  /// where it belongs in a larger one.
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
