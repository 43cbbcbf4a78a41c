internal import StitcherEngine

extension DependencyGraph {
  /// Makes a graph with registrations of its own, in front of those of this one.
  ///
  /// ```swift
  /// let request = graph.child(named: "request")
  /// ```
  ///
  /// A registration of the child hides those of its parents that are found by the same key with the
  /// same parameters. What a parent declares and keeps is the parent's instance, made with the
  /// parent's dependencies: ``isolated(named:)`` makes it anew. Of what is
  /// ``DependencyScope/scoped`` the child has an instance of its own. Changes of the parents are
  /// followed.
  ///
  /// - Parameter name: What errors call the graph.
  /// - Returns: The graph, which keeps its parents.
  /// - Complexity: O(1).
  public func child(named name: String? = nil) -> DependencyGraph {
    Self.make(parent: graph, isIsolated: false, named: name)
  }

  /// Makes a graph with registrations of its own, in front of those of this one.
  ///
  /// ```swift
  /// let request = graph.child(named: "request") {
  ///   Dependency { Tenant(id: 7) }
  ///     .scope(.singleton)
  ///   routes  // a container
  /// }
  /// ```
  ///
  /// See ``child(named:)``. What is eager is made before this returns, what belongs to an actor on
  /// which the caller does not run soon after.
  ///
  /// What the parents keep does not see these registrations: for overrides that have to count there
  /// as well, as in a test, take ``isolated(named:_:)``.
  ///
  /// - Parameters:
  ///   - name: What errors call the graph.
  ///   - contents: The registrations and containers of the graph. The closure runs once; a
  ///     container follows what it is built from.
  /// - Returns: The graph, which keeps its parents.
  /// - Complexity: O(*n*) in the number of registrations.
  public func child(
    named name: String? = nil, @DependencyGraphBuilder _ contents: () -> DependencyGraphContents
  ) -> DependencyGraph {
    child(named: name).with(contents())
  }

  /// Makes a graph with registrations and instances of its own, on the registrations of this one.
  ///
  /// ```swift
  /// let test = DependencyGraph.process.isolated(named: "search")
  /// ```
  ///
  /// It is a ``child(named:)`` that shares no instance with its parents: what they declare and keep
  /// is made once more, here, with the dependencies that this graph has.
  ///
  /// - Parameter name: What errors call the graph.
  /// - Returns: The graph, which keeps its parents.
  /// - Complexity: O(1).
  public func isolated(named name: String? = nil) -> DependencyGraph {
    Self.make(parent: graph, isIsolated: true, named: name)
  }

  /// Makes a graph with registrations and instances of its own, on the registrations of this one.
  ///
  /// ```swift
  /// let test = DependencyGraph.process.isolated(named: "search") {
  ///   Dependency { FixedNotes() }
  ///     .conforms(to: (any NoteStore).self)
  /// }
  /// ```
  ///
  /// See ``isolated(named:)``. All that needs a note store gets this one, also what the parents
  /// declare and keep.
  ///
  /// - Parameters:
  ///   - name: What errors call the graph.
  ///   - contents: The registrations and containers of the graph. The closure runs once; a
  ///     container follows what it is built from.
  /// - Returns: The graph, which keeps its parents.
  /// - Complexity: O(*n*) in the number of registrations.
  public func isolated(
    named name: String? = nil, @DependencyGraphBuilder _ contents: () -> DependencyGraphContents
  ) -> DependencyGraph {
    isolated(named: name).with(contents())
  }

  /// Releases the graph's instances, and lets nothing be found in it from then on.
  ///
  /// ```swift
  /// try await request.end()
  /// ```
  ///
  /// Every later injection from it, or from a graph that is built on it, throws
  /// ``InjectionError/graphEnded(_:)``. ``process`` does not end: its containers are deactivated,
  /// so a program can call this last, and everything is closed. One graph-changed event is sent.
  ///
  /// Teardowns run in the reverse order of creation, each once, and all of them even if some fail
  /// or the calling task is cancelled. They run after the teardowns of earlier changes of this
  /// graph. An instance that is being created is torn down before those it was created with.
  ///
  /// A second call waits for the first one, and does nothing else. A call returns without waiting
  /// in a teardown that comes before its own teardowns. So does a call in an asynchronous factory,
  /// if its teardowns have to wait for a creation or for earlier teardowns. Failures are printed
  /// then.
  ///
  /// - Throws: ``TeardownError``, after all teardowns.
  /// - Complexity: O(*n* log *n*) in the number of the graph's instances and registrations.
  public func end() async throws {
    try await close { end(&$0) }
  }

