internal import StitcherObservation

/// Keeps a container active for one user of it, such as a view; with the last user,
/// it is deactivated.
@MainActor
package final class ContainerUse {
  /// How many users each container has.
  private static var counts: [DependencyContainer.ID: Int] = [:]

  /// The container that is kept active; nil before the first use.
  package private(set) var container: DependencyContainer?

  /// Uses no container yet.
  package nonisolated init() {}

  deinit {
    guard let container else { return }
    if MainQueue.isCurrent {
      MainActor.assumeIsolated { Self.end(container) }
    } else {
      Task { @MainActor in Self.end(container) }
    }
  }

  /// Uses a container instead of the one before, which is deactivated first unless somebody
  /// else uses it.
  package func use(_ new: DependencyContainer) {
    guard container !== new else { return }
    if let container { Self.end(container) }
    container = new
    Self.begin(new)
  }

  /// Uses a container that is made now, if there is none yet.
  package func use(_ make: () -> DependencyContainer) {
    if container == nil { use(make()) }
  }

  /// Uses a container instead of all that are active, if it does not do so yet.
  package func useOnly(_ new: DependencyContainer) {
    guard container !== new else { return }
    DependencyGraph.deactivateAll()
    Self.counts = [:]
    container = new
    Self.begin(new)
  }

  /// Adds a user.
  private static func begin(_ container: DependencyContainer) {
    counts[container.id, default: 0] += 1
    // What is eager may lead back here.
    if counts[container.id] == 1 { DependencyGraph.activate(container) }
  }

  /// Takes a user away.
  private static func end(_ container: DependencyContainer) {
    guard let count = counts[container.id] else { return }
    counts[container.id] = count == 1 ? nil : count - 1
    if count == 1 { DependencyGraph.deactivate(container) }
  }
}
