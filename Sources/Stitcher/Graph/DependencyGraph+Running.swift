internal import StitcherEngine

extension DependencyGraph {
  /// Runs an operation while this graph is the current graph.
  ///
  /// Use `run` to call code now; use `bound` for a closure that a queue, a thread or a callback
  /// calls later.
  ///
  /// ```swift
  /// let total = try request.run {
  ///   let basket: Basket = try DependencyGraph.inject()
  ///   return basket.total
  /// }
  /// ```
  ///
  /// The graph is also current in tasks that the operation creates with `Task { }`. These tasks
  /// retain the graph while they run. The graph is not current in detached tasks, in blocks on a
  /// dispatch queue, and on new threads: pass them a closure that `bound` returns.
  ///
  /// - Parameter operation: The operation, which runs on the calling thread.
  /// - Returns: The result of the operation.
  /// - Throws: The error of the operation.
  /// - Complexity: O(1).
  public func run<Result>(_ operation: () throws -> Result) rethrows -> Result {
    try CurrentGraph.run(in: graph, operation)
  }

  /// Runs an asynchronous operation while this graph is the current graph.
  ///
  /// Use `run` to call code now; use `bound` for a closure that a detached task or a callback calls
  /// later.
  ///
  /// ```swift
  /// await request.run {
  ///   await handle()
  /// }
  /// ```
  ///
  /// The graph is also current in child tasks of the operation and in tasks that it creates with
  /// `Task { }`. These tasks retain the graph while they run. The graph is not current in detached
  /// tasks, in blocks on a dispatch queue, and on new threads.
  ///
  /// - Parameters:
  ///   - isolation: The actor on which the operation runs: the caller's.
  ///   - operation: The operation, which runs on the caller's actor.
  /// - Returns: The result of the operation.
  /// - Throws: The error of the operation.
  /// - Complexity: O(1).
  public func run<Result>(
    isolation: isolated (any Actor)? = #isolation, _ operation: () async throws -> Result
  ) async rethrows -> Result {
    try await CurrentGraph.run(in: graph, isolation: isolation, operation)
  }
}

// Each kind of closure has its own overload: the compiler of Swift 6.3 crashes if an asynchronous
// closure has a generic error type or an empty parameter pack.

extension DependencyGraph {
  /// Returns a closure that makes this graph current and runs the given operation.
  ///
  /// Any thread may call the closure.
  ///
  /// Use `bound` for closures that are called later, by a queue, a thread or a callback; use `run`
  /// to call code now.
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
  /// - Returns: A closure for any thread, queue or detached task. The closure retains the graph.
  @_alwaysEmitIntoClient
  public func bound<Result>(
    _ operation: @escaping @Sendable () -> Result
  ) -> @Sendable () -> Result {
    { self.run(operation) }
  }

  /// Returns a closure that makes this graph current and runs the given throwing operation.
  ///
  /// Any thread may call the closure.
  ///
  /// Use `bound` for closures that are called later; use `run` to call code now.
  ///
  /// - Parameter operation: The operation.
  /// - Returns: A closure for any thread, queue or detached task. The closure retains the graph.
  @_alwaysEmitIntoClient
  public func bound<Result>(
    _ operation: @escaping @Sendable () throws -> Result
  ) -> @Sendable () throws -> Result {
    { try self.run(operation) }
  }

  /// Returns a closure that makes this graph current and runs the given operation with parameters.
  ///
  /// Any thread may call the closure.
  ///
  /// Use `bound` for closures that are called later; use `run` to call code now.
  ///
  /// ```swift
  /// client.onMessage = session.bound { (message: Message) in
  ///   (try? DependencyGraph.inject() as Inbox)?.add(message)
  /// }
  /// ```
  ///
  /// - Parameter operation: The operation.
  /// - Returns: A closure with the same parameters for any thread, queue or detached task. The
  ///   closure retains the graph.
  @_alwaysEmitIntoClient
  public func bound<First, each Other, Result>(
    _ operation: @escaping @Sendable (First, repeat each Other) -> Result
  ) -> @Sendable (First, repeat each Other) -> Result {
    { (first: First, others: repeat each Other) in
      self.run { operation(first, repeat each others) }
    }
  }

  /// Returns a closure that makes this graph current and runs the given throwing operation with
  /// parameters.
  ///
  /// Any thread may call the closure.
  ///
  /// Use `bound` for closures that are called later; use `run` to call code now.
  ///
  /// - Parameter operation: The operation.
  /// - Returns: A closure with the same parameters for any thread, queue or detached task. The
  ///   closure retains the graph.
  @_alwaysEmitIntoClient
  public func bound<First, each Other, Result>(
    _ operation: @escaping @Sendable (First, repeat each Other) throws -> Result
  ) -> @Sendable (First, repeat each Other) throws -> Result {
    { (first: First, others: repeat each Other) in
      try self.run { try operation(first, repeat each others) }
    }
  }

  /// Returns a closure that makes this graph current and runs the given asynchronous operation.
  ///
  /// Any task may call the closure.
  ///
  /// Use `bound` for closures that are called later; use `run` to call code now.
  ///
  /// ```swift
  /// Task.detached(operation: request.bound { await report() })
  /// ```
  ///
  /// - Parameter operation: The operation.
  /// - Returns: A closure for any task. The closure retains the graph.
  @_alwaysEmitIntoClient
  public func bound<Result>(
    _ operation: @escaping @Sendable () async -> Result
  ) -> @Sendable () async -> Result {
    { await self.run(operation) }
  }

  /// Returns a closure that makes this graph current and runs the given asynchronous throwing
  /// operation.
  ///
  /// Any task may call the closure.
  ///
  /// Use `bound` for closures that are called later; use `run` to call code now.
  ///
  /// - Parameter operation: The operation.
  /// - Returns: A closure for any task. The closure retains the graph.
  @_alwaysEmitIntoClient
  public func bound<Result>(
    _ operation: @escaping @Sendable () async throws -> Result
  ) -> @Sendable () async throws -> Result {
    { try await self.run(operation) }
  }

  // The asynchronous forms with parameters are not emitted into the programs that use them: there,
  // the optimizer of Swift 6.3 could meet an asynchronous function with an empty pack, and crash.

  /// Returns a closure that makes this graph current and runs the given asynchronous operation with
  /// parameters.
  ///
  /// Any task may call the closure.
  ///
  /// Use `bound` for closures that are called later; use `run` to call code now.
  ///
  /// - Parameter operation: The operation.
  /// - Returns: A closure with the same parameters for any task. The closure retains the graph.
  public func bound<First, each Other, Result>(
    _ operation: @escaping @Sendable (First, repeat each Other) async -> Result
  ) -> @Sendable (First, repeat each Other) async -> Result {
    { (first: First, others: repeat each Other) in
      await self.run { await operation(first, repeat each others) }
    }
  }

  /// Returns a closure that makes this graph current and runs the given asynchronous throwing
  /// operation with parameters.
  ///
  /// Any task may call the closure.
  ///
  /// Use `bound` for closures that are called later; use `run` to call code now.
  ///
  /// - Parameter operation: The operation.
  /// - Returns: A closure with the same parameters for any task. The closure retains the graph.
  public func bound<First, each Other, Result>(
    _ operation: @escaping @Sendable (First, repeat each Other) async throws -> Result
  ) -> @Sendable (First, repeat each Other) async throws -> Result {
    { (first: First, others: repeat each Other) in
      try await self.run { try await operation(first, repeat each others) }
    }
  }
}
