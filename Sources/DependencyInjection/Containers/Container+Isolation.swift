public import StitcherEngine

extension Container: GraphLocalCopy {
  /// The container's graph.
  package var hostedGraph: Graph? { graph }

  /// Ends the container, and with it all shared instances.
  package func endWithGraph(_ pendingTeardowns: inout PendingTeardowns) {
    if graph.end(with: registry, &pendingTeardowns) { graph.tellOfChange() }
  }

  /// What stands for the shared container where the caller runs.
  @inline(never)
  static var counterpartOfShared: Container {
    CurrentGraph.graphLocalCopy(of: processShared) { Container(standingFor: $0, in: $1) }
  }
}

extension AsyncContainer: GraphLocalCopy {
  /// The container's graph.
  package nonisolated var hostedGraph: Graph? { graph }

  /// Ends the container, and with it all shared instances.
  package nonisolated func endWithGraph(_ pendingTeardowns: inout PendingTeardowns) {
    if graph.end(with: registry, &pendingTeardowns) { graph.tellOfChange() }
  }
}

/// Another front end can find a container's own registrations, but not those of its parents.
///
/// ```swift
/// DependencyGraph.attach(container)  // of the module Stitcher
/// ```
extension Container: RegistrationSource {
  /// The registrations.
  public var _registry: EditableRegistry { registry }

  /// The container, which factories need.
  public var _owner: (any AnyObject & Sendable)? { self }
}

/// Another front end can find a container's own registrations, but not those of its parents.
///
/// ```swift
/// DependencyGraph.attach(container)  // of the module Stitcher
/// let mailer: Mailer = try await DependencyGraph.injectAsync()
/// ```
extension AsyncContainer: RegistrationSource {
  /// The registrations.
  public nonisolated var _registry: EditableRegistry { registry }

  /// The container, which factories need.
  public nonisolated var _owner: (any AnyObject & Sendable)? { self }
}
