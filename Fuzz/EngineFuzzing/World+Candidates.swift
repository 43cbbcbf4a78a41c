import StitcherEngine

extension World {
  /// The numbers of what a key has to find, in order: plainly, by looking at every registration.
  func candidates(_ place: Int, _ key: LookupKey) -> [Int] {
    var found: [Int] = []
    var layer = 0
    var nearer = 0
    for (shelf, shelfLayer) in places[place].active {
      let earlier = found
      if shelfLayer != layer { (layer, nearer) = (shelfLayer, earlier.count) }
      for entry in shelves[shelf].contents {
        let registration = entries[entry].registration
        guard registration.locator.keys.contains(key) else { continue }
        if earlier.contains(where: { entries[$0].registration.isEqual(to: registration) }) {
          continue
        }
        let isHidden = earlier[..<nearer].contains {
          entries[$0].registration.hasSameParameters(as: registration)
        }
        if !isHidden { found.append(entry) }
      }
    }
    return found
  }

  /// Checks what a graph and its registries list.
  func checkList(_ place: Int) {
    var expected: [Int] = []
    for (shelf, _) in places[place].active {
      let earlier = expected
      for entry in shelves[shelf].contents {
        let registration = entries[entry].registration
        if !earlier.contains(where: { entries[$0].registration.isEqual(to: registration) }) {
          expected.append(entry)
        }
      }
    }
    let graph = places[place].graph
    if !matches(graph.registrations, expected) { fail("A graph lists other registrations.") }
    for (position, shelf) in shelves.enumerated() {
      let isActive = places[place].active.contains { $0.shelf == position }
      if graph.isActive(shelf.registry) != isActive { fail("A registry is active, or not.") }
      let contents =
        shelf.registry.isEditable
        ? shelf.registry.registrations : Array(shelf.registry.contents.registrations)
      if !matches(contents, shelf.contents) { fail("A registry lists other registrations.") }
    }
  }

  /// Whether registrations are those of entries.
  func matches(_ registrations: [Registration], _ numbers: [Int]) -> Bool {
    registrations.count == numbers.count
      && zip(registrations, numbers).allSatisfy { $0 === entries[$1].registration }
  }

  /// Notes that something changes, after which the instances of registrations that are equal to
  /// some are not known.
  ///
  /// - Parameter isEnding: Whether they may have gone out of use somewhere.
  func forget(_ changed: [Int], isEnding: Bool = false) {
    changes += 1
    for entry in changed {
      let registration = entries[entry].registration
      for other in entries.indices where entries[other].isKnown || isEnding {
        guard entries[other].registration.isEqual(to: registration) else { continue }
        entries[other].isKnown = false
        if isEnding { entries[other].mayHaveEnded = true }
      }
    }
  }

  /// Notes that the instance of a registration changes, which it may share with one that has
  /// taken its place.
  func forgetShared(_ entry: Int) { forget(heirs.isEmpty ? [entry] : Array(entries.indices)) }

  /// Whether a registration is active in a graph.
  func isInUse(_ entry: Int) -> Bool {
    places.contains { $0.active.contains { shelves[$0.shelf].contents.contains(entry) } }
  }
}
