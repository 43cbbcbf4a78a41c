internal import StitcherEngine

/// How often a graph has changed, for those who observe it.
@MainActor
package final class GraphVersion {
  /// The version of the graph of the process.
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
  private var subscription: SignalSubscription<Void>?

  /// Whether the number is going to grow.
  private let isPending = Lock(false)

  /// Begins to count the changes of a graph, and of those that it is built on.
  package init(of graph: DependencyGraph) {
    subscription = graph.graph.allChanges.subscribe { [weak self] in self?.change() }
  }

  /// Has the number grow: later, since the change may have been made by a view that is being drawn.
  private nonisolated func change() {
    let isFirst = isPending.withLock { isPending in
      defer { isPending = true }
      return !isPending
    }
    guard isFirst else { return }
    Task { @MainActor [weak self] in self?.grow() }
  }

  /// Counts the changes so far.
  private func grow() {
    isPending.withLock { $0 = false }
    changes.change { count += 1 }
  }
}
