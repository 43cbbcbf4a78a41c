/// The creations of a graph, and of those that are built on it, in the order of their ends.
package final class CreationLog: Sendable {
  /// A creation, and how it has ended.
  package struct Entry: Sendable {
    /// The creation.
    package let creation: CreationRecord

    /// The name of the graph in which it was.
    package let graphName: String?

    /// Why it has failed; nil if it has not.
    package let error: (any Error)?
  }

  /// What has been recorded, and what records.
  private let state = Lock(State())

  /// What changes under the lock.
  private struct State {
    var entries: [Entry] = []
    /// By the identifiers of the two registrations.
    var needs: [[ObjectIdentifier]: (user: Registration, needed: Registration)] = [:]
    var watch: Cancellation?
  }

  /// What factories have injected, each once, with the registration of who has; no order.
  package var needs: [(user: Registration, needed: Registration)] {
    state.withLock { Array($0.needs.values) }
  }

  /// What has been recorded.
  ///
  /// In an array of its own: the thread sanitizer does not see that one that others have read is
  /// changed only when they have let go of it.
  package var entries: [Entry] { state.withLock { $0.entries.map { $0 } } }

  /// Begins to record.
  fileprivate func begin(in graph: Graph, withNeeds: Bool) {
    // Before the graph is watched, which has it be looked at anew.
    if withNeeds { graph.recordNeeds { [weak self] user, needed in self?.add(user, needed) } }
    let watch = graph.watch { [weak self] record in
      switch record.kind {
      case .created(let creation): self?.add(creation, record.graphName, nil)
      case .failed(let creation, let error): self?.add(creation, record.graphName, error)
      case .waited, .released, .tornDown, .changed: break
      }
    }
    state.withLock { $0.watch = watch }
  }

  /// Adds a creation.
  private func add(_ creation: CreationRecord, _ graphName: String?, _ error: (any Error)?) {
    state.withLock {
      $0.entries.append(Entry(creation: creation, graphName: graphName, error: error))
    }
  }

  /// Adds a need.
  private func add(_ user: Registration, _ needed: Registration) {
    if user === needed { return }
    state.withLock {
      $0.needs[[ObjectIdentifier(user), ObjectIdentifier(needed)]] = (user, needed)
    }
  }

  /// Stops.
  fileprivate func stop() { state.withLock { $0.watch }?.cancel() }
}

extension Graph {
  /// What was recorded in this graph; nil if nothing was.
  package var recordedCreations: CreationLog? { withState { $0.recording } }

  /// Records no more creations.
  package func stopRecordingCreations() {
    stopRecordingNeeds()
    recordedCreations?.stop()
  }

  /// Begins to record what the graph creates, and those that are built on it. A second call does
  /// nothing.
  ///
  /// - Parameter withNeeds: Whether it is noted what factories inject, too; then no injection takes
  ///   the quick way.
  package func recordCreations(withNeeds: Bool = false) {
    let log = CreationLog()
    let isFirst = withState { state in
      if state.recording != nil { return false }
      state.recording = log
      return true
    }
    if isFirst { log.begin(in: self, withNeeds: withNeeds) }
  }
}
