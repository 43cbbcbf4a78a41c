/// The *followers* of a graph: the child graphs that each change of the graph has to notify.
///
/// A child follows its parent from its first lookup that depends on the parent. A change of the
/// parent raises the versions of its followers, and invalidates their snapshots.
///
/// A server creates a child graph for each request, on all threads. So the children are distributed
/// over several parts, each with a lock. To add itself, a child takes the lock of one part, and no
/// other lock of its parent unless the parent has no published table.
///
/// A child adds itself before it reads the parent's snapshot. A change of the parent first removes
/// the snapshot, then invalidates the children. So a child that is added too late to be invalidated
/// reads the new snapshot.
final class Followers: Sendable {
  /// Weak references to child graphs, by the identity of the child.
  private typealias Children = [ObjectIdentifier: LockedWeakReference]

  /// A part of the followers, guarded by a lock of its own.
  private final class Part: Sendable {
    let children = Lock<Children>(.init())
  }

  /// The binary logarithm of the number of parts among which the followers are distributed.
  private static let partBits: UInt = 4

  private let parts = (0..<1 << Followers.partBits).map { _ in Part() }

  /// Adds a child graph to the followers. Does nothing if the child is a follower already.
  ///
  /// The caller retains the child.
  func add(_ child: Graph) { edit(child) { if $0 == nil { $0 = LockedWeakReference(child) } } }

  /// Removes a child graph from the followers. The `deinit` of the child calls this method.
  func remove(_ child: Graph) { edit(child) { $0 = nil } }

  /// Returns the followers that are still alive, and removes all of them if `isRemoving` is `true`.
  func children(removing isRemoving: Bool) -> [Graph] {
    parts.flatMap { part in
      part.children.withLock { children -> [Graph] in
        if children.isEmpty { return [] }
        defer { if isRemoving { children = .init() } }
        return children.values.compactMap { $0.object(as: Graph.self) }
      }
    }
  }

  /// Whether the graph has no followers.
  var isEmpty: Bool { parts.allSatisfy { $0.children.withLock { $0.isEmpty } } }

  /// Calls a closure with the weak reference to a child graph, which is `nil` if the child is no
  /// follower. Called under the lock of the child's part.
  private func edit(_ child: Graph, _ body: (inout LockedWeakReference?) -> Void) {
    let position = child.bits.mixed(shift: UInt(UInt.bitWidth) - Self.partBits)
    parts[Int(bitPattern: position)].children.withLock { body(&$0[ObjectIdentifier(child)]) }
  }
}
