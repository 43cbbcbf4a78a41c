// The initializers with the label that was misspelled when it was introduced. They keep working.

extension Dependency where LocatorTrait == MaybeTypeLocatedDependency {
  /// Registers a dependency; the label is misspelled.
  @available(*, deprecated, message: "Write 'dependency:' instead of 'dependecy:'.")
  @_disfavoredOverload
  public init<each Parameter: Hashable, Failure: Error>(
    file: StaticString = #fileID, line: UInt = #line,
    dependecy provider:
      @Sendable @escaping @isolated(any) (repeat each Parameter) throws(Failure) -> T
  ) {
    self.init(file: file, line: line, dependency: provider)
  }
}

extension Dependency where LocatorTrait == TypeLocatedDependency {
  /// Registers a dependency; the label is misspelled.
  @available(*, deprecated, message: "Write 'dependency:' instead of 'dependecy:'.")
  @_disfavoredOverload
  public init<S, each Parameter: Hashable, Failure: Error>(
    conformingTo secondaryType: S.Type, file: StaticString = #fileID, line: UInt = #line,
    dependecy provider:
      @Sendable @escaping @isolated(any) (repeat each Parameter) throws(Failure) -> T
  ) {
    self.init(conformingTo: secondaryType, file: file, line: line, dependency: provider)
  }
}

extension Dependency where LocatorTrait == TypeLocatedDependency {
  /// Registers a dependency; the label is misspelled.
  @available(*, deprecated, message: "Write 'dependency:' instead of 'dependecy:'.")
  @_disfavoredOverload
  public init<S, each Parameter: Hashable, Failure: Error>(
    inheritingFrom secondaryType: S.Type, file: StaticString = #fileID, line: UInt = #line,
    dependecy provider:
      @Sendable @escaping @isolated(any) (repeat each Parameter) throws(Failure) -> T
  ) {
    self.init(inheritingFrom: secondaryType, file: file, line: line, dependency: provider)
  }
}

extension Dependency where LocatorTrait == NameLocatedDependency {
  /// Registers a dependency; the label is misspelled.
  @available(*, deprecated, message: "Write 'dependency:' instead of 'dependecy:'.")
  @_disfavoredOverload
  public init<each Parameter: Hashable, Failure: Error>(
    named name: String, file: StaticString = #fileID, line: UInt = #line,
    dependecy provider:
      @Sendable @escaping @isolated(any) (repeat each Parameter) throws(Failure) -> T
  ) {
    self.init(named: name, file: file, line: line, dependency: provider)
  }
}

extension Dependency where LocatorTrait == NameLocatedDependency {
  /// Registers a dependency; the label is misspelled.
  @available(*, deprecated, message: "Write 'dependency:' instead of 'dependecy:'.")
  @_disfavoredOverload
  public init<Name: CustomStringConvertible, each Parameter: Hashable, Failure: Error>(
    named name: Name, file: StaticString = #fileID, line: UInt = #line,
    dependecy provider:
      @Sendable @escaping @isolated(any) (repeat each Parameter) throws(Failure) -> T
  ) {
    self.init(named: name.description, file: file, line: line, dependency: provider)
  }
}

extension Dependency where LocatorTrait == NameLocatedDependency {
  /// Registers a dependency; the label is misspelled.
  @available(*, deprecated, message: "Write 'dependency:' instead of 'dependecy:'.")
  @_disfavoredOverload
  public init<Name: RawRepresentable, each Parameter: Hashable, Failure: Error>(
    named name: Name, file: StaticString = #fileID, line: UInt = #line,
    dependecy provider:
      @Sendable @escaping @isolated(any) (repeat each Parameter) throws(Failure) -> T
  ) where Name.RawValue == String {
    self.init(named: name.rawValue, file: file, line: line, dependency: provider)
  }
}

extension Dependency where LocatorTrait == NameLocatedDependency {
  /// Registers a dependency; the label is misspelled.
  @available(*, deprecated, message: "Write 'dependency:' instead of 'dependecy:'.")
  @_disfavoredOverload
  public init<
    Name: RawRepresentable & CustomStringConvertible, each Parameter: Hashable, Failure: Error
  >(
    named name: Name, file: StaticString = #fileID, line: UInt = #line,
    dependecy provider:
      @Sendable @escaping @isolated(any) (repeat each Parameter) throws(Failure) -> T
  ) where Name.RawValue == String {
    self.init(named: name.rawValue, file: file, line: line, dependency: provider)
  }
}

extension Dependency where LocatorTrait == ValueLocatedDependency {
  /// Registers a dependency; the label is misspelled.
  @available(*, deprecated, message: "Write 'dependency:' instead of 'dependecy:'.")
  @_disfavoredOverload
  public init<V: Hashable, each Parameter: Hashable, Failure: Error>(
    for value: V, file: StaticString = #fileID, line: UInt = #line,
    dependecy provider:
      @Sendable @escaping @isolated(any) (repeat each Parameter) throws(Failure) -> T
  ) {
    self.init(for: value, file: file, line: line, dependency: provider)
  }
}
