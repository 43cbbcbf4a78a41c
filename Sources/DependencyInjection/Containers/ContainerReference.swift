internal import StitcherEngine

/// A reference to a container, by which the container's factories find it.
///
/// Factories capture this reference and not the container, since the container retains its
/// factories.
final class ContainerReference: Sendable {
  /// The address of the container.
  private let address = AtomicBox<UInt>(0)

  /// Returns the container's copy that the current isolated graph uses.
  ///
  /// `nil` if all isolated graphs use the container itself.
  private let graphLocalCopy: (@Sendable () -> Container)?

  /// Creates a reference without a container. The container is set later.
  ///
  /// - Parameter graphLocalCopy: Returns the copy of the container for the current isolated graph;
  ///   `nil` if all isolated graphs use the container itself.
  init(graphLocalCopy: (@Sendable () -> Container)? = nil) { self.graphLocalCopy = graphLocalCopy }

  /// Makes the reference refer to the given container.
  ///
  /// The container's initializer calls this method.
  func refer(to container: Container) {
    address.store(UnretainedReference(container).bits, ordering: .releasing)
  }

  /// Returns the container for a factory that is called with the given arguments.
  ///
  /// This is the owner of the graph that creates the instance. If there is no such graph, or if it
  /// has no owner, it is the referenced container, or the container for the current isolated graph.
  /// The container lives as long as one of its factories runs.
  func container<Arguments>(for arguments: ArgumentTuple<Arguments>) -> Container {
    // Safe: only containers own a graph.
    if let owner = arguments.owner { return owner.cast(to: Container.self).object }
    if let graphLocalCopy, CurrentGraph.mayBeIsolated { return graphLocalCopy() }
    return UnretainedReference(bits: address.load(ordering: .acquiring)).object
  }
}
