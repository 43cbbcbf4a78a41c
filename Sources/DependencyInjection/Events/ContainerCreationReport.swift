internal import StitcherEngine

/// A report of the creations in a container: each instance, its requester and its duration.
///
/// ```swift
/// container.recordCreations()
/// start()
/// print(container.creationReport(slowerThan: .milliseconds(20)))
/// ```
public struct ContainerCreationReport: Sendable {
  /// All creations in the order of their ends, including failed ones. The creations that a factory
  /// has requested precede its own.
  public let creations: [ContainerEvent]

  /// The duration above which a creation counts as slow; nested creations are excluded.
  @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
  public var threshold: Duration { span.duration }

  /// The same threshold in seconds.
  public var thresholdInSeconds: Double { span.inSeconds }

  private let span: TimeSpan

  /// The creations as a tree, in which a creation is the parent of those that its factory
  /// requested.
  private let tree: CreationTree

  /// Creates a report from recorded creations of the engine.
  init(_ log: CreationLog?, in container: any Any.Type, threshold span: TimeSpan) {
    let entries = log?.entries ?? []
    creations = entries.map { ContainerEvent($0.creation, $0.error, in: container) }
    tree = CreationTree(entries)
    self.span = span
  }

  /// The creations that exceed the threshold, the slowest first. Nested creations are not counted.
  public var slow: [ContainerEvent] {
    creations.filter { own($0) > span }.sorted { own($0) > own($1) }
  }

  /// Returns the duration of a creation without nested creations.
  private func own(_ creation: ContainerEvent) -> TimeSpan {
    creation.ownSpan ?? TimeSpan(nanoseconds: 0)
  }
}

extension ContainerCreationReport: CustomStringConvertible {
  /// The creations as an indented tree, with durations and places; slow ones are marked.
  public var description: String {
    tree.text(slowerThan: span) { $0.locator.text }
  }
}
