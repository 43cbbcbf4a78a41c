internal import StitcherEngine

/// An observable counter of the changes of a graph.
@MainActor
package final class GraphVersion {
  /// The counter of the changes of the process graph.
  package static let shared = GraphVersion(of: .process)

  /// The number of the graph's changes so far. It is incremented shortly after a change; changes in
  /// quick succession count as one.
  package var number: Int {
    changes.access()
    return count
  }

  /// The stored value of the property ``number``.
  private var count = 0

  /// The object that notifies views that have read ``number``.
  private let changes = ObservedChanges()

  /// The subscription to the changes of the graph.
  private var subscription: Cancellation?

  /// Whether an increment of ``number`` is scheduled.
  private let isPending = Lock(false)

  /// Creates a counter of the changes of a graph and its parents.
  package init(of graph: DependencyGraph) {
    subscription = graph.graph.allChanges.subscribe { [weak self] in self?.change() }
  }

  /// Schedules an increment of ``number``, unless an increment is already scheduled.
  ///
  /// The increment runs later, since a view that is being drawn may have made the change.
  private nonisolated func change() {
    let isFirst = isPending.withLock { isPending in
      defer { isPending = true }
      return !isPending
    }
    guard isFirst else { return }
    Task { @MainActor [weak self] in self?.grow() }
  }

  /// Increments ``number`` once for all changes of the graph so far.
  private func grow() {
    isPending.withLock { $0 = false }
    changes.change { count += 1 }
  }
}
