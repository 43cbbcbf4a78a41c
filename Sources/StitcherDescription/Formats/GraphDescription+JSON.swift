// The fields of the JSON schema are sorted by name, like the output of a `JSONEncoder` that sorts
// keys.

extension GraphDescription {
  /// Returns the description as JSON, in the version ``currentVersion`` of the schema.
  ///
  /// Keys are sorted and each value is on its own line. So equal descriptions have equal texts, and
  /// two versions of a program can be compared line by line. `GraphDescription(json:)` of the
  /// product `StitcherDrawing` reads the text. May be called on any thread.
  ///
  /// - Returns: The text, with a line break at its end.
  /// - Complexity: O(*n* + *e*) in the numbers of nodes and edges.
  @_alwaysEmitIntoClient
  public func json() -> String {
    JSONText.object([
      "edges": JSONText.list(edges.map(\.json)), "nodes": JSONText.list(nodes.map(\.json)),
      "problems": JSONText.list(problems.map(\.json)), "title": JSONText.string(title),
      "version": String(version),
    ]) + "\n"
  }
}

extension GraphDescription.Place {
  /// The source location as JSON.
  @_alwaysEmitIntoClient
  package var json: String {
    JSONText.object([
      "column": column.map { String($0) }, "file": JSONText.string(file), "line": String(line),
    ])
  }
}

extension GraphDescription.Node {
  /// The node as JSON.
  @_alwaysEmitIntoClient
  package var json: String {
    JSONText.object([
      "container": container.map(JSONText.string), "creationSeconds": seconds,
      "id": JSONText.string(id), "isComplete": String(isComplete), "isEager": String(isEager),
      "isLive": isLive.map { String($0) }, "keys": JSONText.list(keys.map(JSONText.string)),
      "kind": JSONText.string(kind.rawValue), "label": JSONText.string(label),
      "locator": JSONText.string(locator.rawValue), "module": module.map(JSONText.string),
      "place": place?.json, "product": product.map(JSONText.string),
      "scope": JSONText.string(scope),
    ])
  }

  /// The duration of the last creation in seconds, as JSON; `nil` if it is unknown, infinite or
  /// NaN, which JSON cannot represent.
  @_alwaysEmitIntoClient
  var seconds: String? {
    guard let creationSeconds, creationSeconds.isFinite else { return nil }
    let digits = String(creationSeconds)
    return digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits
  }
}

extension GraphDescription.Edge {
  /// The edge as JSON.
  @_alwaysEmitIntoClient
  package var json: String {
    JSONText.object([
      "demand": JSONText.string(demand.rawValue),
      "evidence": JSONText.list(evidence.map { JSONText.string($0.rawValue) }),
      "from": JSONText.string(from), "isLazy": String(isLazy), "place": place?.json,
      "to": JSONText.string(to),
    ])
  }
}

extension GraphDescription.Problem {
  /// The problem as JSON.
  @_alwaysEmitIntoClient
  package var json: String {
    JSONText.object([
      "kind": JSONText.string(kind), "message": JSONText.string(message),
      "nodes": JSONText.list(nodes.map(JSONText.string)), "place": place?.json,
      "remedy": JSONText.string(remedy), "severity": JSONText.string(severity.rawValue),
    ])
  }
}
