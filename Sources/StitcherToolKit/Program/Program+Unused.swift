extension Program {
  /// Returns the registrations that the program never injects, and the decorators that decorate
  /// nothing.
  package func unused() -> [UnusedRegistration] {
    guard !isOpen else { return [] }
    var asked: Set<Int> = []
    for fact in requests {
      if case .unknown(let locating) = fact.key {
        // It may be any that is found that way.
        asked.formUnion(
          registrations.indices.filter { index in
            registrations[index].keys.contains { $0.locating == locating }
          })
      } else {
        asked.formUnion(candidates(for: fact.key, of: fact.frontEnd))
      }
    }
    let unused = registrations.indices.filter { index in
      // Any injection may find a registration with an unknown key.
      let isKnown = registrations[index].keys.allSatisfy {
        if case .unknown = $0 { return false }
        return true
      }
      return isKnown && !asked.contains(index) && !registrations[index].fact.isEager
    }
    return named(unused + decorations.indices.filter(isIdle).map(node(ofDecorator:)))
  }

  /// All that is registered, and all decorators, as ``unused()`` names them.
  func named() -> [UnusedRegistration] {
    named(Array(0..<registrations.count + decorations.count))
  }

  /// Names nodes as ``unused()`` does.
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

/// A registration that nothing injects, or a decorator that decorates nothing.
package struct UnusedRegistration: Codable, Hashable, Sendable {
  /// The key, or the decorated key.
  package var name: String

  /// Where it is.
  package var place: SourcePlace

  /// Whether it is a decorator.
  package var isDecorator: Bool

  /// Names a registration or a decorator.
  package init(name: String, place: SourcePlace, isDecorator: Bool = false) {
    self.name = name
    self.place = place
    self.isDecorator = isDecorator
  }
}
