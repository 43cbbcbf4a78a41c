internal import StitcherEngine

/// What was created in a graph, for what, and how long it took.
///
/// ```swift
/// DependencyGraph.process.recordCreations()
/// start()
/// print(DependencyGraph.process.creationReport(slowerThan: .milliseconds(20)))
/// ```
public struct CreationReport: Sendable {
  /// A creation, with those that it has asked for.
  public struct Node: Sendable {
    /// The creation.
    public let creation: GraphEvent.Creation

    /// Why it has failed; nil if it has not.
    public let error: (any Error)?

    /// What was created in its factory, in order.
    public let inner: [Node]
  }

  /// What was created, in order, that no other creation has asked for.
  public let roots: [Node]

  /// What counts as slow.
  public let threshold: Duration

  /// All creations that took longer themselves than the threshold says, the slowest first.
  public var slow: [GraphEvent.Creation] {
    all.filter { $0.ownDuration > threshold }.sorted { $0.ownDuration > $1.ownDuration }
  }

  /// All creations, each before those that it has asked for.
  public var all: [GraphEvent.Creation] {
    func flattened(_ nodes: [Node]) -> [GraphEvent.Creation] {
      nodes.flatMap { [$0.creation] + flattened($0.inner) }
    }
    return flattened(roots)
  }

  /// The engine's creations.
  private let tree: CreationTree

  /// Describes creations of the engine.
  fileprivate init(_ tree: CreationTree, threshold: Duration) {
    var rows = tree.rows[...]
    /// Takes the creations of a depth off the rows, with those that they have asked for.
    func takeNodes(at depth: Int) -> [Node] {
      var nodes: [Node] = []
      while let row = rows.first, row.depth == depth {
        rows.removeFirst()
        let failed: (any Error)? = row.entry.error.map {
          $0 is CancellationError ? $0 : InjectionError.wrapping($0)
        }
        nodes.append(
          Node(
            creation: GraphEvent.Creation(row.entry.creation, row.entry.graphName),
            error: failed, inner: takeNodes(at: depth + 1)))
      }
      return nodes
    }
    self.tree = tree
    self.threshold = threshold
    roots = takeNodes(at: 0)
  }
}

extension CreationReport: CustomStringConvertible {
  /// A tree: what, how long, how long itself, where it is registered, and whether that was slow.
  public var description: String {
    tree.text(slowerThan: threshold) { GraphEvent.Subject($0).key }
  }
}

extension DependencyGraph {
  /// Begins to record what the graph creates, and those that are built on it. A second call does
  /// nothing.
  ///
  /// What factories inject is noted, too, for ``description(titled:)-swift.method``. Meant for a
  /// start or a test: everything is kept until the graph goes, and no injection takes the quick
  /// way, so stop it when that is over.
  public func recordCreations() { graph.recordCreations(withNeeds: true) }

  /// Records no more creations; ``creationReport(slowerThan:)`` goes on to return those that were.
  public func stopRecordingCreations() { graph.stopRecordingCreations() }

  /// Returns what was created in this graph, and in those that are built on it, since
  /// ``recordCreations()`` was called; nothing if it was not.
  ///
  /// - Parameter threshold: From what time of its own a creation is called slow.
  /// - Complexity: O(*n*) in the number of creations.
  public func creationReport(slowerThan threshold: Duration = .milliseconds(100)) -> CreationReport
  {
    CreationReport(
      CreationTree(graph.recordedCreations?.entries ?? []), threshold: threshold)
  }
}
