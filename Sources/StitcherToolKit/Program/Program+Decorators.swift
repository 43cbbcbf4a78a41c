// Decorators follow the registrations in the list of nodes. A decorated registration needs the
// dependencies of its decorators. Which decorators are active is known only at run time.
extension Program {
  /// The node of a decorator.
  func node(ofDecorator position: Int) -> Int { registrations.count + position }

  /// Returns the decorator of a node, or `nil` if the node is a registration.
  func decorator(at node: Int) -> Int? {
    node < registrations.count ? nil : node - registrations.count
  }

  /// Returns the decorators that apply, or may apply, to a key; the innermost first.
  ///
  /// The containers of a program are in the order of its files, which may not be that of their
  /// activation. The decorators of a graph's closure are outside of those of containers.
  func decorators(of key: KeyFact) -> [Int] {
    if decorations.isEmpty { return [] }
    let found: [Int]
    switch key {
    case .type: found = decoratorsByType[key.plain] ?? []
    case .unknown: found = []
    default:
      found = otherDecorators.filter {
        LinkedRegistration.compare(decorations[$0].fact.key, key) != .no
      }
    }
    return found.filter { !decorations[$0].fact.isOfGraph }
      + found.filter { decorations[$0].fact.isOfGraph }
  }

  /// The decorators that run whenever a key finds a registration.
  func decorators(of registration: Int, foundBy key: KeyFact) -> [Int] {
    decorators(of: key).filter {
      LinkedRegistration.compare(decorations[$0].fact.key, key) == .yes
        && isTogether($0, with: registration)
        && registrations[registration].matches(decorations[$0].fact.key) == .yes
    }
  }

  /// Whether a decorator is there whenever a registration is, and the other way around: then every
  /// graph that sees one sees the other.
  func isTogether(_ decorator: Int, with registration: Int) -> Bool {
    let (one, two) = (decorations[decorator].fact, registrations[registration].fact)
    return one.branch != nil && one.block == two.block && one.branch == two.branch
  }

  /// Whether a decorator surely decorates nothing in the program.
  func isIdle(_ decorator: Int) -> Bool {
    let key = decorations[decorator].fact.key
    return !isOpen(for: key, of: .stitcher) && candidates(for: key, of: .stitcher).isEmpty
  }
}

/// A decorator of a program.
struct LinkedDecoration {
  /// The facts of its file, with the texts of known names.
  var fact: DecorationFact

  /// The module with the decorator.
  var module: String
}
