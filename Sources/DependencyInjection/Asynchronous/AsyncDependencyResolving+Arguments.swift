// The syntax of the first versions, for one, two and three arguments. These methods call the
// methods with `arguments:`.
//
// The metatype parameter makes the compiler use the static type of each argument. Without it, Swift
// 6 would open an existential argument, and use the type of its value.
extension AsyncDependencyResolving {
  /// Returns a new instance of the dependency of a type, created from one argument.
  ///
  /// - Throws: ``ResolutionError``, or the error of the factory.
  /// - Complexity: O(1).
  public nonisolated(nonsending) func tryResolve<Dependency: Sendable, Argument: Sendable>(
    type: Dependency.Type, argument: Argument,
    _: Argument.Type = Argument.self, file: StaticString = #fileID, line: UInt = #line
  ) async throws -> Dependency {
    try await tryResolve(type: type, arguments: argument, file: file, line: line)
  }

  /// Returns a new instance of the dependency of a type, created from one argument; stops the
  /// program if the resolution fails.
  ///
  /// - Complexity: O(1).
  public nonisolated(nonsending) func resolve<Dependency: Sendable, Argument: Sendable>(
    type: Dependency.Type = Dependency.self, argument: Argument,
    _: Argument.Type = Argument.self, file: StaticString = #fileID, line: UInt = #line
  ) async -> Dependency {
    await resolve(type: type, arguments: argument, file: file, line: line)
  }

  /// Returns a new instance of the dependency of a type, created from two arguments.
  ///
  /// - Throws: ``ResolutionError``, or the error of the factory.
  /// - Complexity: O(1).
  public nonisolated(nonsending) func tryResolve<
    Dependency: Sendable, Argument1: Sendable, Argument2: Sendable
  >(
    type: Dependency.Type, argument1: Argument1, argument2: Argument2,
    _: (Argument1, Argument2).Type = (Argument1, Argument2).self, file: StaticString = #fileID,
    line: UInt = #line
  ) async throws -> Dependency {
    try await tryResolve(type: type, arguments: argument1, argument2, file: file, line: line)
  }

  /// Returns a new instance of the dependency of a type, created from two arguments; stops the
  /// program if the resolution fails.
  ///
  /// - Complexity: O(1).
  public nonisolated(nonsending) func resolve<
    Dependency: Sendable, Argument1: Sendable, Argument2: Sendable
  >(
    type: Dependency.Type = Dependency.self, argument1: Argument1, argument2: Argument2,
    _: (Argument1, Argument2).Type = (Argument1, Argument2).self, file: StaticString = #fileID,
    line: UInt = #line
  ) async -> Dependency {
    await resolve(type: type, arguments: argument1, argument2, file: file, line: line)
  }

  /// Returns a new instance of the dependency of a type, created from three arguments.
  ///
  /// - Throws: ``ResolutionError``, or the error of the factory.
  /// - Complexity: O(1).
  public nonisolated(nonsending) func tryResolve<
    Dependency: Sendable, Argument1: Sendable, Argument2: Sendable, Argument3: Sendable
  >(
    type: Dependency.Type, argument1: Argument1, argument2: Argument2, argument3: Argument3,
    _: (Argument1, Argument2, Argument3).Type = (Argument1, Argument2, Argument3).self,
    file: StaticString = #fileID, line: UInt = #line
  ) async throws -> Dependency {
    try await tryResolve(
      type: type, arguments: argument1, argument2, argument3, file: file, line: line)
  }

  /// Returns a new instance of the dependency of a type, created from three arguments; stops the
  /// program if the resolution fails.
  ///
  /// - Complexity: O(1).
  public nonisolated(nonsending) func resolve<
    Dependency: Sendable, Argument1: Sendable, Argument2: Sendable, Argument3: Sendable
  >(
    type: Dependency.Type = Dependency.self, argument1: Argument1, argument2: Argument2,
    argument3: Argument3,
    _: (Argument1, Argument2, Argument3).Type = (Argument1, Argument2, Argument3).self,
    file: StaticString = #fileID, line: UInt = #line
  ) async -> Dependency {
    await resolve(type: type, arguments: argument1, argument2, argument3, file: file, line: line)
  }
}
