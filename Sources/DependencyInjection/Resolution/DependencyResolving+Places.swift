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
