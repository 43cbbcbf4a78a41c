/// A type that resolves dependencies with asynchronous factories.
///
/// The convenience methods all call the two requirements. The compiler prefers the convenience
/// methods, which add the source location of the call to errors.
public protocol AsyncDependencyResolving {
  /// Returns the dependency of a type.
  ///
  /// - Parameter type: The type of the registration.
  /// - Returns: The shared instance, or a new one.
  /// - Throws: ``ResolutionError``, or the error of the factory.
  /// - Complexity: O(1). A live shared instance is read without a lock.
  @_disfavoredOverload
  nonisolated(nonsending) func tryResolve<Dependency: Sendable>(type: Dependency.Type) async throws
    -> Dependency

  /// Returns a new instance of the dependency of a type, created from arguments.
  ///
  /// - Parameters:
  ///   - type: The type of the registration.
  ///   - arguments: The arguments of the factory. Their number, order and static types select the
  ///     registration.
  /// - Returns: The instance.
  /// - Throws: ``ResolutionError``, or the error of the factory.
  /// - Complexity: O(1), plus the number of arguments.
  @_disfavoredOverload
  nonisolated(nonsending) func tryResolve<Dependency: Sendable, each Argument: Sendable>(
    type: Dependency.Type, arguments: repeat each Argument
  ) async throws -> Dependency
}

extension AsyncDependencyResolving {
  /// Returns the dependency of a type, or stops the program with the text of the error.
  ///
  /// - Parameters:
  ///   - type: The type of the registration; by default, the expected type.
  ///   - file: The file of the resolution, for diagnostics.
  ///   - line: The line of the resolution, for diagnostics.
  /// - Returns: The shared instance, or a new one.
  /// - Complexity: O(1). A live shared instance is read without a lock.
  public nonisolated(nonsending) func resolve<Dependency: Sendable>(
    type: Dependency.Type = Dependency.self, file: StaticString = #fileID, line: UInt = #line
  ) async -> Dependency {
    do { return try await tryResolve(type:)(type) } catch {
      ResolutionError.trap(error, file, line)
    }
  }

  /// Returns a new instance of a type, created from arguments, or stops the program with the text
  /// of the error.
  ///
  /// - Parameters:
  ///   - type: The type of the registration; by default, the expected type.
  ///   - arguments: The arguments of the factory. Their number, order and static types select the
  ///     registration.
  ///   - file: The file of the resolution, for diagnostics.
  ///   - line: The line of the resolution, for diagnostics.
  /// - Returns: The instance.
  /// - Complexity: O(1), plus the number of arguments.
  public nonisolated(nonsending) func resolve<Dependency: Sendable, each Argument: Sendable>(
    type: Dependency.Type = Dependency.self, arguments: repeat each Argument,
    file: StaticString = #fileID, line: UInt = #line
  ) async -> Dependency {
    do {
      return try await tryResolve(type:arguments:)(type, repeat each arguments)
    } catch { ResolutionError.trap(error, file, line) }
  }
}

extension AsyncDependencyResolving {
  /// Returns the dependency of a type.
  ///
  /// - Parameters:
  ///   - type: The type of the registration.
  ///   - file: The file of the resolution, for errors.
  ///   - line: The line of the resolution, for errors.
  /// - Returns: The shared instance, or a new one.
  /// - Throws: ``ResolutionError``, or the error of the factory.
  /// - Complexity: O(1). A live shared instance is read without a lock.
  @inlinable
  public nonisolated(nonsending) func tryResolve<Dependency: Sendable>(
    type: Dependency.Type, file: StaticString = #fileID, line: UInt = #line
  ) async throws -> Dependency {
    // The full name `tryResolve(type:)` denotes the protocol's requirement. The base name would
    // call this method again.
    do { return try await tryResolve(type:)(type) } catch {
      throw ResolutionError.placed(error, file, line)
    }
  }

  /// Returns a new instance of the dependency of a type, created from arguments.
  ///
  /// - Parameters:
  ///   - type: The type of the registration.
  ///   - arguments: The arguments of the factory. Their number, order and static types select the
  ///     registration.
  ///   - file: The file of the resolution, for errors.
  ///   - line: The line of the resolution, for errors.
  /// - Returns: The instance.
  /// - Throws: ``ResolutionError``, or the error of the factory.
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
