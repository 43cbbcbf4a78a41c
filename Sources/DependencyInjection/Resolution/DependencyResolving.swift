/// A type that resolves dependencies, such as the container that a factory receives.
///
/// The convenience methods all call the two requirements. The compiler prefers the convenience
/// methods, which add the source location of the call to errors.
public protocol DependencyResolving {
  /// Returns the dependency of a type.
  ///
  /// - Parameter type: The type of the registration.
  /// - Returns: The shared instance, or a new one.
  /// - Throws: ``ResolutionError``, or the error of the factory.
  /// - Complexity: O(1). A live shared instance is read without a lock.
  @_disfavoredOverload
  func tryResolve<Dependency>(type: Dependency.Type) throws -> Dependency

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
  func tryResolve<Dependency, each Argument>(
    type: Dependency.Type, arguments: repeat each Argument
  ) throws -> Dependency

  // A resolution with one argument is the usual case, and is faster without a parameter pack. Since
  // there is a default implementation, other conforming types need not implement this requirement.

  /// Resolves as ``tryResolve(type:arguments:)`` does, with one argument.
  func _tryResolve<Dependency, Argument>(
    type: Dependency.Type, oneArgument: Argument
  ) throws -> Dependency
}

extension DependencyResolving {
  /// Resolves as ``tryResolve(type:arguments:)`` does, with one argument.
  public func _tryResolve<Dependency, Argument>(
    type: Dependency.Type, oneArgument: Argument
  ) throws -> Dependency {
    try tryResolve(type:arguments:)(type, oneArgument)
  }
}

extension DependencyResolving {
  /// Returns the dependency of a type, or stops the program with the text of the error.
  ///
  /// - Parameters:
  ///   - type: The type of the registration; by default, the expected type.
  ///   - file: The file of the resolution, for diagnostics.
  ///   - line: The line of the resolution, for diagnostics.
  /// - Returns: The shared instance, or a new one.
  /// - Complexity: O(1). A live shared instance is read without a lock.
  @inlinable
  public func resolve<Dependency>(
    type: Dependency.Type = Dependency.self, file: StaticString = #fileID, line: UInt = #line
  ) -> Dependency {
    ResolutionError.trapping(try tryResolve(type:)(type), file, line)
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
  @inlinable
  public func resolve<Dependency, each Argument>(
    type: Dependency.Type = Dependency.self, arguments: repeat each Argument,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Dependency {
    ResolutionError.trapping(
      try tryResolve(type:arguments:)(type, repeat each arguments), file, line)
  }
}

/// The former name of the protocol for resolutions with an argument.
@available(*, deprecated, renamed: "DependencyResolving")
public typealias DependencyWithArgumentResolving = DependencyResolving

extension DependencyResolving {
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
  @inline(__always)
  public func tryResolve<Dependency>(
    type: Dependency.Type, file: StaticString = #fileID, line: UInt = #line
  ) throws -> Dependency {
    // The full name `tryResolve(type:)` denotes the protocol's requirement. The base name would
    // call this method again.
    do { return try tryResolve(type:)(type) } catch {
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
  @inline(__always)
  public func tryResolve<Dependency, each Argument>(
    type: Dependency.Type, arguments: repeat each Argument, file: StaticString = #fileID,
    line: UInt = #line
  ) throws -> Dependency {
    do { return try tryResolve(type:arguments:)(type, repeat each arguments) } catch {
      throw ResolutionError.placed(error, file, line)
    }
  }
}
