public import StitcherDescription

extension GraphDescription {
  /// The difference between two descriptions of a graph.
  ///
  /// Facts of one run are ignored: live instances, durations, and whether an edge was observed.
  /// Line numbers are ignored as well.
  ///
  /// The product `StitcherDrawing` declares this type.
  public struct Difference: Sendable, Hashable {
    /// A changed node, before and after.
    public struct Change: Sendable, Hashable {
      /// The node before the change.
      public var before: Node

      /// The node after the change.
      public var after: Node
    }

    /// The added nodes.
    public var addedNodes: [Node] = []

    /// The removed nodes.
    public var removedNodes: [Node] = []

    /// The changed nodes.
    public var changedNodes: [Change] = []

    /// The added edges. An edge with a changed demand or laziness counts as removed and added.
    public var addedEdges: [Edge] = []

    /// The removed edges. An edge with a changed demand or laziness counts as removed and added.
    public var removedEdges: [Edge] = []

    /// The added problems.
    public var addedProblems: [Problem] = []

    /// The removed problems.
    public var removedProblems: [Problem] = []

    /// Whether the two descriptions are the same.
    public var isEmpty: Bool { self == Difference() }

    /// Creates an empty difference.
    init() {}
  }

  /// Returns the difference between this description and an earlier one of the same program.
  ///
  /// ```swift
  /// print(after.difference(from: before).text)
  /// ```
  ///
  /// The product `StitcherDrawing` declares this function. It may be called on any thread.
  ///
  /// - Parameter earlier: The earlier description.
  /// - Returns: The difference. Each list is sorted as in the description that contains its
  ///   elements.
  /// - Complexity: O(*n* + *e*) in the numbers of nodes and edges of both.
  public func difference(from earlier: GraphDescription) -> Difference {
    var difference = Difference()
    let (old, new) = (earlier.positionsByID, positionsByID)
    for node in nodes {
      guard let position = old[node.id] else {
        difference.addedNodes.append(node)
        continue
      }
      let before = earlier.nodes[position]
      if !before.differences(to: node).isEmpty {
        difference.changedNodes.append(.init(before: before, after: node))
      }
    }
    difference.removedNodes = earlier.nodes.filter { new[$0.id] == nil }
    let (oldEdges, newEdges) = (Set(earlier.edges.map(\.needs)), Set(edges.map(\.needs)))
    difference.addedEdges = edges.filter { !oldEdges.contains($0.needs) }
    difference.removedEdges = earlier.edges.filter { !newEdges.contains($0.needs) }
    let (oldProblems, newProblems) = (
      Set(earlier.problems.map(\.subject)), Set(problems.map(\.subject))
    )
    difference.addedProblems = problems.filter { !oldProblems.contains($0.subject) }
    difference.removedProblems = earlier.problems.filter { !newProblems.contains($0.subject) }
    return difference
  }
}

extension GraphDescription.Difference {
  /// The difference as JSON. Nodes, edges and problems have the same fields as in a description.
  package var json: String {
    let changes = changedNodes.map { change in
      JSONText.object(["after": change.after.json, "before": change.before.json])
    }
    return JSONText.object([
      "addedEdges": JSONText.list(addedEdges.map(\.json)),
      "addedNodes": JSONText.list(addedNodes.map(\.json)),
      "addedProblems": JSONText.list(addedProblems.map(\.json)),
      "changedNodes": JSONText.list(changes),
      "removedEdges": JSONText.list(removedEdges.map(\.json)),
      "removedNodes": JSONText.list(removedNodes.map(\.json)),
      "removedProblems": JSONText.list(removedProblems.map(\.json)),
    ])
  }
}

extension GraphDescription.Difference: CustomStringConvertible {
  /// The difference as text. As in a patch, each line begins with `+`, `-` or, for a changed node,
  /// `~`.
  public var description: String { text }

  /// The difference as text, with a line break at its end. As in a patch, each line begins with
  /// `+`, `-` or, for a changed node, `~`.
  ///
  /// A pull request can show the text in a code block of the language `diff`.
  public var text: String {
    if isEmpty { return "The graph is the same.\n" }
    var lines: [String] = []
    func add(_ title: String, _ parts: [(sign: String, texts: [String])]) {
      let counts = zip(["added", "removed", "changed"], parts).filter { !$1.texts.isEmpty }
        .map { "\($1.texts.count) \($0)" }
      if counts.isEmpty { return }
      lines.append("\(title): \(counts.joined(separator: ", "))")
      for part in parts { lines += part.texts.map { "\(part.sign) \($0)" } }
    }
    add(
      "Dependencies",
      [
        ("+", addedNodes.map(\.line)), ("-", removedNodes.map(\.line)),
        (
          "~",
          changedNodes.map { change in
            let what = change.before.differences(to: change.after).joined(separator: ", ")
            return "\(change.after.id): \(what)"
          }
        ),
      ])
    add("Needs", [("+", addedEdges.map(\.line)), ("-", removedEdges.map(\.line))])
    add("Problems", [("+", addedProblems.map(\.line)), ("-", removedProblems.map(\.line))])
    return lines.map { GraphDescription.line($0) }.joined(separator: "\n") + "\n"
  }
}

extension GraphDescription.Node {
  /// The node as a text of one line.
  fileprivate var line: String {
    let facts = [subtitle, place.map { "\($0)" } ?? ""].filter { !$0.isEmpty }
    return facts.isEmpty ? id : "\(id) (\(facts.joined(separator: ", ")))"
  }

  /// Returns a text for each changed property of a node, with the old and the new value.
  fileprivate func differences(to later: Self) -> [String] {
    func list(_ texts: [String]) -> String { texts.joined(separator: ", ") }
    let pairs: [(name: String, before: String, after: String)] = [
      ("kind", kind.rawValue, later.kind.rawValue), ("found by", list(keys), list(later.keys)),
      ("locator", locator.rawValue, later.locator.rawValue),
      ("makes", product ?? "?", later.product ?? "?"), ("scope", scope, later.scope),
      ("eager", isEager ? "yes" : "no", later.isEager ? "yes" : "no"),
      ("module", module ?? "?", later.module ?? "?"),
      ("file", place?.file ?? "?", later.place?.file ?? "?"),
      ("container", container ?? "?", later.container ?? "?"),
      ("all needs known", isComplete ? "yes" : "no", later.isComplete ? "yes" : "no"),
    ]
    return pairs.filter { $0.before != $0.after }.map { "\($0.name) \($0.before) → \($0.after)" }
  }
}

extension GraphDescription.Edge {
  /// The edge without the properties that a comparison ignores.
  fileprivate var needs: Self {
    Self(from: from, to: to, evidence: [], demand: demand, isLazy: isLazy)
  }

  /// The edge as a text of one line.
  fileprivate var line: String {
    let facts: [String?] = [
      demand == .one ? nil : demand.rawValue, isLazy ? "lazy" : nil, place.map { "\($0)" },
    ]
    let known = facts.compactMap { $0 }
    return "\(from) → \(to)" + (known.isEmpty ? "" : " (\(known.joined(separator: ", ")))")
  }
}

extension GraphDescription.Problem {
  /// The problem without the properties that a comparison ignores. The message may contain line
  /// numbers, so it is compared only if the problem names no nodes.
  fileprivate var subject: Self {
    Self(
      severity: severity, kind: kind, message: nodes.isEmpty ? message : "", remedy: "",
      nodes: nodes)
  }

  /// The problem as a text of one line.
  fileprivate var line: String { "\(severity.rawValue) \(kind): \(message)" }
}
