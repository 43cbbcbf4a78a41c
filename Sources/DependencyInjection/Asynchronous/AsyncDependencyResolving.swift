/// Something that dependencies with asynchronous factories are resolved from.
///
/// The convenience methods all go through the two requirements. Those are found last, so that a
/// call says where it is written.
public protocol AsyncDependencyResolving {
  /// Returns the dependency of a type.
  ///
  /// - Parameter type: The type that it was registered by.
  /// - Returns: The shared instance, or a new one.
  /// - Throws: ``ResolutionError``, or what a throwing factory throws.
  /// - Complexity: O(1). A shared instance that exists is read without a lock.
  @_disfavoredOverload
  nonisolated(nonsending) func tryResolve<Dependency: Sendable>(type: Dependency.Type) async throws
    -> Dependency

  /// Returns a new instance of the dependency of a type, made from arguments.
  ///
  /// - Parameters:
  ///   - type: The type that it was registered by.
  ///   - arguments: What the factory takes. Their number, order and static types
  ///     choose the registration.
  /// - Returns: The instance.
  /// - Throws: ``ResolutionError``, or what a throwing factory throws.
  /// - Complexity: O(1), plus the number of arguments.
  @_disfavoredOverload
  nonisolated(nonsending) func tryResolve<Dependency: Sendable, each Argument: Sendable>(
    type: Dependency.Type, arguments: repeat each Argument
  ) async throws -> Dependency
}

extension AsyncDependencyResolving {
  /// Returns the dependency of a type, or stops the program with the error's text.
  ///
  /// - Parameters:
  ///   - type: The type that it was registered by; by default, the expected type.
  ///   - file: The file of the resolution, for diagnostics.
  ///   - line: The line of the resolution, for diagnostics.
  /// - Returns: The shared instance, or a new one.
  /// - Complexity: O(1). A shared instance that exists is read without a lock.
  public nonisolated(nonsending) func resolve<Dependency: Sendable>(
    type: Dependency.Type = Dependency.self, file: StaticString = #fileID, line: UInt = #line
  ) async -> Dependency {
    do { return try await tryResolve(type:)(type) } catch {
      ResolutionError.trap(error, file, line)
    }
  }

  /// Returns a new instance of the dependency of a type, or stops the program with
  /// the error's text.
  ///
  /// - Parameters:
  ///   - type: The type that it was registered by; by default, the expected type.
  ///   - arguments: What the factory takes. Their number, order and static types
  ///     choose the registration.
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
