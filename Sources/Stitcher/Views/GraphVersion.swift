internal import Observation
internal import StitcherEngine

/// An observable counter of a graph's changes.
@MainActor
@Observable
package final class GraphVersion {
  /// The counter for the graph of the process.
  package static let shared = GraphVersion(of: .process)

  /// The number of changes. It grows soon after a change; several changes in a row may count as
  /// one.
  package private(set) var number = 0

  /// The subscription to the graph's changes.
  @ObservationIgnored private var subscription: SignalSubscription<Void>?

  /// Whether an increment of the number is scheduled.
  @ObservationIgnored private let isPending = Lock(false)

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
    number += 1
  }
}
