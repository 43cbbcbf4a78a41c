public import CStitcherThread

/// What a front end has once for the whole process, and once more in each isolated graph that uses
/// it: a map, a context, a container.
///
/// The one in an isolated graph, the counterpart, begins with what the outer one holds, and has
/// instances of its own. It is made when it is first asked for, and kept until the graph ends or
/// goes.
package protocol GraphLocalCopy: AnyObject, Sendable {
  /// Lets go of all that is held, since the graph has ended or gone. Called once, outside every
  /// lock.
  ///
  /// - Parameter endings: Gets what has to be torn down.
  func endWithGraph(_ pendingTeardowns: inout PendingTeardowns)

  /// The counterpart's graph, if it has one: who watches the isolated graph learns of it, too.
  var hostedGraph: Graph? { get }
}

extension GraphLocalCopy {
  /// No graph.
  package var hostedGraph: Graph? { nil }
}

/// A counterpart that an isolated graph keeps.
struct GraphLocalCopyEntry: Sendable {
  /// What it stands for. It is kept, so that no other object has its address.
  let original: any GraphLocalCopy

  /// What stands for it.
  let graphLocalCopy: any GraphLocalCopy
}

extension CurrentGraph {
  /// Whether an isolated graph was ever made: if not, every object stands for itself.
  @inlinable
  @inline(__always)
  package static var mayBeIsolated: Bool { stitcher_isolation_exists() }

  /// The isolated graph that is current, or the nearest one among the parents of the current graph;
  /// nil if there is none.
  ///
  /// - Complexity: O(*n*) in the number of the parents, and that of ``lent``.
  @inline(never)
  package static var isolated: Graph? {
    mayBeIsolated ? lent?.with { $0.nearestIsolated } : nil
  }

  /// Returns what stands for an object of the process where the caller runs: the object itself, or
  /// its counterpart in the isolated graph.
  ///
  /// - Parameters:
  ///   - original: The object of the process.
  ///   - make: Makes a counterpart of the one in the next outer isolated graph, or of the original,
  ///     for a graph. Called outside every lock. If several threads make one, the first one counts.
  /// - Complexity: O(1), but ``isolated`` once an isolated graph was made.
  package static func graphLocalCopy<Object: GraphLocalCopy>(
    of original: Object, _ make: (Object, GraphReference) -> Object
  ) -> Object {
    guard let isolated else { return original }
    return isolated.graphLocalCopy(of: original, make)
  }
}

extension Graph {
  /// The graph itself or the nearest of its parents that is isolated.
  var nearestIsolated: Graph? { lineage.first(where: \.isIsolated) }

  /// Returns what stands for an object of the process in this isolated graph. Once that has ended,
  /// nothing is kept: each call makes another one, which has ended, too.
  fileprivate func graphLocalCopy<Object: GraphLocalCopy>(
    of original: Object, _ make: (Object, GraphReference) -> Object
  ) -> Object {
    let id = ObjectIdentifier(original)
    if let present = withState({ $0.graphLocalCopies[id]?.graphLocalCopy }) {
      return UnretainedReference<AnyObject>(present).cast(to: Object.self).object
    }
    let outer = parent?.nearestIsolated?.graphLocalCopy(of: original, make) ?? original
    let new = make(outer, reference)
    let (graphLocalCopy, hasEnded) = withState { state -> (any GraphLocalCopy, Bool) in
      if let present = state.graphLocalCopies[id]?.graphLocalCopy { return (present, false) }
      if state.hasEnded { return (new, true) }
      state.graphLocalCopies[id] = GraphLocalCopyEntry(original: original, graphLocalCopy: new)
      return (new, false)
    }
    if hasEnded {
      var pendingTeardowns = PendingTeardowns()
      new.endWithGraph(&pendingTeardowns)
      pendingTeardowns.start()
    }
    // What stands for an object is made by the same call, so it is of the same type.
    return UnretainedReference<AnyObject>(graphLocalCopy).cast(to: Object.self).object
  }

  /// The graphs of the counterparts in this graph, or in isolated graphs that are built on it.
  var hostedGraphs: [Graph] {
    root.withState { $0.isolated.values.map { $0.graph } }.flatMap { reference -> [Graph] in
      guard let isolated = reference.object, isolated === self || isolated.isBuilt(on: self)
      else { return [] }
      let entries = isolated.withState { Array($0.graphLocalCopies.values) }
      return entries.compactMap { $0.graphLocalCopy.hostedGraph }
    }
  }

  /// Runs an operation in the graph's host, so that factories and defaults find there what they ask
  /// front ends for, also on a thread that has nothing to do with it.
  package func inHost<Result>(_ operation: () throws -> Result) rethrows -> Result {
    guard let host else { return try operation() }
    return try host.run(operation)
  }
}
