// Generated from Scripts/overloads.template: edit that, and run Scripts/overloads.sh.

internal import StitcherEngine

extension Dependency {
  /// Sets a closure that closes an instance after the graph has evicted it; if called several
  /// times, the last call takes effect.
  ///
  /// ```swift
  /// Dependency { try LogFile(at: url) }
  ///   .scope(.singleton)
  ///   .teardown { file in try file.close() }
  /// ```
  ///
  /// The teardown runs once for each instance that the scope keeps. A graph evicts an instance in
  /// these cases:
  ///
  /// - The graph ends.
  /// - The container is deactivated.
  /// - A rebuilt container no longer contains the dependency.
  /// - A managed lifetime ends.
  ///
  /// Teardowns run in the reverse order of creation. So an instance is still open when instances
  /// that were created with it are closed. The teardown never runs for
  /// ``DependencyScope/instance``, since the graph does not keep such instances. It does not run
  /// for a ``DependencyScope/shared`` instance that was already deallocated.
  ///
  /// ``DependencyGraph/end()`` and ``DependencyGraph/deactivateAsync(_:)-swift.method`` wait for
  /// the teardowns, and throw their failures as a ``TeardownError``. In all other cases, failures
  /// are printed to the standard error.
  ///
  /// - Parameter action: Closes the instance. A closure that names an actor, as in `{ @MainActor
  ///   screen in screen.close() }`, runs on that actor. Other closures run on the thread that
  ///   evicts the instance. They run in a task instead if the eviction is awaited, or if an earlier
  ///   teardown of the change is asynchronous.
  /// - Returns: A copy with the teardown.
  public func teardown(
    _ action: @escaping @Sendable @isolated(any) (T) throws -> Void
  ) -> Self {
    tornDown(by: Teardown(synchronous: action))
  }
}

extension Dependency {
  /// Sets an asynchronous closure, with an optional time limit, that closes an instance after the
  /// graph has evicted it; if called several times, the last call takes effect.
  ///
  /// ```swift
  /// Dependency { try await Database.open(at: url) }
  ///   .scope(.singleton)
  ///   .teardown(within: .seconds(5)) { database in try await database.close() }
  /// ```
  ///
  /// The teardowns of a change run one after the other. A teardown that exceeds its limit is
  /// cancelled and counts as failed with ``TeardownError/Timeout``. The overload for synchronous
  /// closures describes when teardowns run.
  ///
  /// - Parameters:
  ///   - limit: The longest time that the teardown may take, or `nil` for no limit.
  ///   - action: Closes the instance. A closure that names a global actor, as in `{ @MainActor
  ///     screen in screen.close() }`, runs on that actor. A closure that blocks its thread blocks
  ///     one of the few threads on which tasks run.
  /// - Returns: A copy with the teardown.
  @_disfavoredOverload
  @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
  public func teardown(
    within limit: Duration?,
    _ action: @escaping @Sendable @isolated(any) (T) async throws -> Void
  ) -> Self {
    tornDown(by: Teardown(asynchronous: action, within: limit.map { TimeSpan($0) }))
  }
}

extension Dependency {
  /// Sets an asynchronous closure, with an optional time limit in seconds, that closes an instance
  /// after the graph has evicted it; if called several times, the last call takes effect.
  ///
  /// ```swift
  /// Dependency { try await Database.open(at: url) }
  ///   .scope(.singleton)
  ///   .teardown(withinSeconds: 5) { database in try await database.close() }
  /// ```
  ///
  /// - Parameters:
  ///   - limit: The time limit of the teardown in seconds; `nil` for none.
  ///   - action: The closure that closes the instance, as in the overload with a `Duration`.
  /// - Returns: A copy with the teardown.
  @_disfavoredOverload
  public func teardown(
    withinSeconds limit: Double? = nil,
    _ action: @escaping @Sendable @isolated(any) (T) async throws -> Void
  ) -> Self {
    tornDown(by: Teardown(asynchronous: action, within: limit.map { TimeSpan(seconds: $0) }))
  }
}

