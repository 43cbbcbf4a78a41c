/// The *followers* of a graph: the child graphs whose snapshots include the snapshot of the graph.
///
/// A change of the graph, their parent, must invalidate the snapshots of these children.
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
  func add(_ child: Graph) { set(LockedWeakReference(child), for: child) }

  /// Removes a child graph from the followers. The `deinit` of the child calls this method.
  func remove(_ child: Graph) { set(nil, for: child) }

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

  /// Stores the given weak reference to a child graph. If the reference is `nil`, removes the child
  /// from the followers.
  private func set(_ reference: LockedWeakReference?, for child: Graph) {
    let position = child.bits.mixed(shift: UInt(UInt.bitWidth) - Self.partBits)
    parts[Int(bitPattern: position)].children.withLock { $0[ObjectIdentifier(child)] = reference }
  }
}