  /// Ends the graph, or, of the process, deactivates all containers.
  ///
  /// - Parameter endings: Gets what has to be torn down.
  private func end(_ pendingTeardowns: inout PendingTeardowns) {
    if graph === Self.processGraph {
      graph.deactivateAll(&pendingTeardowns)
    } else if !graph.end(&pendingTeardowns) {
      return
    }
    graph.tellOfChange()
  }

  /// Ends the graph on the calling thread; what is torn down asynchronously is so in a task.
  package func endNow() {
    if graph === Self.processGraph { return deactivateAll() }
    if graph.end() { graph.tellOfChange() }
  }
}

extension DependencyGraph {
  /// Runs an operation in a graph that overrides dependencies of this one, and then ends.
  ///
  /// It is short for ``isolated(named:_:)``, ``run(_:)`` and ``end()``. Errors call the graph
  /// `withOverrides at`, with the place of the call.
  ///
  /// - Parameters:
  ///   - file: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  ///   - overrides: The registrations and containers that count in the operation.
  ///   - operation: The operation.
  /// - Returns: What the operation returns.
  /// - Throws: What the operation throws.
  public func withOverrides<Result>(
    file: StaticString = #fileID, line: UInt = #line,
    @DependencyGraphBuilder _ overrides: () -> DependencyGraphContents,
    operation: () throws -> Result
  ) rethrows -> Result {
    let place = SourceLocation(file: file, line: line)
    let graph = isolated(named: "withOverrides at \(place)", overrides)
    defer { graph.endNow() }
    return try graph.run(operation)
  }

  /// Runs an operation in a graph that overrides dependencies of this one, and then ends.
  ///
  /// It is short for ``isolated(named:_:)``, ``run(isolation:_:)`` and ``end()``. Errors call the
  /// graph `withOverrides at`, with the place of the call.
  ///
  /// - Parameters:
  ///   - file: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  ///   - overrides: The registrations and containers that count in the operation.
  ///   - isolation: The actor on which the operation runs: the caller's.
  ///   - operation: The operation.
  /// - Returns: What the operation returns.
  /// - Throws: What the operation throws, or else what the end of the graph does.
  public func withOverrides<Result>(
    file: StaticString = #fileID, line: UInt = #line,
    @DependencyGraphBuilder _ overrides: () -> DependencyGraphContents,
    isolation: isolated (any Actor)? = #isolation, operation: () async throws -> Result
  ) async throws -> Result {
    let place = SourceLocation(file: file, line: line)
    let graph = isolated(named: "withOverrides at \(place)", overrides)
    let result: Result
    do { result = try await graph.run(isolation: isolation, operation) } catch {
      // What the operation has thrown counts.
      await graph.closeAndTell { graph.end(&$0) }
      throw error
    }
    try await graph.end()
    return result
  }

  /// Runs an operation in a graph that overrides dependencies of the current one, and then ends.
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
  ///   - overrides: The registrations and containers that count in the operation.
  ///   - operation: The operation.
  /// - Returns: What the operation returns.
  /// - Throws: What the operation throws.
  public static func withOverrides<Result>(
    file: StaticString = #fileID, line: UInt = #line,
    @DependencyGraphBuilder _ overrides: () -> DependencyGraphContents,
    operation: () throws -> Result
  ) rethrows -> Result {
    try current.withOverrides(file: file, line: line, overrides, operation: operation)
  }

  /// Runs an operation in a graph that overrides dependencies of the current one, and then ends.
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
  ///   - overrides: The registrations and containers that count in the operation.
  ///   - isolation: The actor on which the operation runs: the caller's.
  ///   - operation: The operation.
  /// - Returns: What the operation returns.
  /// - Throws: What the operation throws, or else what the end of the graph does.
  public static func withOverrides<Result>(
    file: StaticString = #fileID, line: UInt = #line,
    @DependencyGraphBuilder _ overrides: () -> DependencyGraphContents,
    isolation: isolated (any Actor)? = #isolation, operation: () async throws -> Result
  ) async throws -> Result {
    try await current.withOverrides(
      file: file, line: line, overrides, isolation: isolation, operation: operation)
  }
}
