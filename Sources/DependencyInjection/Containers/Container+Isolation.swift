public import StitcherEngine

extension Container: GraphLocalCopy {
  package var hostedGraph: Graph? { graph }

  /// Ends this graph-local copy when its isolated graph ends, and adds the teardowns of its shared
  /// instances to a collection.
  package func endWithGraph(_ pendingTeardowns: inout PendingTeardowns) {
    if graph.end(with: registry, &pendingTeardowns) { graph.notifyOfChange() }
  }

  /// The graph-local copy of the shared container in the current isolated graph, or the shared
  /// container itself.
  @inline(never)
  static var graphLocalCopyOfShared: Container {
    CurrentGraph.graphLocalCopy(of: processShared) { Container(standingFor: $0, in: $1) }
  }
}

extension AsyncContainer: GraphLocalCopy {
  package nonisolated var hostedGraph: Graph? { graph }

  /// Ends this graph-local copy when its isolated graph ends, and adds the teardowns of its shared
  /// instances to a collection.
  package nonisolated func endWithGraph(_ pendingTeardowns: inout PendingTeardowns) {
    if graph.end(with: registry, &pendingTeardowns) { graph.notifyOfChange() }
  }
}

/// Lets a graph of another module resolve dependencies from this container, but not from the
/// container's parents.
///
/// ```swift
/// DependencyGraph.attach(container)  // of the module Stitcher
/// ```
extension Container: RegistrationSource {
  /// The container's own registrations.
  public var _registry: EditableRegistry { registry }

  /// The container, which a graph retains once the container is attached to it, since the factories
  /// use the container.
  public var _owner: (any AnyObject & Sendable)? { self }
}

/// Lets a graph of another module resolve dependencies from this container, but not from the
/// container's parents.
///
/// ```swift
/// DependencyGraph.attach(container)  // of the module Stitcher
/// let mailer: Mailer = try await DependencyGraph.injectAsync()
/// ```
extension AsyncContainer: RegistrationSource {
  /// The container's own registrations.
  public nonisolated var _registry: EditableRegistry { registry }

  /// The container, which a graph retains once the container is attached to it, since the factories
  /// use the container.
  public nonisolated var _owner: (any AnyObject & Sendable)? { self }
}
