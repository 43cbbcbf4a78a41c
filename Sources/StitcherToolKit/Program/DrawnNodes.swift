internal import StitcherDescription

/// The nodes of a program's dependency diagram: one for each registration, and one for each
/// decorator of each registration.
struct DrawnNodes {
  /// A decorator in the diagram, around one registration or around another decorator of that
  /// registration.
  struct Decorated {
    /// The index of the decorator in ``Program/decorations``.
    let decorator: Int
    /// The identifier of the decorator's node.
    let id: String
    /// The identifier of the decorated node.
    let inner: String
    /// Whether the decorator is always active together with the decorated registration.
    let isSure: Bool
    /// The scope of the decorated registration.
    let scope: String
  }

  /// The node that a lookup by a key finds: a registration's node or its outermost decorator's.
  struct Target {
    /// The identifier of the node.
    var id: String
    /// Whether all decorators around the registration are always active together with the
    /// registration.
    var isSure: Bool
  }

  /// The identifier of each registration's node: the first key, with a number if several nodes have
  /// that key.
  private(set) var registrations: [String]

  /// The decorators around registrations, the innermost first for each registration.
  private(set) var decorated: [Decorated] = []

  /// The index in ``decorated`` of a decorator around a given node.
  private var positions: [Place: Int] = [:]

  /// The identifiers of the nodes of each decorator, by the decorator's index.
  private var nodes: [Int: [String]] = [:]

  /// The number of nodes that use a key as their identifier.
  private var uses: [String: Int] = [:]

  /// A decorator together with the node that it decorates.
  private struct Place: Hashable {
    let decorator: Int
    let inner: String
  }

  private let program: Program

  /// Gives each registration and decorator of a program an identifier.
  init(_ program: Program) {
    self.program = program
    registrations = [String](repeating: "", count: program.registrations.count)
    let order = program.registrations.indices.sorted {
      let (one, two) = (program.registrations[$0].fact.place, program.registrations[$1].fact.place)
      return (one.file, one.line, one.column) < (two.file, two.line, two.column)
    }
    for index in order { registrations[index] = id(of: program.registrations[index].keys.first) }
    for index in order where program.registrations[index].fact.frontEnd == .stitcher {
      for key in program.registrations[index].keys { decorate(index, foundBy: key) }
    }
  }

  /// Returns the node that a lookup by a key finds for a registration: its outermost decorator, or
  /// the registration itself.
  func found(_ index: Int, by key: KeyFact) -> Target {
    var found = Target(id: registrations[index], isSure: true)
    guard program.registrations[index].fact.frontEnd == .stitcher else { return found }
    for decorator in program.decorators(of: key) {
      let place = Place(decorator: decorator, inner: found.id)
      guard let position = positions[place] else { continue }
      found.id = decorated[position].id
      found.isSure = found.isSure && decorated[position].isSure
    }
    return found
  }

  /// Returns the first diagram node of a registration or decorator, or `nil` for a decorator
  /// without one.
  func first(_ node: Int) -> String? {
    guard let decorator = program.decorator(at: node) else { return registrations[node] }
    return nodes[decorator]?.first
  }

  /// Returns all diagram nodes of a registration or decorator.
  func all(_ node: Int) -> [String] {
    guard let decorator = program.decorator(at: node) else { return [registrations[node]] }
    return nodes[decorator] ?? []
  }

  /// Adds a node for each decorator of a key around a registration.
  private mutating func decorate(_ index: Int, foundBy key: KeyFact) {
    let sure = Set(program.decorators(of: index, foundBy: key))
    var inner = registrations[index]
    for decorator in program.decorators(of: key) {
      let place = Place(decorator: decorator, inner: inner)
      if let known = positions[place] {
        inner = decorated[known].id
        continue
      }
      positions[place] = decorated.count
      let id = id(of: program.decorations[decorator].fact.key)
      decorated.append(
        Decorated(
          decorator: decorator, id: id, inner: inner, isSure: sure.contains(decorator),
          scope: program.registrations[index].fact.scope ?? "automatic"))
      nodes[decorator, default: []].append(id)
      inner = id
    }
  }

  /// Returns a unique identifier for a node: the key's text, with a number if other nodes have the
  /// same key.
  private mutating func id(of key: KeyFact?) -> String {
    let text = key?.identifier ?? "?"
    let count = uses[text, default: 0] + 1
    uses[text] = count
    return count == 1 ? text : "\(text)#\(count)"
  }
}

extension KeyFact {
  /// The full text of the key. A name has quotation marks.
  var identifier: String {
    if case .type(let type) = self { return type }
    return shown
  }

  /// The full text of the key. A name has no quotation marks.
  var text: String {
    if case .name(let name) = self { return name }
    return identifier
  }

  /// The kind of the key in a graph description.
  var locator: GraphDescription.Node.Locator {
    switch locating {
    case .name: .name
    case .value: .value
    case .type: .type
    case nil: .keyPath
    }
  }
}
