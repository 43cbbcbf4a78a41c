/// Something that dependencies are resolved from, such as the container that a factory
/// is called with.
///
/// The convenience methods all go through the two requirements. Those are found last, so that a
/// call says where it is written.
public protocol DependencyResolving {
  /// Returns the dependency of a type.
  ///
  /// - Parameter type: The type that it was registered by.
  /// - Returns: The shared instance, or a new one.
  /// - Throws: ``ResolutionError``, or what a throwing factory throws.
  /// - Complexity: O(1). A shared instance that exists is read without a lock.
  @_disfavoredOverload
  func tryResolve<Dependency>(type: Dependency.Type) throws -> Dependency

  /// Returns a new instance of the dependency of a type, made from arguments.
  ///
  /// - Parameters:
  ///   - type: The type that it was registered by; by default, the expected type.
  ///   - arguments: What the factory takes. Their number, order and static types
  ///     choose the registration.
  /// - Returns: The instance.
  /// - Throws: ``ResolutionError``, or what a throwing factory throws.
  /// - Complexity: O(1), plus the number of arguments.
  @_disfavoredOverload
  func tryResolve<Dependency, each Argument>(
    type: Dependency.Type, arguments: repeat each Argument
  ) throws -> Dependency

  // One argument is the usual case, and costs less without a pack. There is a default, so that
  // nothing but a container has to know of it.

  /// Does what ``tryResolve(type:arguments:)`` does with one argument.
  func _tryResolve<Dependency, Argument>(
    type: Dependency.Type, oneArgument: Argument
  ) throws -> Dependency
}

extension DependencyResolving {
  /// Does what ``tryResolve(type:arguments:)`` does with one argument.
  public func _tryResolve<Dependency, Argument>(
    type: Dependency.Type, oneArgument: Argument
  ) throws -> Dependency {
    try tryResolve(type:arguments:)(type, oneArgument)
  }
}

extension DependencyResolving {
  /// Returns the dependency of a type, or stops the program with the error's text.
  ///
  /// - Parameters:
  ///   - type: The type that it was registered by; by default, the expected type.
  ///   - file: The file of the resolution, for diagnostics.
  ///   - line: The line of the resolution, for diagnostics.
  /// - Returns: The shared instance, or a new one.
  /// - Complexity: O(1). A shared instance that exists is read without a lock.
  @inlinable
  public func resolve<Dependency>(
    type: Dependency.Type = Dependency.self, file: StaticString = #fileID, line: UInt = #line
  ) -> Dependency {
    ResolutionError.trapping(try tryResolve(type:)(type), file, line)
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
  ///   - type: The type that it was registered by.
  ///   - file: The file of the resolution, for errors.
  ///   - line: The line of the resolution, for errors.
  /// - Returns: The shared instance, or a new one.
  /// - Throws: ``ResolutionError``, or what a throwing factory throws.
  /// - Complexity: O(1). A shared instance that exists is read without a lock.
  @inlinable
  @inline(__always)
  public func tryResolve<Dependency>(
    type: Dependency.Type, file: StaticString = #fileID, line: UInt = #line
  ) throws -> Dependency {
    // By its full name, that is the requirement; else it would be this method.
    do { return try tryResolve(type:)(type) } catch {
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
