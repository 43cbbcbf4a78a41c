/// Registrations that come and go one by one, in order, with an index of all that they are found
/// by.
///
/// Unlike a ``RegistrationSet`` it is changed in place. It compares and hashes keys under a
/// registry's lock, so only front ends' own values may be keys in it.
struct RegistrationTable {
  /// The registrations in order; nil where one was removed.
  private var places: ContiguousArray<Registration?> = []

  /// The place of each registration.
  private var positions: [ObjectIdentifier: Int] = [:]

  /// The registrations of each key, in order.
  private var index: [LookupKey: ContiguousArray<Registration>] = [:]

  /// The number of registrations.
  var count: Int { positions.count }

  /// All registrations, in order.
  var registrations: [Registration] { places.compactMap { $0 } }

  /// Returns the registrations that a key finds, in order, in an array of their own: the table's is
  /// changed in place.
  ///
  /// - Complexity: O(1) on average, plus the number of registrations found.
  func registrations(for key: LookupKey) -> [Registration] {
    index[key].map { $0.map { $0 } } ?? []
  }

  /// Whether a registration is in the table.
  func contains(_ registration: Registration) -> Bool {
    positions[ObjectIdentifier(registration)] != nil
  }

  /// Adds a registration at the end, unless it is there.
  ///
  /// - Complexity: O(1) on average.
  mutating func append(_ registration: Registration) {
    guard !contains(registration) else { return }
    positions[ObjectIdentifier(registration)] = places.count
    places.append(registration)
    for key in registration.distinctKeys { index[key, default: []].append(registration) }
  }

  /// Takes a registration out.
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

  /// Puts a registration in the place of another one.
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

  /// Takes all registrations out.
  mutating func removeAll() { self = RegistrationTable() }

  /// Takes a registration out of the list of a key.
  private mutating func removeFromIndex(_ registration: Registration, _ key: LookupKey) {
    index[key]?.removeAll { $0 === registration }
    if index[key]?.isEmpty == true { index[key] = nil }
  }

  /// Adds a registration to the list of a key, in its order.
  private mutating func insertIntoIndex(
    _ registration: Registration, _ key: LookupKey, position: Int
  ) {
    let list = index[key] ?? []
    let later = list.firstIndex { positions[ObjectIdentifier($0), default: 0] > position }
    index[key, default: []].insert(registration, at: later ?? list.endIndex)
  }

  /// Moves all registrations together.
  private mutating func closeGaps() {
    places.removeAll { $0 == nil }
    for (position, registration) in places.enumerated() {
      if let registration { positions[ObjectIdentifier(registration)] = position }
    }
  }
}

extension Registration {
  /// The keys that the registration is found by, each once.
  fileprivate var distinctKeys: [LookupKey] {
    var keys: [LookupKey] = []
    for position in 0..<locator.keyCount {
      let key = locator.key(at: position)
      if !keys.contains(key) { keys.append(key) }
    }
    return keys
  }
}
