internal import StitcherEngine

extension Dependency where LocatorTrait == NameLocatedDependency {
  /// Registers a dependency that is found by a name.
  ///
  /// ```swift
  /// Dependency(named: "cache") { ImageCache() }
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  ///   - provider: Makes an instance.
  public init<each Parameter: Hashable, Failure: Error>(
    named name: String, file: StaticString = #fileID, line: UInt = #line,
    dependency provider:
      @Sendable @escaping @isolated(any) (repeat each Parameter) throws(Failure) -> T
  ) {
    self.init(
      locator: .name(name), factory: DependencyFactory(function: provider),
      location: SourceLocation(file: file, line: line))
  }

  /// Registers a dependency that is found by a name.
  ///
  /// - Parameters:
  ///   - nameRepresentation: What has the name as its description.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  ///   - provider: Makes an instance.
  public init<
    NameRepresentation: CustomStringConvertible, each Parameter: Hashable, Failure: Error
  >(
    named nameRepresentation: NameRepresentation, file: StaticString = #fileID,
    line: UInt = #line,
    dependency provider:
      @Sendable @escaping @isolated(any) (repeat each Parameter) throws(Failure) -> T
  ) {
    self.init(named: nameRepresentation.description, file: file, line: line, dependency: provider)
  }

  /// Registers a dependency that is found by a name.
  ///
  /// ```swift
  /// enum Caches: String { case avatars, photos }
  ///
  /// Dependency(named: Caches.avatars) { ImageCache() }
  /// ```
  ///
  /// - Parameters:
  ///   - nameRepresentation: What has the name as its raw value.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  ///   - provider: Makes an instance.
  public init<NameRepresentation: RawRepresentable, each Parameter: Hashable, Failure: Error>(
    named nameRepresentation: NameRepresentation, file: StaticString = #fileID,
    line: UInt = #line,
    dependency provider:
      @Sendable @escaping @isolated(any) (repeat each Parameter) throws(Failure) -> T
  ) where NameRepresentation.RawValue == String {
    self.init(named: nameRepresentation.rawValue, file: file, line: line, dependency: provider)
  }

  /// Registers a dependency that is found by a name. The raw value wins over the description.
  ///
  /// - Parameters:
  ///   - nameRepresentation: What has the name as its raw value.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  ///   - provider: Makes an instance.
  public init<
    NameRepresentation: RawRepresentable & CustomStringConvertible, each Parameter: Hashable,
    Failure: Error
  >(
    named nameRepresentation: NameRepresentation, file: StaticString = #fileID,
    line: UInt = #line,
    dependency provider:
      @Sendable @escaping @isolated(any) (repeat each Parameter) throws(Failure) -> T
  ) where NameRepresentation.RawValue == String {
    self.init(named: nameRepresentation.rawValue, file: file, line: line, dependency: provider)
  }
}

extension Dependency where LocatorTrait == ValueLocatedDependency {
  /// Registers a dependency that is found by a value.
  ///
  /// ```swift
  /// struct Thumbnail: Hashable { var width: Int }
  ///
  /// Dependency(for: Thumbnail(width: 64)) { ImageCache() }
  /// ```
  ///
  /// - Parameters:
  ///   - value: The value. Its `hash(into:)` and `==` must not change while it is in use.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  ///   - provider: Makes an instance.
  public init<V: Hashable, each Parameter: Hashable, Failure: Error>(
    for value: V, file: StaticString = #fileID, line: UInt = #line,
    dependency provider:
      @Sendable @escaping @isolated(any) (repeat each Parameter) throws(Failure) -> T
  ) {
    self.init(
      locator: .value(value), factory: DependencyFactory(function: provider),
      location: SourceLocation(file: file, line: line))
  }
}