extension DependencyFactory.Provider {
  /// Sets a closure that closes an instance after the graph has evicted it; if called several
  /// times, the last call takes effect.
  ///
  /// ``Dependency/teardown(_:)`` says when teardowns run.
  ///
  /// - Parameter action: Closes the instance.
  /// - Returns: A copy with the teardown.
  public func teardown(
    _ action: @escaping @Sendable @isolated(any) (T) throws -> Void
  ) -> Self {
    tornDown(by: Teardown(synchronous: action))
  }
}

extension DependencyFactory.Provider {
  /// Sets an asynchronous closure, with an optional time limit, that closes an instance after the
  /// graph has evicted it; if called several times, the last call takes effect.
  ///
  /// ``Dependency/teardown(_:)`` says when teardowns run.
  ///
  /// - Parameters:
  ///   - limit: The longest time that the teardown may take, or `nil` for no limit.
  ///   - action: Closes the instance.
  /// - Returns: A copy with the teardown.
  @_disfavoredOverload
  @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
  public func teardown(
    within limit: Duration?,
    _ action: @escaping @Sendable @isolated(any) (T) async throws -> Void
  ) -> Self {
    tornDown(by: Teardown(asynchronous: action, within: limit.map { TimeSpan($0) }))
  }
}

extension DependencyFactory.Provider {
  /// Sets an asynchronous closure, with an optional time limit in seconds, that closes an instance
  /// after the graph has evicted it; if called several times, the last call takes effect.
  ///
  /// - Parameters:
  ///   - limit: The time limit of the teardown in seconds; `nil` for none.
  ///   - action: Closes the instance.
  /// - Returns: A copy with the teardown.
  @_disfavoredOverload
  public func teardown(
    withinSeconds limit: Double? = nil,
    _ action: @escaping @Sendable @isolated(any) (T) async throws -> Void
  ) -> Self {
    tornDown(by: Teardown(asynchronous: action, within: limit.map { TimeSpan(seconds: $0) }))
  }
}

extension GeneratedDependencyRegistration {
  /// Sets a closure that closes an instance after the graph has evicted it; if called several
  /// times, the last call takes effect.
  ///
  /// ```swift
  /// Mailer.dependencyRegistration.teardown { mailer in mailer.close() }
  /// ```
  ///
  /// ``Dependency/teardown(_:)`` says when teardowns run.
  ///
  /// - Parameter action: Closes the instance.
  /// - Returns: A copy with the teardown.
  public func teardown(
    _ action: @escaping @Sendable @isolated(any) (T) throws -> Void
  ) -> Self {
    tornDown(by: Teardown(synchronous: action))
  }
}

extension GeneratedDependencyRegistration {
  /// Sets an asynchronous closure, with an optional time limit, that closes an instance after the
  /// graph has evicted it; if called several times, the last call takes effect.
  ///
  /// ``Dependency/teardown(_:)`` says when teardowns run.
  ///
  /// - Parameters:
  ///   - limit: The longest time that the teardown may take, or `nil` for no limit.
  ///   - action: Closes the instance.
  /// - Returns: A copy with the teardown.
  @_disfavoredOverload
  @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
  public func teardown(
    within limit: Duration?,
    _ action: @escaping @Sendable @isolated(any) (T) async throws -> Void
  ) -> Self {
    tornDown(by: Teardown(asynchronous: action, within: limit.map { TimeSpan($0) }))
  }
}

extension GeneratedDependencyRegistration {
  /// Sets an asynchronous closure, with an optional time limit in seconds, that closes an instance
  /// after the graph has evicted it; if called several times, the last call takes effect.
  ///
  /// - Parameters:
  ///   - limit: The time limit of the teardown in seconds; `nil` for none.
  ///   - action: Closes the instance.
  /// - Returns: A copy with the teardown.
  @_disfavoredOverload
  public func teardown(
    withinSeconds limit: Double? = nil,
    _ action: @escaping @Sendable @isolated(any) (T) async throws -> Void
  ) -> Self {
    tornDown(by: Teardown(asynchronous: action, within: limit.map { TimeSpan(seconds: $0) }))
  }
}
