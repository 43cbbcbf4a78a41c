internal import StitcherEngine

extension DependencyGraph {
  /// Runs an operation in which this graph is the current one.
  ///
  /// ```swift
  /// let total = try request.run {
  ///   let basket: Basket = try DependencyGraph.inject()
  ///   return basket.total
  /// }
  /// ```
  ///
  /// The graph is also current in the tasks that the operation starts, which keep it for as long
  /// as they run. It is not in detached tasks, blocks of queues and threads: have those run what
  /// `bound` returns.
  ///
  /// - Parameter operation: The operation, which runs on the calling thread.
  /// - Returns: What the operation returns.
  /// - Throws: What the operation throws.
  /// - Complexity: O(1).
  public func run<Result>(_ operation: () throws -> Result) rethrows -> Result {
    try CurrentGraph.run(in: graph, operation)
  }

  /// Runs an asynchronous operation in which this graph is the current one.
  ///
  /// ```swift
  /// await request.run {
  ///   await handle()
  /// }
  /// ```
  ///
  /// The graph is also current in the tasks that the operation starts, which keep it for as long
  /// as they run, and in their children. It is not in detached tasks, blocks of queues and threads.
  ///
  /// - Parameters:
  ///   - isolation: The actor on which the operation runs: the caller's.
  ///   - operation: The operation.
  /// - Returns: What the operation returns.
  /// - Throws: What the operation throws.
  /// - Complexity: O(1).
  public func run<Result>(
    isolation: isolated (any Actor)? = #isolation, _ operation: () async throws -> Result
  ) async rethrows -> Result {
    try await CurrentGraph.run(in: graph, isolation: isolation, operation)
  }
}
