/// The registrations of an editable registry, in order, with an index by key.
///
/// The table also lists what the current edit has changed.
///
/// A registration can be inserted, removed and replaced in constant time. A removed registration
/// leaves a gap, and gaps are closed when they become many.
package struct RegistrationTable {
  /// The registrations of the table, in order; `nil` in place of each removed registration.
  private var places: ContiguousArray<Registration?> = []

  /// The position of each registration in ``places``.
  private var positions = [ObjectIdentifier: Int]()

  /// The index: for the hash of each key, the positions of the registrations that have a key with
  /// this hash, in ascending order.
  private var index = [UInt: [Int]]()

  /// The registrations that the current edit has added and removed so far.
  private var changes: Changes = ([], [])

  /// The changes that one edit makes to the table: the registrations that it adds, and those that
  /// it removes.
  typealias Changes = (added: [Registration], removed: [Registration])

  /// Whether the registry that owns the table has ended.
  ///
  /// If so, later edits change nothing.
  private(set) var hasEnded = false

  /// All registrations of the table, in order.
  package var registrations: [Registration] { places.compactMap { $0 } }

  /// Returns the table's registrations that have the given key, in order.
  ///
  /// - Complexity: O(1) on average, plus the number of registrations for the key.
  package func registrations(for key: LookupKey) -> [Registration] {
    index[key.hash]?.compactMap { position in
      places[position].flatMap { $0.locator.matches(key) ? $0 : nil }
    } ?? []
  }

  /// Whether the table contains the given registration.
  func contains(_ registration: Registration) -> Bool {
    positions[ObjectIdentifier(registration)] != nil
  }

  /// Adds the given registration at the end of the table, unless the table contains it.
  ///
  /// - Complexity: O(1) on average.
  package mutating func insert(_ registration: Registration) {
    if contains(registration) { return }
    place(registration, at: places.count)
    changes.added.append(registration)
  }

  /// Removes the given registration from the table. The end of the edit evicts the registration's
  /// instance.
  ///
  /// - Complexity: O(1) on average, plus the number of registrations with the same keys.
  package mutating func remove(_ registration: Registration) {
    guard vacate(registration) != nil else { return }
    changes.removed.append(registration)
    if places.count <= 16 || places.count <= 2 * positions.count { return }
    let remaining = registrations
    (places, positions, index) = ([], .init(), .init())
    for registration in remaining { place(registration, at: places.count) }
  }

  /// Removes all registrations from the table. The end of the edit evicts their instances.
  package mutating func removeAll() {
    changes.removed += registrations
    (places, positions, index) = ([], .init(), .init())
  }

  /// Removes all registrations from the table, and ends the registry that owns the table.
  ///
  /// Later edits change nothing.
  package mutating func end() {
    removeAll()
    hasEnded = true
  }

  /// Replaces a registration by another one, at the same position of the table.
  ///
  /// - Parameters:
  ///   - old: The registration to remove.
  ///   - new: The registration to add. If it was derived from the old one, it keeps the instance,
  ///     or the running creation.
  /// - Complexity: O(1) on average, plus the number of registrations with the same keys.
  package mutating func replace(_ old: Registration, by new: Registration) {
    guard !contains(new), let position = vacate(old) else { return }
    place(new, at: position)
    changes.added.append(new)
    changes.removed.append(old)
  }

  /// Returns the changes that the current edit has made, and begins the next edit.
  mutating func takeChanges() -> Changes {
    defer { changes = ([], []) }
    return changes
  }

  /// Puts a registration at a free position of the table, and indexes it under its keys.
  private mutating func place(_ registration: Registration, at position: Int) {
    positions[ObjectIdentifier(registration)] = position
    if position == places.count { places.append(nil) }
    places[position] = registration
    for hash in registration.locator.keys.map(\.hash) {
      // Searched from the end, where most registrations are added.
      let before = index[hash]?.lastIndex { $0 <= position } ?? -1
      if before >= 0, index[hash]?[before] == position { continue }
      index[hash, default: []].insert(position, at: before + 1)
    }
  }

  /// Removes a registration, and returns its former position; `nil` if the table does not contain
  /// it.
  private mutating func vacate(_ registration: Registration) -> Int? {
    guard let position = positions.removeValue(forKey: ObjectIdentifier(registration)) else {
      return nil
    }
    places[position] = nil
    for hash in registration.locator.keys.map(\.hash) {
      index[hash]?.removeAll { $0 == position }
      if index[hash]?.isEmpty == true { index[hash] = nil }
    }
    return position
  }
}
