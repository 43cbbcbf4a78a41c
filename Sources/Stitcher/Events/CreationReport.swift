internal import StitcherEngine

/// A report of the creations in a graph: each instance, its requester and its duration.
///
/// ```swift
/// DependencyGraph.process.recordCreations()
/// start()
/// print(DependencyGraph.process.creationReport(slowerThan: .milliseconds(20)))
/// ```
public struct CreationReport: Sendable {
  /// All creations. Each one precedes the creations that its factory requested: see
  /// ``GraphEvent/Creation/requesterNumber``.
  public let all: [GraphEvent.Creation]

  /// The own duration above which a creation is called slow.
  @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
  public var threshold: Duration { span.duration }

  /// The own duration above which a creation is called slow, in seconds.
  public var thresholdInSeconds: Double { span.inSeconds }

  /// The own duration above which a creation is called slow.
  private let span: TimeSpan

  /// The creations that exceed the threshold, the slowest first. Nested creations are not counted.
  public var slow: [GraphEvent.Creation] {
    all.filter { $0.ownSpan > span }.sorted { $0.ownSpan > $1.ownSpan }
  }

  /// The creations as a tree, in which a creation is the parent of those that its factory
  /// requested.
  private let tree: CreationTree

  /// Describes creations of the engine.
  fileprivate init(_ tree: CreationTree, threshold span: TimeSpan) {
    self.tree = tree
    self.span = span
    all = tree.rows.map { GraphEvent.Creation($0.entry.creation, $0.entry.graphName) }
  }
}

extension CreationReport: CustomStringConvertible {
  /// The creations as an indented tree, with durations and places; slow ones are marked.
  public var description: String {
    tree.text(slowerThan: span) { GraphEvent.Subject($0).key }
  }
}

extension DependencyGraph {
  /// Starts recording the creations of this graph and its children. A second call does nothing.
  ///
  /// The injections of factories are recorded as well, for ``description(titled:)-swift.method``.
  /// Use it for a program's start or a test, and call ``stopRecordingCreations()`` afterwards.
  /// While recording is on, injections are slower, and all records are kept until the graph is
  /// deallocated.
  public func recordCreations() { graph.recordCreations(withNeeds: true) }

  /// Stops recording creations. ``creationReport(slowerThan:)`` still returns the recorded ones.
  public func stopRecordingCreations() { graph.stopRecordingCreations() }

  /// Returns a report of the recorded creations of this graph and its children; empty without
  /// ``recordCreations()``.
  ///
  /// - Parameter threshold: The duration above which a creation counts as slow, without nested
  ///   creations.
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
