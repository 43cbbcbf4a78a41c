internal import StitcherEngine

extension DependencyGraph {
  /// Creates a child graph. Injections from it search its own registrations first, then the
  /// registrations of this graph.
  ///
  /// ```swift
  /// let request = graph.child(named: "request")
  /// ```
  ///
  /// A registration of the child hides registrations of its parents that have the same key and the
  /// same parameters. Singletons and other cached instances that a parent declares are shared with
  /// the parent. The parent creates them with its own dependencies. To create them anew in the new
  /// graph, use ``isolated(named:)``. Of each ``DependencyScope/scoped`` dependency, the child
  /// creates its own instance. The child follows later changes of its parents.
  ///
  /// - Parameter name: The name of the graph in error messages.
  /// - Returns: The child graph, which retains its parents.
  /// - Complexity: O(1).
  public func child(named name: String? = nil) -> DependencyGraph {
    Self.make(parent: graph, isIsolated: false, named: name)
  }

  /// Creates a child graph with the given registrations, which are searched before those of this
  /// graph.
  ///
  /// ```swift
  /// let request = graph.child(named: "request") {
  ///   Dependency { Tenant(id: 7) }
  ///     .scope(.singleton)
  ///   routes  // a container
  /// }
  /// ```
  ///
  /// For the details, see ``child(named:)``. Eager dependencies are created before the call
  /// returns. Eager dependencies of an actor on which the caller does not run are created on that
  /// actor soon afterwards.
  ///
  /// Singletons of the parents are created without the child's registrations. For overrides that
  /// also apply to such instances, as in a test, use ``isolated(named:_:)``.
  ///
  /// - Parameters:
  ///   - name: The name of the graph in error messages.
  ///   - contents: The registrations and containers of the graph. The closure runs once; the
  ///     contents of a container are still updated when its state changes.
  /// - Returns: The child graph, which retains its parents.
  /// - Complexity: O(*n*) in the number of registrations.
  public func child(
    named name: String? = nil,
    @DependencyGraphBuilder _ contents: () -> DependencyGraphRegistrations
  ) -> DependencyGraph {
    let contents = contents()
    return Self.make(parent: graph, isIsolated: false, named: name, contents)
      .withEagerInstances(of: contents)
  }

  /// Creates an isolated graph, which uses the registrations of this graph but shares no instance
  /// with it.
  ///
  /// ```swift
  /// let test = DependencyGraph.process.isolated(named: "search")
  /// ```
  ///
  /// An isolated graph is like a ``child(named:)`` graph, with one difference: singletons and other
  /// cached dependencies of the parents are created anew in the isolated graph, with the
  /// dependencies of that graph.
  ///
  /// - Parameter name: The name of the graph in error messages.
  /// - Returns: The isolated graph, which retains its parents.
  /// - Complexity: O(1).
  public func isolated(named name: String? = nil) -> DependencyGraph {
    Self.make(parent: graph, isIsolated: true, named: name)
  }

  /// Creates an isolated graph, which overrides registrations of this graph and shares no instance
  /// with it.
  ///
  /// ```swift
  /// let test = DependencyGraph.process.isolated(named: "search") {
  ///   Dependency { FixedNotes() }
  ///     .conforms(to: (any NoteStore).self)
  /// }
  /// ```
  ///
  /// For the details, see ``isolated(named:)``. In the example, each dependency that needs a note
  /// store gets the fixed one, also a singleton that a parent declares.
  ///
  /// - Parameters:
  ///   - name: The name of the graph in error messages.
  ///   - contents: The registrations and containers of the graph. The closure runs once; the
  ///     contents of a container are still updated when its state changes.
  /// - Returns: The isolated graph, which retains its parents.
  /// - Complexity: O(*n*) in the number of registrations.
  public func isolated(
    named name: String? = nil,
    @DependencyGraphBuilder _ contents: () -> DependencyGraphRegistrations
  ) -> DependencyGraph {
    let contents = contents()
    return isolated(named: name, recorder: nil, contents).withEagerInstances(of: contents)
  }

  /// Ends the graph: releases its instances, and waits for their teardowns.
  ///
  /// ```swift
  /// try await request.end()
  /// ```
  ///
  /// Every later injection from this graph, or from a child of it, throws
  /// ``InjectionError/graphEnded(_:)``. The graph ``process`` cannot end: its containers are
  /// deactivated instead, so a program can call this method last to release everything. One
  /// graph-changed event is sent.
  ///
  /// Teardowns run in the reverse order of creation, each once. All of them run, even if some fail
  /// or the calling task is cancelled. They run after the teardowns of earlier changes of this
  /// graph. If an instance is still being created, it is torn down before the instances that it was
  /// created with.
  ///
  /// A second call waits for the first one and does nothing else. A call from a teardown returns
  /// without waiting if that teardown must finish first. So does a call from an asynchronous
  /// factory, if the teardowns must wait for a creation or for earlier teardowns. In both cases,
  /// failures are printed.
  ///
  /// - Throws: ``TeardownError``, after all teardowns.
  /// - Complexity: O(*n* log *n*) in the number of the graph's instances and registrations.
  public func end() async throws {
    try await close { end(&$0) }
  }

