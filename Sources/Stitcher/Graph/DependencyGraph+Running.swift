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

// There is a form for each kind of closure: the compiler of Swift 6.3 crashes if an asynchronous
// closure has a generic type of errors or an empty parameter pack.

extension DependencyGraph {
  /// Returns an operation that runs in this graph, wherever it is called.
  ///
  /// ```swift
  /// queue.async(
  ///   execute: request.bound {
  ///     let mailer: Mailer? = try? DependencyGraph.inject()
  ///     mailer?.send(receipt)
  ///   })
  /// ```
  ///
  /// - Parameter operation: The operation.
  /// - Returns: The same for any thread, queue or detached task. It keeps the graph.
  public func bound<Result>(
    _ operation: @escaping @Sendable () -> Result
  ) -> @Sendable () -> Result {
    { self.run(operation) }
  }

  /// Returns an operation that may throw and runs in this graph, wherever it is called.
  ///
  /// - Parameter operation: The operation.
  /// - Returns: The same for any thread, queue or detached task. It keeps the graph.
  public func bound<Result>(
    _ operation: @escaping @Sendable () throws -> Result
  ) -> @Sendable () throws -> Result {
    { try self.run(operation) }
  }

  /// Returns an operation with parameters that runs in this graph, wherever it is called.
  ///
  /// ```swift
  /// client.onMessage = session.bound { (message: Message) in
  ///   (try? DependencyGraph.inject() as Inbox)?.add(message)
  /// }
  /// ```
  ///
  /// - Parameter operation: The operation.
  /// - Returns: The same for any thread, queue or detached task. It keeps the graph.
  public func bound<First, each Other, Result>(
    _ operation: @escaping @Sendable (First, repeat each Other) -> Result
  ) -> @Sendable (First, repeat each Other) -> Result {
    { (first: First, others: repeat each Other) in
      self.run { operation(first, repeat each others) }
    }
  }

  /// Returns an operation with parameters that may throw and runs in this graph, wherever it is
  /// called.
  ///
  /// - Parameter operation: The operation.
  /// - Returns: The same for any thread, queue or detached task. It keeps the graph.
  public func bound<First, each Other, Result>(
    _ operation: @escaping @Sendable (First, repeat each Other) throws -> Result
  ) -> @Sendable (First, repeat each Other) throws -> Result {
    { (first: First, others: repeat each Other) in
      try self.run { try operation(first, repeat each others) }
    }
  }

  /// Returns an asynchronous operation that runs in this graph, wherever it is called.
  ///
  /// ```swift
  /// Task.detached(operation: request.bound { await report() })
  /// ```
  ///
  /// - Parameter operation: The operation.
  /// - Returns: The same for any task. It keeps the graph.
  public func bound<Result>(
    _ operation: @escaping @Sendable () async -> Result
  ) -> @Sendable () async -> Result {
    { await self.run(operation) }
  }

  /// Returns an asynchronous operation that may throw and runs in this graph, wherever it is
  /// called.
  ///
  /// - Parameter operation: The operation.
  /// - Returns: The same for any task. It keeps the graph.
  public func bound<Result>(
    _ operation: @escaping @Sendable () async throws -> Result
  ) -> @Sendable () async throws -> Result {
    { try await self.run(operation) }
  }

  /// Returns an asynchronous operation with parameters that runs in this graph, wherever it is
  /// called.
  ///
  /// - Parameter operation: The operation.
  /// - Returns: The same for any task. It keeps the graph.
  public func bound<First, each Other, Result>(
    _ operation: @escaping @Sendable (First, repeat each Other) async -> Result
  ) -> @Sendable (First, repeat each Other) async -> Result {
    { (first: First, others: repeat each Other) in
      await self.run { await operation(first, repeat each others) }
    }
  }

  /// Returns an asynchronous operation with parameters that may throw and runs in this graph,
  /// wherever it is called.
  ///
  /// - Parameter operation: The operation.
  /// - Returns: The same for any task. It keeps the graph.
  public func bound<First, each Other, Result>(
    _ operation: @escaping @Sendable (First, repeat each Other) async throws -> Result
  ) -> @Sendable (First, repeat each Other) async throws -> Result {
    { (first: First, others: repeat each Other) in
      try await self.run { try await operation(first, repeat each others) }
    }
  }
}
