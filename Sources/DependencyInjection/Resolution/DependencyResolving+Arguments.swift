// The syntax of the first versions, for one, two and three arguments. These methods call the
// methods with `arguments:`.
//
// The metatype parameter makes the compiler use the static type of each argument. Without it, Swift
// 6 would open an existential argument, and use the type of its value.
extension DependencyResolving {
  /// Returns a new instance of the dependency of a type, created from one argument.
  ///
  /// - Throws: ``ResolutionError``, or the error of the factory.
  /// - Complexity: O(1).
  @inlinable
  public func tryResolve<Dependency, Argument>(
    type: Dependency.Type, argument: Argument,
    _: Argument.Type = Argument.self, file: StaticString = #fileID, line: UInt = #line
  ) throws -> Dependency {
    do { return try _tryResolve(type: type, oneArgument: argument) } catch {
      throw ResolutionError.placed(error, file, line)
    }
  }

  /// Returns a new instance of the dependency of a type, created from one argument; stops the
  /// program if the resolution fails.
  ///
  /// - Complexity: O(1).
  @inlinable
  public func resolve<Dependency, Argument>(
    type: Dependency.Type = Dependency.self, argument: Argument,
    _: Argument.Type = Argument.self, file: StaticString = #fileID, line: UInt = #line
  ) -> Dependency {
    ResolutionError.trapping(try _tryResolve(type: type, oneArgument: argument), file, line)
  }

  /// Returns a new instance of the dependency of a type, created from two arguments.
  ///
  /// - Throws: ``ResolutionError``, or the error of the factory.
  /// - Complexity: O(1).
  public func tryResolve<Dependency, Argument1, Argument2>(
    type: Dependency.Type, argument1: Argument1, argument2: Argument2,
    _: (Argument1, Argument2).Type = (Argument1, Argument2).self, file: StaticString = #fileID,
    line: UInt = #line
  ) throws -> Dependency {
    try tryResolve(type: type, arguments: argument1, argument2, file: file, line: line)
  }

  /// Returns a new instance of the dependency of a type, created from two arguments; stops the
  /// program if the resolution fails.
  ///
  /// - Complexity: O(1).
  @inlinable
  public func resolve<Dependency, Argument1, Argument2>(
    type: Dependency.Type = Dependency.self, argument1: Argument1, argument2: Argument2,
    _: (Argument1, Argument2).Type = (Argument1, Argument2).self, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Dependency {
    ResolutionError.trapping(
      try tryResolve(type:arguments:)(type, argument1, argument2), file, line)
  }

  /// Returns a new instance of the dependency of a type, created from three arguments.
  ///
  /// - Throws: ``ResolutionError``, or the error of the factory.
  /// - Complexity: O(1).
  public func tryResolve<Dependency, Argument1, Argument2, Argument3>(
    type: Dependency.Type, argument1: Argument1, argument2: Argument2, argument3: Argument3,
    _: (Argument1, Argument2, Argument3).Type = (Argument1, Argument2, Argument3).self,
    file: StaticString = #fileID, line: UInt = #line
  ) throws -> Dependency {
    try tryResolve(type: type, arguments: argument1, argument2, argument3, file: file, line: line)
  }

  /// Returns a new instance of the dependency of a type, created from three arguments; stops the
  /// program if the resolution fails.
  ///
  /// - Complexity: O(1).
  @inlinable
  public func resolve<Dependency, Argument1, Argument2, Argument3>(
    type: Dependency.Type = Dependency.self, argument1: Argument1, argument2: Argument2,
    argument3: Argument3,
    _: (Argument1, Argument2, Argument3).Type = (Argument1, Argument2, Argument3).self,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Dependency {
    ResolutionError.trapping(
      try tryResolve(type:arguments:)(type, argument1, argument2, argument3), file, line)
  }
}