  /// Ends the graph; for the graph of the process, which cannot end, deactivates all containers
  /// instead.
  ///
  /// - Parameter pendingTeardowns: The collection to which the teardowns of the instances are
  ///   added.
  private func end(_ pendingTeardowns: inout PendingTeardowns) {
    if graph === Self.processGraph {
      graph.deactivateAll(&pendingTeardowns)
    } else if !graph.end(&pendingTeardowns) {
      return
    }
    graph.notifyOfChange()
  }

  /// Ends the graph on the calling thread. Asynchronous teardowns run later, in a task.
  package func endNow() {
    if graph === Self.processGraph { return deactivateAll() }
    if graph.end() { graph.notifyOfChange() }
  }
}

extension DependencyGraph {
  /// Runs an operation in an isolated graph with the given overriding registrations, and ends that
  /// graph afterwards.
  ///
  /// This is short for ``isolated(named:_:)``, ``run(_:)`` and ``end()``. In error messages, the
  /// graph is called `withOverrides at` and the source location of the call.
  ///
  /// - Parameters:
  ///   - file: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  ///   - overrides: The registrations and containers that override those of this graph.
  ///   - operation: The operation, which runs on the calling thread.
  /// - Returns: The result of the operation.
  /// - Throws: The error of the operation.
  public func withOverrides<Result>(
    file: StaticString = #fileID, line: UInt = #line,
    @DependencyGraphBuilder _ overrides: () -> DependencyGraphRegistrations,
    operation: () throws -> Result
  ) rethrows -> Result {
    let place = SourceLocation(file: file, line: line)
    let graph = isolated(named: "withOverrides at \(place)", overrides)
    defer { graph.endNow() }
    return try graph.run(operation)
  }

  /// Runs an asynchronous operation in an isolated graph with the given overriding registrations,
  /// and ends that graph afterwards.
  ///
  /// This is short for ``isolated(named:_:)``, ``run(isolation:_:)`` and ``end()``. In error
  /// messages, the graph is called `withOverrides at` and the source location of the call.
  ///
  /// - Parameters:
  ///   - file: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  ///   - overrides: The registrations and containers that override those of this graph.
  ///   - isolation: The actor on which the operation runs: the caller's.
  ///   - operation: The operation.
  /// - Returns: The result of the operation.
  /// - Throws: The error of the operation; otherwise ``TeardownError``, if a teardown of the graph
  ///   fails.
  public func withOverrides<Result>(
    file: StaticString = #fileID, line: UInt = #line,
    @DependencyGraphBuilder _ overrides: () -> DependencyGraphRegistrations,
    isolation: isolated (any Actor)? = #isolation, operation: () async throws -> Result
  ) async throws -> Result {
    let place = SourceLocation(file: file, line: line)
    let graph = isolated(named: "withOverrides at \(place)", overrides)
    let result: Result
    do { result = try await graph.run(isolation: isolation, operation) } catch {
      // The error of the operation is thrown, so failed teardowns are only printed.
      await graph.closePrintingFailures { graph.end(&$0) }
      throw error
    }
    try await graph.end()
    return result
  }

  /// Runs an operation in an isolated child of the current graph with the given overriding
  /// registrations, and ends the child afterwards.
  ///
  /// ```swift
  /// try DependencyGraph.withOverrides {
  ///   Dependency { FixedNotes() }
  ///     .conforms(to: (any NoteStore).self)
  /// } operation: {
  ///   let search: Search = try DependencyGraph.inject()
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - file: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  ///   - overrides: The registrations and containers that override those of the current graph.
  ///   - operation: The operation, which runs on the calling thread.
  /// - Returns: The result of the operation.
  /// - Throws: The error of the operation.
  public static func withOverrides<Result>(
    file: StaticString = #fileID, line: UInt = #line,
    @DependencyGraphBuilder _ overrides: () -> DependencyGraphRegistrations,
    operation: () throws -> Result
  ) rethrows -> Result {
    try current.withOverrides(file: file, line: line, overrides, operation: operation)
  }

  /// Runs an asynchronous operation in an isolated child of the current graph with the given
  /// overriding registrations, and ends the child afterwards.
  ///
  /// ```swift
  /// try await DependencyGraph.withOverrides {
  ///   Dependency { FixedNotes() }
  ///     .conforms(to: (any NoteStore).self)
  /// } operation: {
  ///   try await search()
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - file: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  ///   - overrides: The registrations and containers that override those of the current graph.
  ///   - isolation: The actor on which the operation runs: the caller's.
  ///   - operation: The operation.
  /// - Returns: The result of the operation.
  /// - Throws: The error of the operation; otherwise ``TeardownError``, if a teardown of the child
  ///   fails.
  public static func withOverrides<Result>(
    file: StaticString = #fileID, line: UInt = #line,
    @DependencyGraphBuilder _ overrides: () -> DependencyGraphRegistrations,
    isolation: isolated (any Actor)? = #isolation, operation: () async throws -> Result
  ) async throws -> Result {
    try await current.withOverrides(
      file: file, line: line, overrides, isolation: isolation, operation: operation)
  }
}
