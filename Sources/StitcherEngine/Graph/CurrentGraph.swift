/// Access to the current graph: the graph that a static call such as `DependencyGraph.inject()`
/// uses.
///
/// - In a synchronous factory, and in a synchronous `run`, the current graph is on the thread's
///   path of running factories.
/// - Elsewhere, the current graph is a task-local value, since asynchronous code moves from thread
///   to thread. A new task inherits the value, also from synchronous code.
@usableFromInline
package enum CurrentGraph {
  /// The current graph of the current task; `nil` if the task has no current graph.
  ///
  /// The task retains the graph.
  @TaskLocal package static var ofTask: Graph?

  /// Whether the current graph may be any graph other than a front end's default graph.
  package static var mayBeOther: Bool { ProcessWord.otherGraphs.word.load(ordering: .relaxed) != 0 }

  /// An unretained reference to the current graph; `nil` if a front end's default graph is current.
  ///
  /// The code that runs in the graph, or the caller of the factory, retains the graph. So the
  /// reference is valid until synchronous code returns.
  ///
  /// - Complexity: O(1), but O(*n*) in the length of a path of graphs that cannot be current.
  @inline(never)
  package static var unretained: UnretainedReference<Graph>? {
    ThreadRecord.current.path.pointee.innermostGraph ?? ofTask.map { UnretainedReference($0) }
  }

  /// Runs a synchronous operation with the given graph as the current graph.
  ///
  /// Tasks that the operation starts inherit the current graph.
  package static func run<Result>(
    in graph: Graph, _ operation: () throws -> Result
  ) rethrows -> Result {
    try $ofTask.withValue(graph) { try runBriefly(in: graph, operation) }
  }

  /// Runs a synchronous operation with the given graph as the current graph of this thread only.
  ///
  /// Tasks that the operation starts do not inherit the current graph.
  package static func runBriefly<Result>(
    in graph: Graph, _ operation: () throws -> Result
  ) rethrows -> Result {
    begin(graph)
    defer { end(graph) }
    return try operation()
  }

  /// Makes the given graph the current graph of this thread, until a call of ``end(_:)``.
  ///
  /// The caller must call ``end(_:)``, also after an error.
  package static func begin(_ graph: Graph) {
    ThreadRecord.current.path.pointee.push(current: UnretainedReference(graph).bits)
  }

  /// Ends the effect of ``begin(_:)`` for the given graph.
  ///
  /// The previous current graph is current again.
  package static func end(_ graph: Graph) {
    withExtendedLifetime(graph) { ThreadRecord.current.path.pointee.leave() }
  }

  /// Runs an asynchronous operation with the given graph as the current graph.
  ///
  /// Tasks that the operation starts inherit the current graph.
  package static func run<Result>(
    in graph: Graph, isolation: isolated (any Actor)? = #isolation,
    _ operation: () async throws -> Result
  ) async rethrows -> Result {
    try await $ofTask.withValue(graph, operation: operation, isolation: isolation)
  }
}
