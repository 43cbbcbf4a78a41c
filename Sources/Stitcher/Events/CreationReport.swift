internal import StitcherEngine

/// A report of the instances that a graph has created, with the requester and the duration of each
/// creation.
///
/// ```swift
/// DependencyGraph.process.recordCreations()
/// start()
/// print(DependencyGraph.process.creationReport(slowerThan: .milliseconds(20)))
/// ```
public struct CreationReport: Sendable {
  /// All creations of instances. A creation precedes its nested creations, which its factory
  /// requested. See ``GraphEvent/Creation/requesterNumber``.
  public let all: [GraphEvent.Creation]

  /// The number of seconds above which the report marks a creation as slow.
  package var thresholdInSeconds: Double { span.inSeconds }

  /// The duration above which the report marks a creation as slow. A creation's duration is
  /// compared without its nested creations.
  private let span: TimeSpan

  /// The creations that took longer than the threshold, the slowest first. A creation's duration is
  /// compared without its nested creations.
  public var slow: [GraphEvent.Creation] {
    all.filter { $0.ownSpan > span }.sorted { $0.ownSpan > $1.ownSpan }
  }

  /// The creations of instances as a tree. The children of a creation are the creations that its
  /// factory requested.
  private let tree: CreationTree

  /// Creates a report from the creations of instances that the engine has recorded.
  fileprivate init(_ tree: CreationTree, threshold span: TimeSpan) {
    self.tree = tree
    self.span = span
    all = tree.rows.map { GraphEvent.Creation($0.entry) }
  }
}

extension CreationReport: CustomStringConvertible {
  /// A text with the creations as an indented tree, with durations and source locations; slow ones
  /// are marked.
  public var description: String {
    tree.text(slowerThan: span) { GraphEvent.Subject($0).key }
  }
}

extension DependencyGraph {
  /// Starts recording the creations of instances in this graph and its children. If they are
  /// recorded already, the call does nothing.
  ///
  /// The injections of factories are recorded as well, for ``description(titled:)-swift.method``.
  /// Use it for a program's start or a test, and call ``stopRecordingCreations()`` afterwards.
  /// While recording is on, injections are slower, and all records are kept until the graph is
  /// deallocated.
  public func recordCreations() { graph.recordCreations(withNeeds: true) }

  /// Stops recording the creations of instances. ``creationReport(slowerThan:)`` still returns the
  /// creations that were recorded.
  public func stopRecordingCreations() { graph.stopRecordingCreations() }

  /// Returns a report of the recorded creations of this graph and its children. The report is empty
  /// unless ``recordCreations()`` was called.
  ///
  /// - Parameter threshold: The duration above which the report marks a creation as slow. The
  ///   durations of nested creations are subtracted first.
  /// - Complexity: O(*n*) in the number of creations.
  @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
  public func creationReport(slowerThan threshold: Duration) -> CreationReport {
    CreationReport(
      CreationTree(graph.recordedCreations?.entries ?? []), threshold: TimeSpan(threshold))
  }

  /// Returns a report of the recorded creations of this graph and its children, with the threshold
  /// for slow creations in seconds.
  ///
  /// - Parameter threshold: The number of seconds above which the report marks a creation as slow.
  ///   The durations of nested creations are subtracted first.
  /// - Complexity: O(*n*) in the number of creations.
  public func creationReport(slowerThanSeconds threshold: Double = 0.1) -> CreationReport {
    CreationReport(
      CreationTree(graph.recordedCreations?.entries ?? []),
      threshold: TimeSpan(seconds: threshold))
  }
}
