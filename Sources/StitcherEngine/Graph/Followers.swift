/// The graphs whose snapshots are built on a graph's one, and which have to be told of its changes.
///
/// Requests come and go on all threads, each with a graph that is built on the same one. So this
/// has locks of its own, several of them: a child takes one of them, and no other lock of its
/// parent, unless that has to find out itself what it sees.
///
/// A child is added before it asks for its parent's snapshot, and a parent unpublishes that before
/// it tells its children. So who is added too late to be told does not find what has gone.
final class Followers: Sendable {
  /// Some of the children, by their addresses, in a cache line of their own.
  private struct Part: ~Copyable, Sendable {
    let children = Lock<[ObjectIdentifier: LockedWeakReference]>([:])
    let padding = (0, 0, 0, 0, 0)
  }

  /// The number of parts: a power of two, and this is the power.
  private static let partBits: UInt = 4

  /// The parts.
  private let parts = FixedBuffer(1 << Int(Followers.partBits)) { Part() }

  /// Starts without children.
  init() {}

  /// Adds a child, or does nothing if it is there. The caller holds it.
  func add(_ child: Graph) {
    withPart(of: child) { $0[ObjectIdentifier(child)] = LockedWeakReference(child) }
  }

  /// Takes a child out that is being released.
  func remove(_ child: Graph) { withPart(of: child) { $0[ObjectIdentifier(child)] = nil } }

  /// The children that somebody still holds.
  var all: [Graph] { collect { $0 } }

  /// Takes all children out; returns those that somebody still holds.
  func removeAll() -> [Graph] {
    collect { children in
      defer { children = [:] }
      return children
    }
  }

  /// Whether there is no child.
  var isEmpty: Bool {
    (0..<parts.count).allSatisfy { parts.with($0) { $0.children.withLock { $0.isEmpty } } }
  }

  /// Returns the children that a closure chooses from each part.
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

  /// Calls a closure with the part that a child belongs to.
  private func withPart(
    of child: Graph, _ body: (inout [ObjectIdentifier: LockedWeakReference]) -> Void
  ) {
    let position = child.bits.mixed(shift: UInt(UInt.bitWidth) - Self.partBits)
    parts.with(Int(bitPattern: position)) { $0.children.withLock { body(&$0) } }
  }
}
