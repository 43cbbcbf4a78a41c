// Decorators stand behind the registrations among the nodes of a program: what one needs is needed
// by whatever it decorates. The running graph decides which are there: all that are active, where
// they are active.
extension Program {
  /// The node of a decorator.
  func node(ofDecorator position: Int) -> Int { registrations.count + position }

  /// The decorator that a node stands for; nil if that is a registration.
  func decorator(at node: Int) -> Int? {
    node < registrations.count ? nil : node - registrations.count
  }

  /// The decorators that what is asked for by a key gets, or may get; the innermost first.
  ///
  /// The containers of a program are in the order of its files, which may not be that of their
  /// activation. What the closure of a graph says comes around them.
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
  /// What its own file says, with the texts of names that are known.
  var fact: DecorationFact

  /// The module that it stands in.
  var module: String
}
