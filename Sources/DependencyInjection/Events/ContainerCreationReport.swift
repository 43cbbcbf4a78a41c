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
  public let threshold: Duration

  /// The creations as a tree, in which a creation is the parent of those that its factory
  /// requested.
  private let tree: CreationTree

  /// Creates a report from recorded creations of the engine.
  init(_ log: CreationLog?, in container: any Any.Type, threshold: Duration) {
    let entries = log?.entries ?? []
    creations = entries.map { ContainerEvent($0.creation, $0.error, in: container) }
    tree = CreationTree(entries)
    self.threshold = threshold
  }

  /// The creations that exceed the threshold, the slowest first. Nested creations are not counted.
  public var slow: [ContainerEvent] {
    creations.filter { own($0) > threshold }.sorted { own($0) > own($1) }
  }

  /// Returns the duration of a creation without nested creations.
  private func own(_ creation: ContainerEvent) -> Duration { creation.ownDuration ?? .zero }
}

extension ContainerCreationReport: CustomStringConvertible {
  /// The creations as an indented tree, with durations and places; slow ones are marked.
  public var description: String {
    tree.text(slowerThan: threshold) { $0.locator.text }
  }
}
