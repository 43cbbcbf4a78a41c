internal import StitcherDescription

/// The nodes of a program as they are drawn: each registration, and around each that is decorated
/// a node for each decorator, as a running graph has them.
struct DrawnNodes {
  /// A decorator around one registration, or around another decorator of it.
  struct Decorated {
    /// The decorator.
    let decorator: Int
    /// The identifier of the node.
    let id: String
    /// The node that it is put around.
    let inner: String
    /// Whether it is there whenever the registration is.
    let isSure: Bool
    /// How long the instance is kept.
    let scope: String
  }

  /// A key that finds a node, and whether it surely finds the node itself and no decorator.
  struct Found {
    /// The node.
    var id: String
    /// Whether all that is put around the registration is there for sure.
    var isSure: Bool
  }

  /// The identifier of each registration: its first key, with a number if several have that key.
  private(set) var registrations: [String]

  /// The decorators around registrations, in the order in which they are found.
  private(set) var decorated: [Decorated] = []

  /// Where the decorators are.
  private var positions: [Place: Int] = [:]

  /// The identifiers of the drawn nodes of each decorator.
  private var nodes: [Int: [String]] = [:]

  /// How often each text was used.
  private var uses: [String: Int] = [:]

  /// The place of a decorator around a registration.
  private struct Place: Hashable {
    let decorator: Int
    let inner: String
  }

  /// The program.
  private let program: Program

  /// Names all nodes of a program.
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

  /// Returns what a key finds that finds a registration: the outermost decorator of it, or the
  /// registration itself.
  func found(_ index: Int, by key: KeyFact) -> Found {
    var found = Found(id: registrations[index], isSure: true)
    guard program.registrations[index].fact.frontEnd == .stitcher else { return found }
    for decorator in program.decorators(of: key) {
      let place = Place(decorator: decorator, inner: found.id)
      guard let position = positions[place] else { continue }
      found.id = decorated[position].id
      found.isSure = found.isSure && decorated[position].isSure
    }
    return found
  }

  /// Returns the first drawn node of a node of the program, or `nil` for a decorator without a
  /// known decorated registration.
  func first(_ node: Int) -> String? {
    guard let decorator = program.decorator(at: node) else { return registrations[node] }
    return nodes[decorator]?.first
  }

  /// Returns all drawn nodes of a node of the program.
  func all(_ node: Int) -> [String] {
    guard let decorator = program.decorator(at: node) else { return [registrations[node]] }
    return nodes[decorator] ?? []
  }

  /// Puts the decorators of a key around a registration.
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

  /// Returns a text that identifies a node: with a number, if others have the same.
  private mutating func id(of key: KeyFact?) -> String {
    let text = key?.identifier ?? "?"
    let count = uses[text, default: 0] + 1
    uses[text] = count
    return count == 1 ? text : "\(text)#\(count)"
  }
}

extension KeyFact {
  /// The full text of the key, with the quotation marks of a name.
  var identifier: String {
    if case .type(let type) = self { return type }
    return shown
  }

  /// The full text of the key, as it is.
  var text: String {
    if case .name(let name) = self { return name }
    return identifier
  }

  /// How the key finds, as a description has it.
  var locator: GraphDescription.Node.Locator {
    switch locating {
    case .name: .name
    case .value: .value
    case .type: .type
    case nil: .keyPath
    }
  }
}
