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
  ///
  /// The owner lives until the factory returns: the caller of the owner's method retains the owner,
  /// or a child container does. Any other container may lose its last strong reference while the
  /// factory runs. For example, an isolated graph releases its copy of the container when the graph
  /// ends. So the caller retains the container.
  ///
  /// - Parameter retained: Set to the container, unless the container is the graph's owner. The
  ///   caller keeps this reference until the factory returns.
  @inline(__always)
  func container<Arguments>(
    for arguments: ArgumentTuple<Arguments>, retained: inout Container?
  ) -> UnsafeMutablePointer<BorrowedContainer> {
    // Safe: only containers own a graph.
    if let owner = arguments.owner { return owner.cast(to: Container.self).with { $0.borrowed } }
    let container = container
    retained = container
    return container.borrowed
  }

  /// The container for a factory that runs without a graph, or in a graph without an owner.
  private var container: Container {
    if let graphLocalCopy, CurrentGraph.mayBeIsolated { return graphLocalCopy() }
    return UnretainedReference(bits: address.load(ordering: .acquiring)).object
  }
}

/// A container as the parameter of its factories.
///
/// Factories take it as an `any DependencyResolving`, which has the same layout. Since this type
/// cannot be copied, a call of a factory does not retain the container. A factory that stores its
/// parameter retains the container, as usual.
struct BorrowedContainer: ~Copyable {
  private let resolver: any DependencyResolving

  /// Copies the bytes of a container's `any DependencyResolving` to uninitialized memory, without
  /// retaining the container. The memory must not be deinitialized.
  static func store(_ container: Container, in memory: UnsafeMutablePointer<BorrowedContainer>) {
    withUnsafeBytes(of: container as any DependencyResolving) {
      precondition(
        $0.count == MemoryLayout<BorrowedContainer>.size, "The layouts of both types are equal.")
      UnsafeMutableRawPointer(memory).copyMemory(from: $0.baseAddress!, byteCount: $0.count)
    }
  }
}
