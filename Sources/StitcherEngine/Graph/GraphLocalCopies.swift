public import CStitcherThread

/// An object that exists once in the process and once more in each isolated graph, as a copy.
///
/// Examples are a container, a map and a context.
///
/// The copy in an isolated graph starts with the contents of the outer object, and has its own
/// instances. It is created at the first use, and kept until the graph ends or is deallocated.
package protocol GraphLocalCopy: AnyObject, Sendable {
  /// Releases the contents of this copy when the isolated graph that owns it ends or is
  /// deallocated.
  ///
  /// Called once, outside every lock.
  ///
  /// - Parameter pendingTeardowns: Collects the teardowns of the evicted instances.
  func endWithGraph(_ pendingTeardowns: inout PendingTeardowns)

  /// The graph that belongs to this copy; `nil` if the copy has no graph.
  ///
  /// Observers of the isolated graph observe this graph, too.
  var hostedGraph: Graph? { get }
}

extension GraphLocalCopy {
  /// `nil`: by default, a graph-local copy has no graph of its own.
  package var hostedGraph: Graph? { nil }
}

/// A process-wide object (the original) and its copy in an isolated graph.
///
/// The original is retained, so that no other object gets its address.
typealias GraphLocalCopyEntry = (original: any GraphLocalCopy, graphLocalCopy: any GraphLocalCopy)

extension CurrentGraph {
  /// Whether the current graph may be isolated: the program has created an isolated graph before.
  ///
  /// Without isolated graphs, there are no graph-local copies.
  @inlinable
  @inline(__always)
  package static var mayBeIsolated: Bool { stitcher_isolation_exists() }

  /// The nearest isolated graph among the current graph and its ancestors; `nil` if there is none.
  ///
  /// - Complexity: O(*n*) in the number of ancestors, plus that of ``unretained``.
  @inline(never)
  package static var isolated: Graph? {
    mayBeIsolated ? unretained?.with { $0.nearestIsolated } : nil
  }

  /// Returns the current isolated graph's copy of the given object, or the object itself outside
  /// isolated graphs.
  ///
  /// The current isolated graph is ``isolated``. A missing copy is created.
  ///
  /// - Parameters:
  ///   - original: The object that exists once in the process.
  ///   - make: Creates a copy for an isolated graph, given the copy in the next outer isolated
  ///     graph, or the original. Called outside every lock. If several threads create a copy, the
  ///     first copy is kept.
  /// - Complexity: O(1) until an isolated graph was created; then that of ``isolated``, plus O(*n*)
  ///   in the number of the isolated graph's copies, which are few.
  package static func graphLocalCopy<Object: GraphLocalCopy>(
    of original: Object, _ make: (Object, GraphReference) -> Object
  ) -> Object {
    isolated?.graphLocalCopy(of: original, make) ?? original
  }
}

extension Graph {
  /// The nearest isolated graph among this graph and its ancestors; `nil` if there is none.
  var nearestIsolated: Graph? { lineage.first(where: \.isIsolated) }

  /// Returns this isolated graph's own copy of the given object. Creates the copy if there is none.
  ///
  /// An ended graph keeps no copy: each call creates a copy that has ended as well.
  fileprivate func graphLocalCopy<Object: GraphLocalCopy>(
    of original: Object, _ make: (Object, GraphReference) -> Object
  ) -> Object {
    func present(in state: borrowing State) -> Object? {
      // Safe: all copies of one object are created by the same call, so they have the same type.
      state.graphLocalCopies.first { $0.original === original }.map {
        UnretainedReference<AnyObject>($0.graphLocalCopy).cast(to: Object.self).object
      }
    }
    if let present = withState({ present(in: $0) }) { return present }
    let outer = parent?.nearestIsolated?.graphLocalCopy(of: original, make) ?? original
    let new = make(outer, reference)
    let (kept, hasEnded) = withState { state in
      if let present = present(in: state) { return (present, false) }
      if !state.hasEnded { state.graphLocalCopies.append((original, new)) }
      return (new, state.hasEnded)
    }
    if hasEnded { PendingTeardowns.collect { new.endWithGraph(&$0) } }
    return kept
  }

  /// The graphs that belong to the graph-local copies of this isolated graph or its isolated
  /// descendants.
  var hostedGraphs: [Graph] {
    root.isolatedGraphs.filter { $0 === self || $0.isBuilt(on: self) }
      .flatMap { $0.withState { $0.graphLocalCopies } }.compactMap(\.graphLocalCopy.hostedGraph)
  }

  /// Runs an operation while the *host*, the isolated graph that owns this graph, is the current
  /// graph.
  ///
  /// Factories then resolve in the isolated graph, on any thread. If no isolated graph owns this
  /// graph, the current graph does not change.
  package func runInHost<Result>(_ operation: () throws -> Result) rethrows -> Result {
    guard let host else { return try operation() }
    return try host.run(operation)
  }
}
