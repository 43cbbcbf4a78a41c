internal import StitcherDescription

extension Program {
  /// Returns the registrations that the program never injects, and the decorators that decorate
  /// nothing.
  ///
  /// An eager registration counts as used.
  package func unused() -> [UnusedRegistration] {
    guard !isOpen else { return [] }
    var requested: Set<Int> = []
    for fact in requests {
      if case .unknown(let locating) = fact.key {
        // The injected key is unknown, so any registration with this kind of key may be used.
        requested.formUnion(
          registrations.indices.filter { index in
            registrations[index].keys.contains { $0.locating == locating }
          })
      } else {
        requested.formUnion(candidates(for: fact.key, of: fact.frontEnd))
      }
    }
    let unused = registrations.indices.filter { index in
      // Any injection may find a registration with an unknown key.
      let isKnown = registrations[index].keys.allSatisfy {
        if case .unknown = $0 { return false }
        return true
      }
      return isKnown && !requested.contains(index) && !registrations[index].fact.isEager
    }
    return named(unused + decorations.indices.filter(isIdle).map(node(ofDecorator:)))
  }

  /// Returns all registrations and decorators of the program, in the form of ``unused()``.
  func named() -> [UnusedRegistration] {
    named(Array(0..<registrations.count + decorations.count))
  }

  /// Returns the registrations and decorators of some nodes, in the form of ``unused()``.
  private func named(_ nodes: [Int]) -> [UnusedRegistration] {
    nodes.map { node in
      guard let decorator = decorator(at: node) else {
        return UnusedRegistration(name: shown(node), place: registrations[node].fact.place)
      }
      let fact = decorations[decorator].fact
      return UnusedRegistration(name: fact.key.shown, place: fact.place, isDecorator: true)
    }
  }
}

/// A registration that the program never injects, or a decorator that decorates nothing.
package struct UnusedRegistration: Hashable, Sendable {
  /// The key of the registration, or the key that the decorator decorates.
  package var name: String

  /// The source location of the registration or decorator.
  package var place: SourcePlace

  /// Whether the entry is a decorator, rather than a registration.
  package var isDecorator: Bool

  /// Creates an entry for a registration or a decorator.
  package init(name: String, place: SourcePlace, isDecorator: Bool = false) {
    self.name = name
    self.place = place
    self.isDecorator = isDecorator
  }

  /// The entry as JSON.
  var json: String {
    JSONText.object([
      "isDecorator": String(isDecorator), "name": JSONText.string(name),
      "place": Program.place(place).json,
    ])
  }
}
