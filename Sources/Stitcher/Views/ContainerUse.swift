internal import StitcherObservation

/// Keeps a container active for one user of it, such as a view; with the last user,
/// it is deactivated. It is in the graph that was current when the use was made.
@MainActor
package final class ContainerUse {
  /// What is used: a container in a graph.
  private struct Use: Hashable, Sendable {
    /// The graph.
    let graph: DependencyGraph

    /// The container.
    let container: DependencyContainer

    static func == (one: Use, other: Use) -> Bool {
      one.graph === other.graph && one.container === other.container
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(ObjectIdentifier(graph))
      hasher.combine(ObjectIdentifier(container))
    }
  }

  /// How many users each container has in each graph.
  private static var counts: [Use: Int] = [:]

  /// The graph in which containers are active.
  private let graph = DependencyGraph.current

  /// The container that is kept active; nil before the first use.
  package private(set) var container: DependencyContainer?

  /// Uses no container yet.
  package nonisolated init() {}

  deinit {
    guard let container else { return }
    let use = Use(graph: graph, container: container)
    if MainQueue.isCurrent {
      MainActor.assumeIsolated { Self.end(use) }
    } else {
      Task { @MainActor in Self.end(use) }
    }
  }

  /// Uses a container instead of the one before, which is deactivated first unless somebody
  /// else uses it.
  package func use(_ new: DependencyContainer) {
    guard container !== new else { return }
    if let container { Self.end(Use(graph: graph, container: container)) }
    container = new
    Self.begin(Use(graph: graph, container: new))
  }

  /// Uses a container that is made now, if there is none yet.
  package func use(_ make: () -> DependencyContainer) {
    if container == nil { use(make()) }
  }

  /// Uses a container instead of all that are active, if it does not do so yet.
  package func useOnly(_ new: DependencyContainer) {
    guard container !== new else { return }
    graph.deactivateAll()
    Self.counts = Self.counts.filter { $0.key.graph !== graph }
    container = new
    Self.begin(Use(graph: graph, container: new))
  }

  /// Adds a user.
  private static func begin(_ use: Use) {
    counts[use, default: 0] += 1
    // What is eager may lead back here.
    if counts[use] == 1 { use.graph.activate(use.container) }
  }

  /// Takes a user away.
  private static func end(_ use: Use) {
    guard let count = counts[use] else { return }
    counts[use] = count == 1 ? nil : count - 1
    if count == 1 { use.graph.deactivate(use.container) }
  }
}
