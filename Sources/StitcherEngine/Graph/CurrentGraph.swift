/// Which graph is current: the one that static members of front ends act on.
///
/// In a synchronous factory, that is the graph that runs it, as the thread's path says. So does the
/// path where synchronous code runs in a graph. Elsewhere it is the one of the task: asynchronous
/// code moves from thread to thread, so that its graph never stands on a path. A task that is
/// started inherits the graph of the task, also from synchronous code.
@usableFromInline
package enum CurrentGraph {
  /// The graph that is current in the task. The task holds it.
  @TaskLocal package static var ofTask: Graph?

  /// Whether a graph other than a front end's own graph may be current.
  package static var mayBeOther: Bool { ProcessWord.otherGraphs.word.load(ordering: .relaxed) != 0 }

  /// Records that a graph other than a front end's own graph was created. Call it before that graph
  /// can become current.
  static func noteOther() {
    // A program may create a graph for each request. The flag is read first, so that only the first
    // creation writes it.
    if !mayBeOther { ProcessWord.otherGraphs.word.store(1, ordering: .sequentiallyConsistent) }
  }

  /// The current graph, if it is another than a front end's own one.
  ///
  /// Who runs in it, or the factory's caller, holds it for longer than any synchronous code that
  /// asks.
  ///
  /// - Complexity: O(1), but O(*n*) in the length of a path of graphs that cannot be current.
  @inline(never)
  package static var lent: UnretainedReference<Graph>? {
    ThreadRecord.current.path.pointee.innermostGraph ?? ofTask.map { UnretainedReference($0) }
  }

  /// Runs an operation in a graph, also the tasks that it starts.
  package static func run<Result>(
    in graph: Graph, _ operation: () throws -> Result
  ) rethrows -> Result {
    try $ofTask.withValue(graph) { try runBriefly(in: graph, operation) }
  }

  /// Runs an operation in a graph, but not the tasks that it starts.
  package static func runBriefly<Result>(
    in graph: Graph, _ operation: () throws -> Result
  ) rethrows -> Result {
    begin(graph)
    defer { end(graph) }
    return try operation()
  }

  /// Has a graph be current on this thread until the end, which must come on every path.
  package static func begin(_ graph: Graph) {
    ThreadRecord.current.path.pointee.push(current: UnretainedReference(graph).bits)
  }

  /// Has the graph that was current before be so again.
  package static func end(_ graph: Graph) {
    withExtendedLifetime(graph) { ThreadRecord.current.path.pointee.popCurrent() }
  }

  /// Runs an asynchronous operation in a graph, also the tasks that it starts.
  package static func run<Result>(
    in graph: Graph, isolation: isolated (any Actor)? = #isolation,
    _ operation: () async throws -> Result
  ) async rethrows -> Result {
    try await $ofTask.withValue(graph, operation: operation, isolation: isolation)
  }
}
