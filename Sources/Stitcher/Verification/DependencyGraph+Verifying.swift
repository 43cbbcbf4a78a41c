internal import StitcherEngine

extension DependencyGraph {
  /// Checks what the current graph declares, as ``verify()-swift.method`` does.
  ///
  /// - Returns: What was found out.
  /// - Throws: ``VerificationError`` with all problems.
  /// - Complexity: O(*n* + *e*) in the number of registrations and needs.
  @discardableResult
  public static func verify() throws -> VerificationReport { try current.verify() }

  /// Checks, without running a factory, that what is declared in this graph and its parents will be
  /// found.
  ///
  /// ```swift
  /// @Test func theProgramIsComplete() throws {
  ///   DependencyGraph.activate(AppDependencies.container)
  ///   try DependencyGraph.verify()
  /// }
  /// ```
  ///
  /// What is said is proven: by the types and scopes of registrations, and by what factories are
  /// known to ask for, as those of ``Dependency/init(_:autowired:file:line:)``. What closures
  /// inject is not known, and counted as that. May be called on any thread.
  ///
  /// - Returns: What was found out.
  /// - Throws: ``VerificationError`` with all problems; ``InjectionError/graphEnded(_:)``.
  /// - Complexity: O(*n* + *e*) in the number of registrations and needs, times that of active
  ///   containers.
  @discardableResult
  public func verify() throws -> VerificationReport {
    try VerificationError.check(verification(with: nil))
  }

  /// Activates a container in the current graph, after a check.
  ///
  /// - Parameters:
  ///   - container: The container.
  ///   - verifying: Whether the graph is verified as it will be; see ``verify()-swift.method``.
  /// - Throws: ``VerificationError`` with all problems; then the container is not activated.
  public static func activate(_ container: DependencyContainer, verifying: Bool) throws {
    try current.activate(container, verifying: verifying)
  }

  /// Activates a container in this graph, after a check.
  ///
  /// ```swift
  /// try graph.activate(container, verifying: true)
  /// ```
  ///
  /// - Parameters:
  ///   - container: The container.
  ///   - verifying: Whether the graph is verified as it will be; see ``verify()-swift.method``.
  /// - Throws: ``VerificationError`` with all problems; then the container is not activated.
  public func activate(_ container: DependencyContainer, verifying: Bool) throws {
    if verifying { _ = try VerificationError.check(verification(with: container)) }
    activate(container)
  }

  /// Activates a container in the current graph, after a check, and waits for what is eager.
  ///
  /// - Parameters:
  ///   - container: The container.
  ///   - verifying: Whether the graph is verified as it will be; see ``verify()-swift.method``.
  /// - Throws: ``VerificationError`` with all problems; then the container is not activated. Else
  ///   what ``activateAsync(_:)-swift.type.method`` throws.
  nonisolated(nonsending) public static func activateAsync(
    _ container: DependencyContainer, verifying: Bool
  ) async throws { try await current.activateAsync(container, verifying: verifying) }

  /// Activates a container in this graph, after a check, and waits for what is eager.
  ///
  /// - Parameters:
  ///   - container: The container.
  ///   - verifying: Whether the graph is verified as it will be; see ``verify()-swift.method``.
  /// - Throws: ``VerificationError`` with all problems; then the container is not activated. Else
  ///   what ``activateAsync(_:)-swift.method`` throws.
  nonisolated(nonsending) public func activateAsync(
    _ container: DependencyContainer, verifying: Bool
  ) async throws {
    // Only this thread knows that its changes have landed.
    ThreadRecord.current.followNotes()
    if verifying { try await verifyElsewhere(container) }
    try await activateAsync(container)
  }

  /// Verifies the graph with a container without blocking the caller's actor.
  @concurrent private func verifyElsewhere(_ container: DependencyContainer) async throws {
    _ = try VerificationError.check(verification(with: container))
  }

  /// Returns what is proven about the graph, as if a container were active.
  private func verification(with container: DependencyContainer?) throws -> Verification {
    do { return try graph.verify(with: container?.registry) } catch {
      throw InjectionError.wrapping(error)
    }
  }
}

extension DependencyContainer {
  /// Checks, without running a factory, what the container declares; what it does not declare may
  /// be declared elsewhere.
  ///
  /// - Returns: What was found out.
  /// - Throws: ``VerificationError`` with all problems.
  /// - Complexity: O(*n* + *e*) in the number of registrations and needs.
  @discardableResult
  public func verify() throws -> VerificationReport {
    try VerificationError.check(DeclaredRegistry.verify([registry], isOpen: true))
  }

  /// Checks, without running a factory, what the container and others declare as if they were
  /// active together, and nothing else.
  ///
  /// ```swift
  /// try appDependencies.verify(with: [sessionDependencies])
  /// ```
  ///
  /// - Parameter others: The other containers. What none of them declares is missing.
  /// - Returns: What was found out.
  /// - Throws: ``VerificationError`` with all problems.
  /// - Complexity: O(*n* + *e*) in the number of registrations and needs, times that of containers.
  @discardableResult
  public func verify(with others: [DependencyContainer]) throws -> VerificationReport {
    try VerificationError.check(
      DeclaredRegistry.verify([registry] + others.map(\.registry), isOpen: false))
  }

  /// Checks, without running a factory, what the container and others declare as if they were
  /// active together, and nothing else.
  ///
  /// - Parameter others: The other containers. What none of them declares is missing.
  /// - Returns: What was found out.
  /// - Throws: ``VerificationError`` with all problems.
  /// - Complexity: O(*n* + *e*) in the number of registrations and needs, times that of containers.
  @discardableResult
  public func verify(with others: DependencyContainer...) throws -> VerificationReport {
    try verify(with: others)
  }
}
