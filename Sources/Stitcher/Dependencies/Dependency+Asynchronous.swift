internal import StitcherEngine

// The initializers for asynchronous factories. A closure that awaits, or says `async`, is one; any
// other is taken by the forms in the other files.

extension Dependency where LocatorTrait == MaybeTypeLocatedDependency {
  /// Registers a dependency that is found by its type and made asynchronously.
  ///
  /// ```swift
  /// Dependency { try await Database.open(at: url) }
  ///   .scope(.singleton)
  /// ```
  ///
  /// `injectAsync` makes it, in a task of its own if the scope keeps it. However many threads and
  /// tasks ask, there is one creation. What is alive is found by every form of `inject`; else that
  /// throws ``InjectionError/asynchronousDependency(_:)``.
  ///
  /// - Parameters:
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  ///   - provider: Makes an instance; see ``Dependency``.
  @_disfavoredOverload
  public init<each Parameter: Hashable & Sendable, Failure: Error>(
    file: StaticString = #fileID, line: UInt = #line,
    dependency provider:
      @Sendable @escaping @isolated(any) (repeat each Parameter) async throws(Failure) -> T
  ) where T: Sendable {
    self.init(
      locator: .type(T.self), factory: DependencyFactory(asynchronous: provider),
      location: SourceLocation(file: file, line: line))
  }
}

extension Dependency where LocatorTrait == TypeLocatedDependency {
  /// Registers a dependency that is found by its type and by a protocol, and made asynchronously.
  ///
  /// - Parameters:
  ///   - secondaryType: The protocol; that the type conforms is checked when it is injected.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  ///   - provider: Makes an instance; see ``Dependency``.
  @_disfavoredOverload
  public init<S, each Parameter: Hashable & Sendable, Failure: Error>(
    conformingTo secondaryType: S.Type, file: StaticString = #fileID, line: UInt = #line,
    dependency provider:
      @Sendable @escaping @isolated(any) (repeat each Parameter) async throws(Failure) -> T
  ) where T: Sendable {
    self.init(
      locator: .type(T.self, S.self), factory: DependencyFactory(asynchronous: provider),
      location: SourceLocation(file: file, line: line))
  }

  /// Registers a dependency that is found by its type and by a superclass, and made asynchronously.
  ///
  /// - Parameters:
  ///   - secondaryType: The superclass; that the type inherits is checked when it is injected.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  ///   - provider: Makes an instance; see ``Dependency``.
  @_disfavoredOverload
  public init<S, each Parameter: Hashable & Sendable, Failure: Error>(
    inheritingFrom secondaryType: S.Type, file: StaticString = #fileID, line: UInt = #line,
    dependency provider:
      @Sendable @escaping @isolated(any) (repeat each Parameter) async throws(Failure) -> T
  ) where T: Sendable {
    self.init(
      locator: .type(T.self, S.self), factory: DependencyFactory(asynchronous: provider),
      location: SourceLocation(file: file, line: line))
  }
}

extension Dependency where LocatorTrait == NameLocatedDependency {
  /// Registers a dependency that is found by a name and made asynchronously.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  ///   - provider: Makes an instance; see ``Dependency``.
  @_disfavoredOverload
  public init<each Parameter: Hashable & Sendable, Failure: Error>(
    named name: String, file: StaticString = #fileID, line: UInt = #line,
    dependency provider:
      @Sendable @escaping @isolated(any) (repeat each Parameter) async throws(Failure) -> T
  ) where T: Sendable {
    self.init(
      locator: .name(name), factory: DependencyFactory(asynchronous: provider),
      location: SourceLocation(file: file, line: line))
  }

  /// Registers a dependency that is found by a name and made asynchronously.
  ///
  /// - Parameters:
  ///   - name: What has the name as its description.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  ///   - provider: Makes an instance; see ``Dependency``.
  @_disfavoredOverload
  public init<Name: CustomStringConvertible, each Parameter: Hashable & Sendable, Failure: Error>(
    named name: Name, file: StaticString = #fileID, line: UInt = #line,
    dependency provider:
      @Sendable @escaping @isolated(any) (repeat each Parameter) async throws(Failure) -> T
  ) where T: Sendable {
    self.init(named: name.description, file: file, line: line, dependency: provider)
  }

  /// Registers a dependency that is found by a name and made asynchronously.
  ///
  /// - Parameters:
  ///   - name: What has the name as its raw value.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  ///   - provider: Makes an instance; see ``Dependency``.
  @_disfavoredOverload
  public init<Name: RawRepresentable, each Parameter: Hashable & Sendable, Failure: Error>(
    named name: Name, file: StaticString = #fileID, line: UInt = #line,
    dependency provider:
      @Sendable @escaping @isolated(any) (repeat each Parameter) async throws(Failure) -> T
  ) where T: Sendable, Name.RawValue == String {
    self.init(named: name.rawValue, file: file, line: line, dependency: provider)
  }

  /// Registers a dependency that is found by a name and made asynchronously. The raw value wins.
  ///
  /// - Parameters:
  ///   - name: What has the name as its raw value.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  ///   - provider: Makes an instance; see ``Dependency``.
  @_disfavoredOverload
  public init<
    Name: RawRepresentable & CustomStringConvertible, each Parameter: Hashable & Sendable,
    Failure: Error
  >(
    named name: Name, file: StaticString = #fileID, line: UInt = #line,
    dependency provider:
      @Sendable @escaping @isolated(any) (repeat each Parameter) async throws(Failure) -> T
  ) where T: Sendable, Name.RawValue == String {
    self.init(named: name.rawValue, file: file, line: line, dependency: provider)
  }
}

extension Dependency where LocatorTrait == ValueLocatedDependency {
  /// Registers a dependency that is found by a value and made asynchronously.
  ///
  /// - Parameters:
  ///   - value: The value. Its `hash(into:)` and `==` must not change while it is in use.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  ///   - provider: Makes an instance; see ``Dependency``.
  @_disfavoredOverload
  public init<V: Hashable, each Parameter: Hashable & Sendable, Failure: Error>(
    for value: V, file: StaticString = #fileID, line: UInt = #line,
    dependency provider:
      @Sendable @escaping @isolated(any) (repeat each Parameter) async throws(Failure) -> T
  ) where T: Sendable {
    self.init(
      locator: .value(value), factory: DependencyFactory(asynchronous: provider),
      location: SourceLocation(file: file, line: line))
  }
}
