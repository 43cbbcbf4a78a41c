/// A registry with contents that never change: the direct registrations of one graph.
///
/// A graph does not have to be notified of changes of this registry, so the registry keeps no list
/// of graphs.
package final class FixedRegistry: Registry {
  package let current: (contents: RegistryContents, version: UInt64)

  package var isStale: Bool { false }

  package var isDirect: Bool { true }

  /// Creates a registry with the given registrations and decorators.
  package init(_ contents: RegistrationSet) { current = (.fixed(contents), 0) }

  package func attach(_ graph: Graph, version: UInt64, in change: UInt64) -> Bool { true }

  package func detach(
    _ graph: ObjectIdentifier, in change: UInt64, _ pendingTeardowns: inout PendingTeardowns
  ) {}
}
