// The fields of the JSON schema. They are sorted by name, like the output of a `JSONEncoder` that
// sorts keys.

extension GraphDescription {
  /// The description as JSON.
  var fields: JSONValue {
    .object([
      ("edges", .list(edges.map(\.json))), ("nodes", .list(nodes.map(\.json))),
      ("problems", .list(problems.map(\.json))), ("title", .text(title)),
      ("version", .number("\(version)")),
    ])
  }

  /// Creates a description from JSON.
  init(_ json: JSONReader) throws(JSONReader.Failure) {
    let version = try json.field("version").integer()
    self.init(title: try json.field("title").text(), nodes: [], edges: [])
    self.version = version
    nodes = try json.field("nodes").list(Node.init)
    edges = try json.field("edges").list(Edge.init)
    problems = try json.field("problems").list(Problem.init)
  }
}

extension GraphDescription.Place {
  /// The source location as JSON.
  fileprivate var json: JSONValue {
    .object(
      (column.map { [("column", .number("\($0)"))] } ?? [])
        + [("file", .text(file)), ("line", .number("\(line)"))])
  }

  /// Creates a source location from JSON.
  fileprivate init(_ json: JSONReader) throws(JSONReader.Failure) {
    file = try json.field("file").text()
    line = try json.field("line").integer()
    column = try json.optional("column")?.integer()
  }
}

extension GraphDescription.Node {
  /// The node as JSON.
  fileprivate var json: JSONValue {
    var fields: [(name: String, value: JSONValue)] = []
    if let container { fields.append(("container", .text(container))) }
    // JSON has no representation of infinity and NaN.
    if let creationSeconds, creationSeconds.isFinite {
      let digits = "\(creationSeconds)"
      let number = digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits
      fields.append(("creationSeconds", .number(number)))
    }
    fields.append(("id", .text(id)))
    fields.append(("isComplete", .boolean(isComplete)))
    fields.append(("isEager", .boolean(isEager)))
    if let isLive { fields.append(("isLive", .boolean(isLive))) }
    fields.append(("keys", .list(keys.map { .text($0) })))
    fields.append(("kind", .text(kind.rawValue)))
    fields.append(("label", .text(label)))
    fields.append(("locator", .text(locator.rawValue)))
    if let module { fields.append(("module", .text(module))) }
    if let place { fields.append(("place", place.json)) }
    if let product { fields.append(("product", .text(product))) }
    fields.append(("scope", .text(scope)))
    return .object(fields)
  }

  /// Creates a node from JSON.
  fileprivate init(_ json: JSONReader) throws(JSONReader.Failure) {
    id = try json.field("id").text()
    kind = try json.field("kind").word(Kind.self)
    locator = try json.field("locator").word(Locator.self)
    keys = try json.field("keys").list { key throws(JSONReader.Failure) in try key.text() }
    label = try json.field("label").text()
    product = try json.optional("product")?.text()
    scope = try json.field("scope").text()
    isEager = try json.field("isEager").boolean()
    module = try json.optional("module")?.text()
    if let place = try json.optional("place") { self.place = try .init(place) }
    container = try json.optional("container")?.text()
    isLive = try json.optional("isLive")?.boolean()
    creationSeconds = try json.optional("creationSeconds")?.number()
    isComplete = try json.field("isComplete").boolean()
  }
}

extension GraphDescription.Edge {
  /// The edge as JSON.
  fileprivate var json: JSONValue {
    .object(
      [
        ("demand", .text(demand.rawValue)),
        ("evidence", .list(evidence.map { .text($0.rawValue) })), ("from", .text(from)),
        ("isLazy", .boolean(isLazy)),
      ] + (place.map { [("place", $0.json)] } ?? []) + [("to", .text(to))])
  }

  /// Creates an edge from JSON.
  fileprivate init(_ json: JSONReader) throws(JSONReader.Failure) {
    from = try json.field("from").text()
    to = try json.field("to").text()
    evidence = try json.field("evidence").list { word throws(JSONReader.Failure) in
      try word.word(Evidence.self)
    }
    demand = try json.field("demand").word(Demand.self)
    isLazy = try json.field("isLazy").boolean()
    if let place = try json.optional("place") { self.place = try .init(place) }
  }
}

extension GraphDescription.Problem {
  /// The problem as JSON.
  fileprivate var json: JSONValue {
    .object(
      [
        ("kind", .text(kind)), ("message", .text(message)),
        ("nodes", .list(nodes.map { .text($0) })),
      ] + (place.map { [("place", $0.json)] } ?? []) + [
        ("remedy", .text(remedy)), ("severity", .text(severity.rawValue)),
      ])
  }

  /// Creates a problem from JSON.
  fileprivate init(_ json: JSONReader) throws(JSONReader.Failure) {
    severity = try json.field("severity").word(Severity.self)
    kind = try json.field("kind").text()
    message = try json.field("message").text()
    remedy = try json.field("remedy").text()
    if let place = try json.optional("place") { self.place = try .init(place) }
    nodes = try json.field("nodes").list { node throws(JSONReader.Failure) in try node.text() }
  }
}
