public import StitcherDescription

extension GraphDescription {
  /// Creates a description from JSON. Unknown fields are ignored.
  ///
  /// ```swift
  /// let text = description.json()
  /// let same = try GraphDescription(json: text)
  /// ```
  ///
  /// The product `StitcherDrawing` declares this initializer. It may be called on any thread.
  ///
  /// - Parameter json: The text.
  /// - Throws: ``ReadingError`` if the text is not a description, or has another version of the
  ///   schema.
  /// - Complexity: O(*n*) in the length of the text.
  public init(json: String) throws {
    let json = JSONReader(try JSONParser.parse(json))
    // The version is read before all other fields, since another version may have other fields.
    let version = try json.field("version").integer()
    guard version == Self.currentVersion else { throw ReadingError(foundVersion: version) }
    self.init(title: try json.field("title").text(), nodes: [], edges: [])
    // The lists have the order of the text.
    nodes = try json.field("nodes").list(Node.init)
    edges = try json.field("edges").list(Edge.init)
    problems = try json.field("problems").list(Problem.init)
  }

  /// The error for a text that could not be read as a description.
  ///
  /// The product `StitcherDrawing` declares this type.
  public struct ReadingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A sentence that says where the JSON does not follow the schema; empty if the JSON has
    /// another version.
    var reason = ""

    /// The text's version of the schema, if this version is not supported; otherwise `nil`.
    public internal(set) var foundVersion: Int?

    /// The problem and a remedy, as text.
    public var description: String {
      if let foundVersion {
        "The description of the graph has version \(foundVersion) of the schema, and"
          + " \(GraphDescription.currentVersion) can be read here. Write it again with the same"
          + " release of Stitcher."
      } else {
        "This is not the description of a graph: \(reason) Write one with 'json()', or with"
          + " '--format json'."
      }
    }
  }
}

extension GraphDescription.Place {
  /// Creates a source location from JSON.
  fileprivate init(_ json: JSONReader) throws {
    try self.init(
      file: json.field("file").text(), line: json.field("line").integer(),
      column: json.optional("column")?.integer())
  }
}

extension GraphDescription.Node {
  /// Creates a node from JSON.
  fileprivate init(_ json: JSONReader) throws {
    try self.init(
      id: json.field("id").text(), kind: json.field("kind").word(),
      locator: json.field("locator").word(), keys: json.field("keys").list { try $0.text() },
      label: json.field("label").text(), product: json.optional("product")?.text(),
      scope: json.field("scope").text(), isEager: json.field("isEager").boolean(),
      module: json.optional("module")?.text(),
      place: json.optional("place").map(GraphDescription.Place.init),
      container: json.optional("container")?.text(), isLive: json.optional("isLive")?.boolean(),
      creationSeconds: json.optional("creationSeconds")?.number(),
      isComplete: json.field("isComplete").boolean())
  }
}

extension GraphDescription.Edge {
  /// Creates an edge from JSON.
  fileprivate init(_ json: JSONReader) throws {
    try self.init(
      from: json.field("from").text(), to: json.field("to").text(),
      evidence: json.field("evidence").list { try $0.word() }, demand: json.field("demand").word(),
      isLazy: json.field("isLazy").boolean(),
      place: json.optional("place").map(GraphDescription.Place.init))
  }
}

extension GraphDescription.Problem {
  /// Creates a problem from JSON.
  fileprivate init(_ json: JSONReader) throws {
    try self.init(
      severity: json.field("severity").word(), kind: json.field("kind").text(),
      message: json.field("message").text(), remedy: json.field("remedy").text(),
      place: json.optional("place").map(GraphDescription.Place.init),
      nodes: json.field("nodes").list { try $0.text() })
  }
}
