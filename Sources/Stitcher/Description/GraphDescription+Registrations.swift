internal import StitcherDescription
internal import StitcherEngine

/// The texts by which a graph description shows a registration's lookup key.
struct KeyText {
  /// The kind of the lookup key: type, name or value.
  let locator: GraphDescription.Node.Locator

  /// The text of the lookup key: a type with its module, or a name or a value.
  let key: String

  /// The text that identifies a node with this key in a graph description.
  let id: String

  /// The text that names a node with this key in drawings of the graph.
  let label: String

  /// Creates the texts that describe a lookup key.
  init(_ key: LookupKey) {
    switch key {
    case .type(let type):
      locator = .type
      self.key = Self.text(of: type)
      (id, label) = (self.key, Self.label(of: type))
    case .name(let name):
      (locator, self.key) = (.name, name)
      id = "\"\(name)\""
      label = id
    case .value(let value):
      locator = .value
      self.key = String(describing: value.erased.base)
      (id, label) = (self.key, self.key)
    }
  }

  /// Returns the name of a type with its module, identical in each run of the program.
  static func text(of type: any Any.Type) -> String { withoutContexts(String(reflecting: type)) }

  /// Returns the name of a type without modules.
  private static func label(of type: any Any.Type) -> String {
    withoutContexts(String(describing: type))
  }

  /// Removes the memory addresses that the names of private and local types contain.
  private static func withoutContexts(_ text: String) -> String {
    let mark = "(unknown context at "
    var rest = text[...]
    var result = ""
    // `firstRange(of:)` is avoided, since it links 2 MB of regular expressions into a program.
    while let start = rest.firstIndex(of: "(") {
      result += rest[..<start]
      rest = rest[start...]
      guard rest.hasPrefix(mark) else {
        result += "("
        rest = rest.dropFirst()
        continue
      }
      rest = rest.drop { $0 != ")" }.dropFirst()
      if rest.first == "." { rest = rest.dropFirst() }
    }
    return result + rest
  }
}

extension GraphDescription.Node {
  /// Creates the node of the graph description that represents a registration.
  init(_ id: String, _ node: Outline.Node) {
    let registration = node.registration
    let keys = registration.locator.keys.map { KeyText($0) }
    let place = GraphDescription.Place(registration.location)
    // `#fileID` begins with the module; `#filePath` begins with a slash and has no module.
    let module = place.flatMap { place -> String? in
      guard let slash = place.file.firstIndex(of: "/"), slash > place.file.startIndex else {
        return nil
      }
      return String(place.file[..<slash])
    }
    self.init(
      id: id, kind: registration.isDecoration ? .decorator : .registration,
      locator: keys[0].locator, keys: keys.map(\.key), label: keys[0].label,
      product: KeyText.text(of: registration.producedType), scope: "\(registration.scope.kind)",
      isEager: registration.isEager, module: module, place: place, isLive: node.isLive,
      creationSeconds: node.creation?.inSeconds,
      isComplete: registration.edges != nil)
  }
}

extension GraphDescription.Place {
  /// Converts a source location of the engine to a public one; `nil` if the location is unknown.
  init?(_ location: SourceLocation) {
    if location == .unknown { return nil }
    self.init(file: location.file, line: Int(location.line))
  }
}

extension GraphDescription.Edge.Demand {
  /// Converts, from the engine's form to the public one, how many instances a request needs:
  /// exactly one, one or `nil`, or all.
  init(_ demand: DeclaredEdge.Demand) {
    self =
      switch demand {
      case .one: .one
      case .oneOrNil: .optional
      case .all: .all
      }
  }
}
