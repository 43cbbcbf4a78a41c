internal import StitcherEngine

/// What was created in a container, for what, and how long it took.
///
/// ```swift
/// container.recordCreations()
/// start()
/// print(container.creationReport(slowerThan: .milliseconds(20)))
/// ```
public struct ContainerCreationReport: Sendable {
  /// The creations in the order of their ends, those that have failed included: what was created in
  /// a factory comes before what the factory creates.
  public let creations: [ContainerEvent]

  /// What counts as slow.
  @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
  public var threshold: Duration { span.duration }

  /// What counts as slow, in seconds.
  public var thresholdInSeconds: Double { span.inSeconds }

  /// What counts as slow.
  private let span: TimeSpan

  /// The creations, each with those that it has asked for.
  private let tree: CreationTree

  /// Describes what the engine has recorded in a container of a type.
  init(_ log: CreationLog?, in container: any Any.Type, threshold span: TimeSpan) {
    let entries = log?.entries ?? []
    creations = entries.map { ContainerEvent($0.creation, $0.error, in: container) }
    tree = CreationTree(entries)
    self.span = span
  }

  /// All creations that took longer themselves than the threshold says, the slowest first.
  public var slow: [ContainerEvent] {
    creations.filter { own($0) > span }.sorted { own($0) > own($1) }
  }

  /// Returns how long a creation took itself.
  private func own(_ creation: ContainerEvent) -> TimeSpan {
    creation.ownSpan ?? TimeSpan(nanoseconds: 0)
  }
}

extension ContainerCreationReport: CustomStringConvertible {
  /// A tree: what, how long, how long itself, where it is registered, and whether that was slow.
  public var description: String {
    tree.text(slowerThan: span) { $0.locator.text }
  }
}
