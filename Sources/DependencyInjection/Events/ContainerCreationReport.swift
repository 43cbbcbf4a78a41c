internal import StitcherEngine

/// A report of the creations in a container: each instance, its requester and its duration.
///
/// ```swift
/// container.recordCreations()
/// start()
/// print(container.creationReport(slowerThan: .milliseconds(20)))
/// ```
public struct ContainerCreationReport: Sendable {
  /// All creations, including failed ones, in the order in which they ended. So a nested creation
  /// precedes the creation that requested it.
  public let creations: [ContainerEvent]

  /// The duration above which the report marks a creation as slow. The durations of nested
  /// creations are subtracted first.
  @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
  public var threshold: Duration { span.duration }

  /// The number of seconds above which the report marks a creation as slow. See ``threshold``.
  public var thresholdInSeconds: Double { span.inSeconds }

  private let span: TimeSpan

  /// The creations as a tree. The children of a creation are the creations that its factory
  /// requested.
  private let tree: CreationTree

  /// Creates a report from the creations that the container's graph has recorded, if any.
  init(_ log: CreationLog?, in container: any Any.Type, threshold span: TimeSpan) {
    let entries = log?.entries ?? []
    creations = entries.map { ContainerEvent($0, in: container) }
    tree = CreationTree(entries)
    self.span = span
  }

  /// The creations that took longer than the threshold, the slowest first. The durations of nested
  /// creations are subtracted first.
  public var slow: [ContainerEvent] {
    creations.filter { own($0) > span }.sorted { own($0) > own($1) }
  }

  /// Returns the duration of a creation minus the durations of its nested creations.
  private func own(_ creation: ContainerEvent) -> TimeSpan {
    creation.ownSpan ?? TimeSpan(nanoseconds: 0)
  }
}

extension ContainerCreationReport: CustomStringConvertible {
  /// The creations as an indented tree, with durations and source locations; slow ones are marked.
  public var description: String {
    tree.text(slowerThan: span) { $0.locator.text }
  }
}
