// Decorators follow the registrations in the list of nodes. A decorated registration needs the
// dependencies of its decorators. Which decorators are active is known only at run time.
extension Program {
  /// Returns the node number of a decorator, given its index in ``decorations``.
  func node(ofDecorator position: Int) -> Int { registrations.count + position }

  /// Returns the index of the decorator that a node number belongs to, or `nil` for a
  /// registration's node.
  func decorator(at node: Int) -> Int? {
    node < registrations.count ? nil : node - registrations.count
  }

  /// Returns the decorators that apply, or may apply, to a key, from the innermost to the
  /// outermost.
  ///
  /// The containers of a program are in the order of its files, which may not be that of their
  /// activation. The decorators in a graph's closure are outside of the decorators in containers.
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

  /// Returns the decorators that surely run when a lookup by a key finds a registration.
  func decorators(of registration: Int, foundBy key: KeyFact) -> [Int] {
    decorators(of: key).filter {
      LinkedRegistration.compare(decorations[$0].fact.key, key) == .yes
        && isTogether($0, with: registration)
        && registrations[registration].matches(decorations[$0].fact.key) == .yes
    }
  }

  /// Whether a decorator and a registration are always active together, so that a graph contains
  /// both or neither.
  func isTogether(_ decorator: Int, with registration: Int) -> Bool {
    let (one, two) = (decorations[decorator].fact, registrations[registration].fact)
    return one.branch != nil && one.block == two.block && one.branch == two.branch
  }

  /// Whether a decorator surely decorates no registration of the program.
  func isIdle(_ decorator: Int) -> Bool {
    let key = decorations[decorator].fact.key
    return !isOpen(for: key, of: .stitcher) && candidates(for: key, of: .stitcher).isEmpty
  }
}

/// A decorator of a program, completed with data from other files.
struct LinkedDecoration {
  /// The decorator as read from its source file. A constant in its key is replaced by the
  /// constant's value.
  var fact: DecorationFact

  /// The name of the module that contains the decorator.
  var module: String
}
