internal import StitcherEngine

/// An observable counter of a graph's changes.
@MainActor
package final class GraphVersion {
  /// The counter for the graph of the process.
  package static let shared = GraphVersion(of: .process)

  /// The number, which grows a little after the graph has changed; changes that come
  /// together count once.
  package var number: Int {
    changes.access()
    return count
  }

  /// Stores the number.
  private var count = 0

  /// Notifies the views that have read the number.
  private let changes = ObservedChanges()

  /// Hears of the changes.
  private var subscription: Cancellation?

  /// Whether the number is going to grow.
  private let isPending = Lock(false)

  /// Creates a counter of the changes of a graph and its parents.
  package init(of graph: DependencyGraph) {
    subscription = graph.graph.allChanges.subscribe { [weak self] in self?.change() }
  }

  /// Schedules an increment, unless one is scheduled.
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

  /// Increments the number, which counts all changes so far.
  private func grow() {
    isPending.withLock { $0 = false }
    changes.change { count += 1 }
  }
}
