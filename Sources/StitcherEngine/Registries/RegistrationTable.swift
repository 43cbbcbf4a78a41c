/// The ordered registrations of an ``EditableRegistry``, with an index by key.
///
/// Unlike a ``RegistrationSet``, the table is changed in place. It compares and hashes keys under a
/// registry's lock. So keys must be types, or values of front ends with an `==` that runs no
/// foreign code.
struct RegistrationTable {
  /// The registrations in order.
  ///
  /// The position of a removed registration contains `nil`.
  private var places: ContiguousArray<Registration?> = []

  /// The position of each registration in ``places``.
  private var positions: [ObjectIdentifier: Int] = [:]

  /// The registrations with each key, in order.
  private var index: [LookupKey: ContiguousArray<Registration>] = [:]

  var count: Int { positions.count }

  /// All registrations of the table, in order.
  var registrations: [Registration] { places.compactMap { $0 } }

  /// Returns the registrations with the given key, in order.
  ///
  /// The result is a copy, since the table's own array is changed in place.
  ///
  /// - Complexity: O(1) on average, plus the number of registrations for the key.
  func registrations(for key: LookupKey) -> [Registration] {
    index[key].map { $0.map { $0 } } ?? []
  }

  /// Whether the table contains the given registration.
  func contains(_ registration: Registration) -> Bool {
    positions[ObjectIdentifier(registration)] != nil
  }

  /// Adds the given registration at the end, unless the table already contains it.
  ///
  /// - Complexity: O(1) on average.
  mutating func append(_ registration: Registration) {
    guard !contains(registration) else { return }
    positions[ObjectIdentifier(registration)] = places.count
    places.append(registration)
    for key in registration.distinctKeys { index[key, default: []].append(registration) }
  }

  /// Removes the given registration.
  ///
  /// - Complexity: O(1) on average, plus the number of registrations with the same keys.
  mutating func remove(_ registration: Registration) {
    guard let position = positions.removeValue(forKey: ObjectIdentifier(registration)) else {
      return
    }
    places[position] = nil
    for key in registration.distinctKeys { removeFromIndex(registration, key) }
    if places.count > 16, places.count > 2 * count { closeGaps() }
  }

  /// Replaces a registration by another one, at the same position.
  ///
  /// - Complexity: O(1) on average, plus the number of registrations with the same keys.
  mutating func replace(_ old: Registration, by new: Registration) {
    guard old !== new, !contains(new),
      let position = positions.removeValue(forKey: ObjectIdentifier(old))
    else { return }
    positions[ObjectIdentifier(new)] = position
    places[position] = new
    for key in old.distinctKeys { removeFromIndex(old, key) }
    for key in new.distinctKeys { insertIntoIndex(new, key, position: position) }
  }

  /// Removes all registrations.
  mutating func removeAll() { self = RegistrationTable() }

  /// Removes a registration from the index entry of the given key.
  private mutating func removeFromIndex(_ registration: Registration, _ key: LookupKey) {
    index[key]?.removeAll { $0 === registration }
    if index[key]?.isEmpty == true { index[key] = nil }
  }

  /// Adds a registration to the index entry of the given key, in the order of the table.
  private mutating func insertIntoIndex(
    _ registration: Registration, _ key: LookupKey, position: Int
  ) {
    let list = index[key] ?? []
    let later = list.firstIndex { positions[ObjectIdentifier($0), default: 0] > position }
    index[key, default: []].insert(registration, at: later ?? list.endIndex)
  }

  /// Removes the gaps that removed registrations have left.
  ///
  /// All positions are updated.
  private mutating func closeGaps() {
    places.removeAll { $0 == nil }
    for (position, registration) in places.enumerated() {
      if let registration { positions[ObjectIdentifier(registration)] = position }
    }
  }
}

extension Registration {
  /// The keys of the registration, each once.
  fileprivate var distinctKeys: [LookupKey] {
    locator.keys.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}
