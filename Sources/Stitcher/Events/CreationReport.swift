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

  /// Arranges creations, of which each ends after those that it has asked for.
  init(_ creations: [(creation: GraphEvent.Creation, error: (any Error)?)], threshold: Duration) {
    self.threshold = threshold
    let known = Set(creations.map(\.creation.number))
    var inner: [UInt64: [Node]] = [:]
    var roots: [Node] = []
    for (creation, error) in creations {
      let node = Node(
        creation: creation, error: error, inner: inner.removeValue(forKey: creation.number) ?? [])
      if let requester = creation.requesterNumber, known.contains(requester) {
        inner[requester, default: []].append(node)
      } else {
        roots.append(node)
      }
    }
    self.roots = roots
  }
}

extension CreationReport: CustomStringConvertible {
  /// A tree: what, how long, how long itself, where it is registered, and whether that was slow.
  public var description: String {
    var lines: [String] = []
    func add(_ node: Node, _ indent: String) {
      let creation = node.creation
      let own =
        node.inner.isEmpty ? "" : ", own \(creation.ownDuration.short)"
      let slow = creation.ownDuration > threshold ? ", slow" : ""
      let failed = node.error == nil ? "" : ", failed"
      lines.append(
        "\(indent)\(creation.dependency.key) \(creation.duration.short)\(own)\(slow)\(failed)"
          + " (\(creation.dependency.place))")
      for inner in node.inner { add(inner, indent + "  ") }
    }
    for root in roots { add(root, "") }
    return lines.isEmpty ? "Nothing was created." : lines.joined(separator: "\n")
  }
}

extension DependencyGraph {
  /// Begins to record what the graph creates, and those that are built on it. A second call does
  /// nothing.
  ///
  /// Meant for a start or a test: everything is kept until the graph goes, so stop it when that is
  /// over.
  public func recordCreations() { _ = recording }

  /// Records no more creations; ``creationReport(slowerThan:)`` goes on to return those that were.
  public func stopRecordingCreations() { (graph.recording as? CreationRecording)?.stop() }

  /// Returns what was created in this graph, and in those that are built on it, since
  /// ``recordCreations()`` was called; nothing if it was not.
  ///
  /// - Parameter threshold: From what time of its own a creation is called slow.
  /// - Complexity: O(*n*) in the number of creations.
  public func creationReport(slowerThan threshold: Duration = .milliseconds(100)) -> CreationReport
  {
    CreationReport((graph.recording as? CreationRecording)?.creations ?? [], threshold: threshold)
  }

  /// What records the graph's creations.
  private var recording: CreationRecording? {
    if let present = graph.recording { return present as? CreationRecording }
    let new = CreationRecording()
    guard graph.keep(recording: new) === new else { return nil }
    new.begin(in: graph)
    return new
  }
}

/// The creations of a graph, in the order of their ends.
private final class CreationRecording: Sendable {
  /// What has been recorded, and what records.
  private let state = Lock(State())

  /// What changes under the lock.
  private struct State {
    var creations: [(creation: GraphEvent.Creation, error: (any Error)?)] = []
    var watch: GraphWatch?
  }

  /// What has been recorded.
  var creations: [(creation: GraphEvent.Creation, error: (any Error)?)] {
    state.withLock { $0.creations }
  }

  /// Begins to record.
  func begin(in graph: Graph) {
    let watch = graph.watch { [weak self] record in
      switch GraphEvent(record) {
      case .created(let creation): self?.state.withLock { $0.creations.append((creation, nil)) }
      case .failed(let failure):
        self?.state.withLock { $0.creations.append((failure.creation, failure.error)) }
      case .waited, .released, .tornDown, .changed: break
      }
    }
    state.withLock { $0.watch = watch }
  }

  /// Stops.
  func stop() { state.withLock { $0.watch }?.cancel() }
}
