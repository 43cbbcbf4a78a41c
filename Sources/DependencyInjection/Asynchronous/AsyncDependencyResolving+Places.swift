extension AsyncDependencyResolving {
  /// Returns the dependency of a type.
  ///
  /// - Parameters:
  ///   - type: The type that it was registered by.
  ///   - file: The file of the resolution, for errors.
  ///   - line: The line of the resolution, for errors.
  /// - Returns: The shared instance, or a new one.
  /// - Throws: ``ResolutionError``, or what a throwing factory throws.
  /// - Complexity: O(1). A shared instance that exists is read without a lock.
  @inlinable
  public nonisolated(nonsending) func tryResolve<Dependency: Sendable>(
    type: Dependency.Type, file: StaticString = #fileID, line: UInt = #line
  ) async throws -> Dependency {
    // By its full name, that is the requirement; else it would be this method.
    do { return try await tryResolve(type:)(type) } catch {
      throw ResolutionError.placed(error, file, line)
    }
  }

  /// Returns a new instance of the dependency of a type, made from arguments.
  ///
  /// - Parameters:
  ///   - type: The type that it was registered by.
  ///   - arguments: What the factory takes. Their number, order and static types
  ///     choose the registration.
  ///   - file: The file of the resolution, for errors.
  ///   - line: The line of the resolution, for errors.
  /// - Returns: The instance.
  /// - Throws: ``ResolutionError``, or what a throwing factory throws.
  /// - Complexity: O(1), plus the number of arguments.
  @inlinable
  public nonisolated(nonsending) func tryResolve<Dependency: Sendable, each Argument: Sendable>(
    type: Dependency.Type, arguments: repeat each Argument, file: StaticString = #fileID,
    line: UInt = #line
  ) async throws -> Dependency {
    do { return try await tryResolve(type:arguments:)(type, repeat each arguments) } catch {
      throw ResolutionError.placed(error, file, line)
    }
  }
}
