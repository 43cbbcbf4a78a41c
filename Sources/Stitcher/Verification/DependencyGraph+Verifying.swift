internal import StitcherEngine

extension DependencyGraph {
  /// Checks the registrations of the current graph for missing dependencies, cycles and similar
  /// mistakes, without running any factory.
  ///
  /// This method applies the library's rules. To check registrations with your own conditions, use
  /// ``validate(using:)-swift.type.method``. See ``verify()-swift.method`` for the details.
  ///
  /// - Returns: The numbers of checked registrations and declared dependencies.
  /// - Throws: ``VerificationError`` with all problems.
  /// - Complexity: O(*n* + *e*) in the number of registrations and declared dependencies.
  @discardableResult
  public static func verify() throws -> VerificationReport { try current.verify() }

  /// Checks the registrations of this graph and its parents for missing dependencies, cycles and
  /// similar mistakes, without running any factory.
  ///
  /// This method applies the library's rules, and needs no code but one call, for example in a
  /// test. To check registrations with your own conditions, such as "exactly one engine is
  /// registered", use ``validate(using:)-swift.method``.
  ///
  /// ```swift
  /// @Test func theProgramIsComplete() throws {
  ///   DependencyGraph.activate(AppDependencies.container)
  ///   try DependencyGraph.verify()
  /// }
  /// ```
  ///
  /// The check reports only certain problems. It examines the types and scopes of registrations,
  /// and the dependencies that factories declare, such as the parameters of
  /// ``Dependency/init(_:autowired:file:line:)``. The dependencies that a closure injects in its
  /// body are unknown: the report counts such factories.
  ///
  /// This method may be called on any thread.
  ///
  /// - Returns: The numbers of checked registrations and declared dependencies.
  /// - Throws: ``VerificationError`` with all problems; ``InjectionError/graphEnded(_:)`` if the
  ///   graph has ended.
  /// - Complexity: O(*n* + *e*) in the number of registrations and declared dependencies, times the
  ///   number of active containers.
  @discardableResult
  public func verify() throws -> VerificationReport {
    try VerificationError.check(verification(with: nil))
  }

  /// Checks the registrations of this graph together with those of a container, then activates the
  /// container.
  ///
  /// ```swift
  /// try graph.activate(container, verifying: true)
  /// ```
  ///
  /// - Parameters:
  ///   - container: The container.
  ///   - verifying: Whether to verify; `false` only activates. See ``verify()-swift.method``.
  /// - Throws: ``VerificationError`` with all problems. The container is then not activated.
  public func activate(_ container: DependencyContainer, verifying: Bool) throws {
    if verifying { _ = try VerificationError.check(verification(with: container)) }
    activate(container)
  }

  /// Checks the registrations of this graph together with those of a container, then activates the
  /// container and awaits its eager instances.
  ///
  /// - Parameters:
  ///   - container: The container.
  ///   - verifying: Whether to verify; `false` only activates. See ``verify()-swift.method``.
  /// - Throws: ``VerificationError`` with all problems. The container is then not activated. After
  ///   a successful check, the errors of ``activateAsync(_:)-swift.method``.
  nonisolated(nonsending) public func activateAsync(
    _ container: DependencyContainer, verifying: Bool
  ) async throws {
    // Each thread records the state changes that it has made. So this thread marks the containers
    // that read the state as stale, before the check runs on another thread.
    ThreadRecord.current.followNotes()
    if verifying { try await verifyElsewhere(container) }
    try await activateAsync(container)
  }

  /// Checks the registrations of this graph together with those of a container, without blocking
  /// the caller's actor.
  @concurrent private func verifyElsewhere(_ container: DependencyContainer) async throws {
    _ = try VerificationError.check(verification(with: container))
  }

  /// Checks the registrations of this graph, together with those of a container if one is given.
  private func verification(with container: DependencyContainer?) throws -> Verification {
    do { return try graph.verify(with: container?.registry) } catch {
      throw InjectionError.wrapping(error)
    }
  }
}

extension DependencyContainer {
  /// Checks the registrations of this container alone, without running any factory. A missing
  /// dependency is not reported as a problem.
  ///
  /// Other containers may declare the missing dependencies: the report counts them as open. To
  /// check containers that form a whole program, use ``verify(with:)-([DependencyContainer])``.
  ///
  /// - Returns: The numbers of checked registrations and declared dependencies.
  /// - Throws: ``VerificationError`` with all problems.
  /// - Complexity: O(*n* + *e*) in the number of registrations and declared dependencies.
  @discardableResult
  public func verify() throws -> VerificationReport {
    try VerificationError.check(DeclaredRegistry.verify([registry], isOpen: true))
  }

  /// Checks the registrations of this container together with those of the given containers only,
  /// without running any factory.
  ///
  /// ```swift
  /// try appDependencies.verify(with: [sessionDependencies])
  /// ```
  ///
  /// - Parameter others: The other containers. A dependency that no container declares is a
  ///   problem.
  /// - Returns: The numbers of checked registrations and declared dependencies.
  /// - Throws: ``VerificationError`` with all problems.
  /// - Complexity: O(*n* + *e*) in the number of registrations and declared dependencies, times the
  ///   number of containers.
  @discardableResult
  public func verify(with others: [DependencyContainer]) throws -> VerificationReport {
    try VerificationError.check(
      DeclaredRegistry.verify([registry] + others.map(\.registry), isOpen: false))
  }

  /// Checks the registrations of this container together with those of the given containers only,
  /// without running any factory.
  ///
  /// - Parameter others: The other containers. A dependency that no container declares is a
  ///   problem.
  /// - Returns: The numbers of checked registrations and declared dependencies.
  /// - Throws: ``VerificationError`` with all problems.
  /// - Complexity: O(*n* + *e*) in the number of registrations and declared dependencies, times the
  ///   number of containers.
  @discardableResult
  public func verify(with others: DependencyContainer...) throws -> VerificationReport {
    try verify(with: others)
  }
}
