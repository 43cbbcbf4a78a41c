/// The child graphs that a change of their parent invalidates, since they have built a snapshot on
/// the parent's snapshot.
///
/// A server creates a child graph for each request, on all threads. So the children are distributed
/// over several parts, each with a lock. To add itself, a child takes the lock of one part, and no
/// other lock of its parent unless the parent has no published table.
///
/// A child adds itself before it reads the parent's snapshot. A change of the parent first removes
/// the snapshot, then invalidates the children. So a child that is added too late to be invalidated
/// reads the new snapshot.
final class Followers: Sendable {
  /// Some of the children, by their addresses. The padding gives each part a cache line of its own.
  private struct Part: ~Copyable, Sendable {
    let children = Lock<[ObjectIdentifier: LockedWeakReference]>([:])
    let padding = (0, 0, 0, 0, 0)
  }

  /// The binary logarithm of the number of parts.
  private static let partBits: UInt = 4

  private let parts = FixedBuffer(1 << Int(Followers.partBits)) { Part() }

  /// Creates an empty collection.
  init() {}

  /// Adds a child, unless the collection contains the child already. The caller retains the child.
  func add(_ child: Graph) {
    withPart(of: child) { $0[ObjectIdentifier(child)] = LockedWeakReference(child) }
  }

  /// Removes a child that is being deallocated.
  func remove(_ child: Graph) { withPart(of: child) { $0[ObjectIdentifier(child)] = nil } }

  /// The children that are still alive.
  var all: [Graph] { collect { $0 } }

  /// Removes all children, and returns the children that are still alive.
  func removeAll() -> [Graph] {
    collect { children in
      defer { children = [:] }
      return children
    }
  }

  /// Whether the collection is empty.
  var isEmpty: Bool {
    (0..<parts.count).allSatisfy { parts.with($0) { $0.children.withLock { $0.isEmpty } } }
  }

  /// Returns the living children among those that a closure chooses from each part.
  private func collect(
    _ choose: (inout [ObjectIdentifier: LockedWeakReference]) -> [ObjectIdentifier:
      LockedWeakReference]
  ) -> [Graph] {
    var graphs: [Graph] = []
    for position in 0..<parts.count {
      graphs += parts.with(position) { part in
        part.children.withLock { children in
          if children.isEmpty { return [] }
          return choose(&children).values.compactMap { $0.object(as: Graph.self) }
        }
      }
    }
    return graphs
  }

  /// Calls a closure with the part to which a child belongs.
  private func withPart(
    of child: Graph, _ body: (inout [ObjectIdentifier: LockedWeakReference]) -> Void
  ) {
    let position = child.bits.mixed(shift: UInt(UInt.bitWidth) - Self.partBits)
    parts.with(Int(bitPattern: position)) { $0.children.withLock { body(&$0) } }
  }
}
