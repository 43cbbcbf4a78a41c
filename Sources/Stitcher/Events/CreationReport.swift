internal import StitcherEngine

/// What was created in a graph, for what, and how long it took.
///
/// ```swift
/// DependencyGraph.process.recordCreations()
/// start()
/// print(DependencyGraph.process.creationReport(slowerThan: .milliseconds(20)))
/// ```
public struct CreationReport: Sendable {
  /// All creations, each before the creations that its factory has asked for. See
  /// ``GraphEvent/Creation/requesterNumber``.
  public let all: [GraphEvent.Creation]

  /// The own duration above which a creation is called slow.
  @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
  public var threshold: Duration { span.duration }

  /// The own duration above which a creation is called slow, in seconds.
  public var thresholdInSeconds: Double { span.inSeconds }

  /// The own duration above which a creation is called slow.
  private let span: TimeSpan

  /// The creations whose own duration exceeds the threshold, the slowest first.
  public var slow: [GraphEvent.Creation] {
    all.filter { $0.ownSpan > span }.sorted { $0.ownSpan > $1.ownSpan }
  }

  /// The creations, arranged by the factories that have asked for them.
  private let tree: CreationTree

  /// Describes creations of the engine.
  fileprivate init(_ tree: CreationTree, threshold span: TimeSpan) {
    self.tree = tree
    self.span = span
    all = tree.rows.map { GraphEvent.Creation($0.entry.creation, $0.entry.graphName) }
  }
}

extension CreationReport: CustomStringConvertible {
  /// A tree: what, how long, how long itself, where it is registered, and whether that was slow.
  public var description: String {
    tree.text(slowerThan: span) { GraphEvent.Subject($0).key }
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
  @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
  public func creationReport(slowerThan threshold: Duration) -> CreationReport {
    CreationReport(
      CreationTree(graph.recordedCreations?.entries ?? []), threshold: TimeSpan(threshold))
  }

  /// Returns the same; creations are called slow from a number of seconds of their own on.
  ///
  /// - Parameter threshold: From how many seconds of its own a creation is called slow.
  /// - Complexity: O(*n*) in the number of creations.
  public func creationReport(slowerThanSeconds threshold: Double = 0.1) -> CreationReport {
    CreationReport(
      CreationTree(graph.recordedCreations?.entries ?? []),
      threshold: TimeSpan(seconds: threshold))
  }
}
