extension GraphDescription {
  /// What a change adds to a graph, and what it removes.
  ///
  /// What only differs in a run (whether an instance is alive, how long its creation took, whether
  /// an edge was seen) or in lines of the source code is no difference.
  public struct Difference: Codable, Sendable, Hashable {
    /// A node before and after.
    public struct Change: Codable, Sendable, Hashable {
      /// The node as it was.
      public var before: Node

      /// The node as it is.
      public var after: Node
    }

    /// The nodes that are new.
    public var addedNodes: [Node] = []

    /// The nodes that are gone.
    public var removedNodes: [Node] = []

    /// The nodes that are not what they were.
    public var changedNodes: [Change] = []

    /// The edges that are new, or wanted in another number or at another time.
    public var addedEdges: [Edge] = []

    /// The edges that are gone, or were wanted in another number or at another time.
    public var removedEdges: [Edge] = []

    /// The problems that are new.
    public var addedProblems: [Problem] = []

    /// The problems that are gone.
    public var removedProblems: [Problem] = []

    /// Whether there is no difference.
    public var isEmpty: Bool { self == Difference() }

    /// Creates a difference in which there is nothing.
    init() {}
  }

  /// Returns what has changed since an earlier description of the same program.
  ///
  /// ```swift
  /// print(after.difference(from: before).text)
  /// ```
  ///
  /// May be called on any thread.
  ///
  /// - Parameter earlier: The description from before.
  /// - Returns: What is new, gone and changed, each in the order of the description that has it.
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
    let (oldKeys, newKeys) = (Set(earlier.problems.map(\.what)), Set(problems.map(\.what)))
    difference.addedProblems = problems.filter { !oldKeys.contains($0.what) }
    difference.removedProblems = earlier.problems.filter { !newKeys.contains($0.what) }
    return difference
  }
}

extension GraphDescription.Difference: CustomStringConvertible {
  /// The difference in lines that begin with `+`, `-` and `~`, as in a patch.
  public var description: String { text }

  /// The difference in lines that begin with `+`, `-` and `~`, as in a patch: it can stand in a
  /// pull request in a block of the language `diff`. Ends with a line break.
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
  /// The node in a line.
  fileprivate var line: String {
    let facts = [subtitle, place.map { "\($0)" } ?? ""].filter { !$0.isEmpty }
    return facts.isEmpty ? id : "\(id) (\(facts.joined(separator: ", ")))"
  }

  /// Returns what is not the same in the node as it is later, in words.
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
  /// What makes it another edge.
  fileprivate struct Needs: Hashable {
    let from: String
    let to: String
    let demand: Demand
    let isLazy: Bool
  }

  /// What makes it another edge.
  fileprivate var needs: Needs { Needs(from: from, to: to, demand: demand, isLazy: isLazy) }

  /// The edge in a line.
  fileprivate var line: String {
    let facts: [String?] = [
      demand == .one ? nil : demand.rawValue, isLazy ? "lazy" : nil, place.map { "\($0)" },
    ]
    let known = facts.compactMap { $0 }
    return "\(from) → \(to)" + (known.isEmpty ? "" : " (\(known.joined(separator: ", ")))")
  }
}

extension GraphDescription.Problem {
  /// What makes it another problem: what it is and where; its text may name lines.
  fileprivate struct What: Hashable {
    let severity: Severity
    let kind: String
    let nodes: [String]
    let message: String?
  }

  /// What makes it another problem.
  fileprivate var what: What {
    What(severity: severity, kind: kind, nodes: nodes, message: nodes.isEmpty ? message : nil)
  }

  /// The problem in a line.
  fileprivate var line: String { "\(severity.rawValue) \(kind): \(message)" }
}
