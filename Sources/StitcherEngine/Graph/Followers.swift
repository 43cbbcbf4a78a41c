/// The child graphs whose snapshots include the snapshot of their parent.
///
/// A change of the parent must invalidate the snapshots of these children.
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

  /// A subset of the children, with a lock of its own.
  private final class Part: Sendable {
    let children = Lock<Children>([:])
  }

  /// The binary logarithm of the number of subsets into which the children are distributed.
  private static let partBits: UInt = 4

  private let parts = (0..<1 << Followers.partBits).map { _ in Part() }

  /// Adds a child graph. Does nothing if the collection contains the child already.
  ///
  /// The caller retains the child.
  func add(_ child: Graph) { set(LockedWeakReference(child), for: child) }

  /// Removes a child that is being deallocated.
  func remove(_ child: Graph) { set(nil, for: child) }

  /// The children that are still alive.
  var all: [Graph] { children(removing: false) }

  /// Returns the children that are still alive, and removes them if asked to.
  func children(removing isRemoving: Bool) -> [Graph] {
    parts.flatMap { part in
      part.children.withLock { children -> [Graph] in
        if children.isEmpty { return [] }
        defer { if isRemoving { children = [:] } }
        return children.values.compactMap { $0.object(as: Graph.self) }
      }
    }
  }

  /// Whether the collection contains no children.
  var isEmpty: Bool { parts.allSatisfy { $0.children.withLock { $0.isEmpty } } }

  /// Sets the reference to a child in the subset that contains the child.
  private func set(_ reference: LockedWeakReference?, for child: Graph) {
    let position = child.bits.mixed(shift: UInt(UInt.bitWidth) - Self.partBits)
    parts[Int(bitPattern: position)].children.withLock { $0[ObjectIdentifier(child)] = reference }
  }
}
