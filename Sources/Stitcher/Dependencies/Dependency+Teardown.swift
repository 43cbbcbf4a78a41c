internal import StitcherEngine

extension Dependency {
  /// Says how an instance is closed. The last call counts.
  ///
  /// ```swift
  /// Dependency { try LogFile(at: url) }
  ///   .scope(.singleton)
  ///   .teardown { file in try file.close() }
  /// ```
  ///
  /// It is called once for each instance that the scope keeps, when the graph lets go of it: at the
  /// end of the graph, when the container is deactivated, when the dependency goes from a container
  /// that is rebuilt, and when a managed lifetime ends. What was created later goes first, so an
  /// instance is still whole when what was created with it is closed. Nothing is called for
  /// ``DependencyScope/instance``, whose instances the graph does not know, and for what is
  /// ``DependencyScope/shared`` and gone already.
  ///
  /// ``DependencyGraph/end()`` and ``DependencyGraph/deactivateAsync(_:)-swift.method`` wait, and
  /// throw a ``TeardownError`` of what has failed. Elsewhere nobody waits: failures are printed to
  /// the standard error.
  ///
  /// - Parameter action: Closes the instance: on the actor that the closure names, as in
  ///   `{ @MainActor screen in screen.close() }`; else on the thread that lets go of the instance,
  ///   or, if that is awaited or something that goes before it is asynchronous, in a task.
  /// - Returns: A copy with the teardown.
  public func teardown(
    _ action: @escaping @Sendable @isolated(any) (T) throws -> Void
  ) -> Self {
    tornDown(by: Teardown(synchronous: action))
  }

  /// Says how an instance is closed in a task, and how long that may take. The last call counts.
  ///
  /// ```swift
  /// Dependency { try await Database.open(at: url) }
  ///   .scope(.singleton)
  ///   .teardown(within: .seconds(5)) { database in try await database.close() }
  /// ```
  ///
  /// One teardown runs at a time. A teardown that exceeds its limit is cancelled and counts as
  /// failed with ``TeardownError/Timeout``. See the form for synchronous closures.
  ///
  /// - Parameters:
  ///   - limit: The longest time that the teardown may take.
  ///   - action: Closes the instance. A closure that names a global actor, as in
  ///     `{ @MainActor screen in screen.close() }`, runs there. A closure that blocks its thread
  ///     blocks one of the few threads on which tasks run.
  /// - Returns: A copy with the teardown.
  @_disfavoredOverload
  @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
  public func teardown(
    within limit: Duration?,
    _ action: @escaping @Sendable @isolated(any) (T) async throws -> Void
  ) -> Self {
    tornDown(by: Teardown(asynchronous: action, within: limit.map { TimeSpan($0) }))
  }

  /// Says how an instance is closed in a task, and how many seconds that may take. The last call
  /// counts.
  ///
  /// ```swift
  /// Dependency { try await Database.open(at: url) }
  ///   .scope(.singleton)
  ///   .teardown(withinSeconds: 5) { database in try await database.close() }
  /// ```
  ///
  /// - Parameters:
  ///   - limit: The longest time that the teardown may take, in seconds; nil if that does not
  ///     matter.
  ///   - action: Closes the instance, as in the form with a `Duration`.
  /// - Returns: A copy with the teardown.
  @_disfavoredOverload
  public func teardown(
    withinSeconds limit: Double? = nil,
    _ action: @escaping @Sendable @isolated(any) (T) async throws -> Void
  ) -> Self {
    tornDown(by: Teardown(asynchronous: action, within: limit.map { TimeSpan(seconds: $0) }))
  }

  /// Returns a copy with a teardown.
  private func tornDown(by teardown: Teardown) -> Self {
    var copy = self
    copy.teardown = teardown
    return copy
  }
}

extension DependencyFactory.Provider {
  /// Says how an instance is closed, as that of ``Dependency`` does.
  ///
  /// - Parameter action: Closes the instance.
  /// - Returns: A copy with the teardown.
  public func teardown(_ action: @escaping @Sendable @isolated(any) (T) throws -> Void) -> Self {
    var copy = self
    copy.teardown = Teardown(synchronous: action)
    return copy
  }

  /// Says how an instance is closed, in a task, and how long that may take.
  ///
  /// - Parameters:
  ///   - limit: How long it may take; nil if that does not matter.
  ///   - action: Closes the instance.
  /// - Returns: A copy with the teardown.
  @_disfavoredOverload
  @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
  public func teardown(
    within limit: Duration?,
    _ action: @escaping @Sendable @isolated(any) (T) async throws -> Void
  ) -> Self {
    var copy = self
    copy.teardown = Teardown(asynchronous: action, within: limit.map { TimeSpan($0) })
    return copy
  }

  /// Says how an instance is closed, in a task, and how many seconds that may take.
  ///
  /// - Parameters:
  ///   - limit: How many seconds it may take; nil if that does not matter.
  ///   - action: Closes the instance.
  /// - Returns: A copy with the teardown.
  @_disfavoredOverload
  public func teardown(
    withinSeconds limit: Double? = nil,
    _ action: @escaping @Sendable @isolated(any) (T) async throws -> Void
  ) -> Self {
    var copy = self
    copy.teardown = Teardown(asynchronous: action, within: limit.map { TimeSpan(seconds: $0) })
    return copy
  }
}
