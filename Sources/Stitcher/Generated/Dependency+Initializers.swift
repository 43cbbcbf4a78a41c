// Generated from Scripts/overloads.template: edit that, and run Scripts/overloads.sh.

internal import StitcherEngine

// A closure that awaits, or that is declared `async`, chooses the form for asynchronous factories,
// since the other forms do not accept it. A closure without parameters chooses the form without:
// calling it needs no parameter pack, which would cost as much as the rest of a creation.

extension Dependency where LocatorTrait == MaybeTypeLocatedDependency {
  /// Registers a dependency that is found by its type; its factory takes no parameters.
  ///
  /// ```swift
  /// Dependency { ImageCache() }
  /// ```
  ///
  /// - Parameters:
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  ///   - provider: Creates an instance; see ``Dependency``.
  public init<Failure: Error>(
    file: StaticString = #fileID, line: UInt = #line,
    dependency provider: @Sendable @escaping @isolated(any) () throws(Failure) -> T
  ) {
    self.init(
      locator: .type(T.self), factory: DependencyFactory(function: provider),
      location: SourceLocation(file: file, line: line))
  }
}

extension Dependency where LocatorTrait == MaybeTypeLocatedDependency {
  /// Registers a dependency that is found by its type; an injection passes the parameters of its
  /// factory.
  ///
  /// ```swift
  /// Dependency { (size: Int) in ImageCache(size: size) }
  /// ```
  ///
  /// - Parameters:
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  ///   - provider: Creates an instance; see ``Dependency``.
  public init<each Parameter: Hashable, Failure: Error>(
    file: StaticString = #fileID, line: UInt = #line,
    dependency provider:
      @Sendable @escaping @isolated(any) (repeat each Parameter) throws(Failure) -> T
  ) {
    self.init(
      locator: .type(T.self), factory: DependencyFactory(function: provider),
      location: SourceLocation(file: file, line: line))
  }
}

extension Dependency where LocatorTrait == MaybeTypeLocatedDependency {
  /// Registers a dependency that is found by its type; its factory is asynchronous.
  ///
  /// ```swift
  /// Dependency { try await Database.open(at: url) }
  ///   .scope(.singleton)
  /// ```
  ///
  /// `injectAsync` runs the factory, in a task of its own if the scope keeps the instance. However
  /// many threads and tasks request the dependency, one instance is created. Each form of
  /// `inject` finds a live instance; without one, it throws
  /// ``InjectionError/asynchronousDependency(_:)``.
  ///
  /// - Parameters:
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  ///   - provider: Creates an instance; see ``Dependency``.
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
  /// Registers a dependency that is found by its type and by a protocol; its factory takes no
  /// parameters.
  ///
  /// ```swift
  /// Dependency(conformingTo: (any NoteStore).self) { FileNoteStore() }
  /// ```
  ///
  /// - Parameters:
  ///   - secondaryType: The protocol. If the type does not conform, an injection of the protocol
  ///     throws an error.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  ///   - provider: Creates an instance; see ``Dependency``.
  public init<S, Failure: Error>(
    conformingTo secondaryType: S.Type, file: StaticString = #fileID, line: UInt = #line,
    dependency provider: @Sendable @escaping @isolated(any) () throws(Failure) -> T
  ) {
    self.init(
      locator: .type(T.self, S.self), factory: DependencyFactory(function: provider),
      location: SourceLocation(file: file, line: line))
  }
}

extension Dependency where LocatorTrait == TypeLocatedDependency {
  /// Registers a dependency that is found by its type and by a protocol; an injection passes the
  /// parameters of its factory.
  ///
  /// - Parameters:
  ///   - secondaryType: The protocol. If the type does not conform, an injection of the protocol
  ///     throws an error.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  ///   - provider: Creates an instance; see ``Dependency``.
  public init<S, each Parameter: Hashable, Failure: Error>(
    conformingTo secondaryType: S.Type, file: StaticString = #fileID, line: UInt = #line,
    dependency provider:
      @Sendable @escaping @isolated(any) (repeat each Parameter) throws(Failure) -> T
  ) {
    self.init(
      locator: .type(T.self, S.self), factory: DependencyFactory(function: provider),
      location: SourceLocation(file: file, line: line))
  }
}

extension Dependency where LocatorTrait == TypeLocatedDependency {
  /// Registers a dependency that is found by its type and by a protocol; its factory is
  /// asynchronous.
  ///
  /// - Parameters:
  ///   - secondaryType: The protocol. If the type does not conform, an injection of the protocol
  ///     throws an error.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  ///   - provider: Creates an instance; see ``Dependency``.
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
}

extension Dependency where LocatorTrait == TypeLocatedDependency {
  /// Registers a dependency that is found by its type and by a superclass; its factory takes no
  /// parameters.
  ///
  /// ```swift
  /// Dependency(inheritingFrom: Store.self) { FileNoteStore() }
  /// ```
  ///
  /// - Parameters:
  ///   - secondaryType: The superclass. If the type is no subclass, an injection of the superclass
  ///     throws an error.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  ///   - provider: Creates an instance; see ``Dependency``.
  public init<S, Failure: Error>(
    inheritingFrom secondaryType: S.Type, file: StaticString = #fileID, line: UInt = #line,
    dependency provider: @Sendable @escaping @isolated(any) () throws(Failure) -> T
  ) {
    self.init(
      locator: .type(T.self, S.self), factory: DependencyFactory(function: provider),
      location: SourceLocation(file: file, line: line))
  }
}

extension Dependency where LocatorTrait == TypeLocatedDependency {
  /// Registers a dependency that is found by its type and by a superclass; an injection passes the
  /// parameters of its factory.
  ///
  /// - Parameters:
  ///   - secondaryType: The superclass. If the type is no subclass, an injection of the superclass
  ///     throws an error.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  ///   - provider: Creates an instance; see ``Dependency``.
  public init<S, each Parameter: Hashable, Failure: Error>(
    inheritingFrom secondaryType: S.Type, file: StaticString = #fileID, line: UInt = #line,
    dependency provider:
      @Sendable @escaping @isolated(any) (repeat each Parameter) throws(Failure) -> T
  ) {
    self.init(
      locator: .type(T.self, S.self), factory: DependencyFactory(function: provider),
      location: SourceLocation(file: file, line: line))
  }
}

extension Dependency where LocatorTrait == TypeLocatedDependency {
  /// Registers a dependency that is found by its type and by a superclass; its factory is
  /// asynchronous.
  ///
  /// - Parameters:
  ///   - secondaryType: The superclass. If the type is no subclass, an injection of the superclass
  ///     throws an error.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  ///   - provider: Creates an instance; see ``Dependency``.
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
  /// Registers a dependency that is found by a name; its factory takes no parameters.
  ///
  /// ```swift
  /// Dependency(named: "cache") { ImageCache() }
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  ///   - provider: Creates an instance; see ``Dependency``.
  public init<Failure: Error>(
    named name: String, file: StaticString = #fileID, line: UInt = #line,
    dependency provider: @Sendable @escaping @isolated(any) () throws(Failure) -> T
  ) {
    self.init(
      locator: .name(name), factory: DependencyFactory(function: provider),
      location: SourceLocation(file: file, line: line))
  }
}

extension Dependency where LocatorTrait == NameLocatedDependency {
  /// Registers a dependency that is found by a name; an injection passes the parameters of its
  /// factory.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  ///   - provider: Creates an instance; see ``Dependency``.
  public init<each Parameter: Hashable, Failure: Error>(
    named name: String, file: StaticString = #fileID, line: UInt = #line,
    dependency provider:
      @Sendable @escaping @isolated(any) (repeat each Parameter) throws(Failure) -> T
  ) {
    self.init(
      locator: .name(name), factory: DependencyFactory(function: provider),
      location: SourceLocation(file: file, line: line))
  }
}

extension Dependency where LocatorTrait == NameLocatedDependency {
  /// Registers a dependency that is found by a name; its factory is asynchronous.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  ///   - provider: Creates an instance; see ``Dependency``.
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
}

extension Dependency where LocatorTrait == NameLocatedDependency {
  /// Registers a dependency that is found by a name; its factory takes no parameters.
  ///
  /// - Parameters:
  ///   - name: A value. Its `description` is the name.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  ///   - provider: Creates an instance; see ``Dependency``.
  public init<Name: CustomStringConvertible, Failure: Error>(
    named name: Name, file: StaticString = #fileID, line: UInt = #line,
    dependency provider: @Sendable @escaping @isolated(any) () throws(Failure) -> T
  ) {
    self.init(
      locator: .name(name.description), factory: DependencyFactory(function: provider),
      location: SourceLocation(file: file, line: line))
  }
}

extension Dependency where LocatorTrait == NameLocatedDependency {
  /// Registers a dependency that is found by a name; an injection passes the parameters of its
  /// factory.
  ///
  /// - Parameters:
  ///   - name: A value. Its `description` is the name.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  ///   - provider: Creates an instance; see ``Dependency``.
  public init<Name: CustomStringConvertible, each Parameter: Hashable, Failure: Error>(
    named name: Name, file: StaticString = #fileID, line: UInt = #line,
    dependency provider:
      @Sendable @escaping @isolated(any) (repeat each Parameter) throws(Failure) -> T
  ) {
    self.init(
      locator: .name(name.description), factory: DependencyFactory(function: provider),
      location: SourceLocation(file: file, line: line))
  }
}

extension Dependency where LocatorTrait == NameLocatedDependency {
  /// Registers a dependency that is found by a name; its factory is asynchronous.
  ///
  /// - Parameters:
  ///   - name: A value. Its `description` is the name.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  ///   - provider: Creates an instance; see ``Dependency``.
  @_disfavoredOverload
  public init<Name: CustomStringConvertible, each Parameter: Hashable & Sendable, Failure: Error>(
    named name: Name, file: StaticString = #fileID, line: UInt = #line,
    dependency provider:
      @Sendable @escaping @isolated(any) (repeat each Parameter) async throws(Failure) -> T
  ) where T: Sendable {
    self.init(
      locator: .name(name.description), factory: DependencyFactory(asynchronous: provider),
      location: SourceLocation(file: file, line: line))
  }
}

extension Dependency where LocatorTrait == NameLocatedDependency {
  /// Registers a dependency that is found by a name; its factory takes no parameters.
  ///
  /// ```swift
  /// Dependency(named: Caches.avatars) { ImageCache() }
  /// ```
  ///
  /// - Parameters:
  ///   - name: A value. Its `rawValue` is the name.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  ///   - provider: Creates an instance; see ``Dependency``.
  public init<Name: RawRepresentable, Failure: Error>(
    named name: Name, file: StaticString = #fileID, line: UInt = #line,
    dependency provider: @Sendable @escaping @isolated(any) () throws(Failure) -> T
  ) where Name.RawValue == String {
    self.init(
      locator: .name(name.rawValue), factory: DependencyFactory(function: provider),
      location: SourceLocation(file: file, line: line))
  }
}

extension Dependency where LocatorTrait == NameLocatedDependency {
  /// Registers a dependency that is found by a name; an injection passes the parameters of its
  /// factory.
  ///
  /// - Parameters:
  ///   - name: A value. Its `rawValue` is the name.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  ///   - provider: Creates an instance; see ``Dependency``.
  public init<Name: RawRepresentable, each Parameter: Hashable, Failure: Error>(
    named name: Name, file: StaticString = #fileID, line: UInt = #line,
    dependency provider:
      @Sendable @escaping @isolated(any) (repeat each Parameter) throws(Failure) -> T
  ) where Name.RawValue == String {
    self.init(
      locator: .name(name.rawValue), factory: DependencyFactory(function: provider),
      location: SourceLocation(file: file, line: line))
  }
}

extension Dependency where LocatorTrait == NameLocatedDependency {
  /// Registers a dependency that is found by a name; its factory is asynchronous.
  ///
  /// - Parameters:
  ///   - name: A value. Its `rawValue` is the name.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  ///   - provider: Creates an instance; see ``Dependency``.
  @_disfavoredOverload
  public init<Name: RawRepresentable, each Parameter: Hashable & Sendable, Failure: Error>(
    named name: Name, file: StaticString = #fileID, line: UInt = #line,
    dependency provider:
      @Sendable @escaping @isolated(any) (repeat each Parameter) async throws(Failure) -> T
  ) where T: Sendable, Name.RawValue == String {
    self.init(
      locator: .name(name.rawValue), factory: DependencyFactory(asynchronous: provider),
      location: SourceLocation(file: file, line: line))
  }
}

extension Dependency where LocatorTrait == NameLocatedDependency {
  /// Registers a dependency that is found by a name. The raw value of the name is used, not its
  /// description; its factory takes no parameters.
  ///
  /// - Parameters:
  ///   - name: A value. Its `rawValue` is the name.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  ///   - provider: Creates an instance; see ``Dependency``.
  public init<Name: RawRepresentable & CustomStringConvertible, Failure: Error>(
    named name: Name, file: StaticString = #fileID, line: UInt = #line,
    dependency provider: @Sendable @escaping @isolated(any) () throws(Failure) -> T
  ) where Name.RawValue == String {
    self.init(
      locator: .name(name.rawValue), factory: DependencyFactory(function: provider),
      location: SourceLocation(file: file, line: line))
  }
}

extension Dependency where LocatorTrait == NameLocatedDependency {
  /// Registers a dependency that is found by a name. The raw value of the name is used, not its
  /// description; an injection passes the parameters of its factory.
  ///
  /// - Parameters:
  ///   - name: A value. Its `rawValue` is the name.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  ///   - provider: Creates an instance; see ``Dependency``.
  public init<
    Name: RawRepresentable & CustomStringConvertible, each Parameter: Hashable, Failure: Error
  >(
    named name: Name, file: StaticString = #fileID, line: UInt = #line,
    dependency provider:
      @Sendable @escaping @isolated(any) (repeat each Parameter) throws(Failure) -> T
  ) where Name.RawValue == String {
    self.init(
      locator: .name(name.rawValue), factory: DependencyFactory(function: provider),
      location: SourceLocation(file: file, line: line))
  }
}

extension Dependency where LocatorTrait == NameLocatedDependency {
  /// Registers a dependency that is found by a name. The raw value of the name is used, not its
  /// description; its factory is asynchronous.
  ///
  /// - Parameters:
  ///   - name: A value. Its `rawValue` is the name.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  ///   - provider: Creates an instance; see ``Dependency``.
  @_disfavoredOverload
  public init<
    Name: RawRepresentable & CustomStringConvertible, each Parameter: Hashable & Sendable,
    Failure: Error
  >(
    named name: Name, file: StaticString = #fileID, line: UInt = #line,
    dependency provider:
      @Sendable @escaping @isolated(any) (repeat each Parameter) async throws(Failure) -> T
  ) where T: Sendable, Name.RawValue == String {
    self.init(
      locator: .name(name.rawValue), factory: DependencyFactory(asynchronous: provider),
      location: SourceLocation(file: file, line: line))
  }
}

extension Dependency where LocatorTrait == ValueLocatedDependency {
  /// Registers a dependency that is found by a value; its factory takes no parameters.
  ///
  /// ```swift
  /// Dependency(for: Thumbnail(width: 64)) { ImageCache() }
  /// ```
  ///
  /// - Parameters:
  ///   - value: The value. Its `hash(into:)` and `==` must not change while it is in use.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  ///   - provider: Creates an instance; see ``Dependency``.
  public init<V: Hashable, Failure: Error>(
    for value: V, file: StaticString = #fileID, line: UInt = #line,
    dependency provider: @Sendable @escaping @isolated(any) () throws(Failure) -> T
  ) {
    self.init(
      locator: .value(value), factory: DependencyFactory(function: provider),
      location: SourceLocation(file: file, line: line))
  }
}

extension Dependency where LocatorTrait == ValueLocatedDependency {
  /// Registers a dependency that is found by a value; an injection passes the parameters of its
  /// factory.
  ///
  /// - Parameters:
  ///   - value: The value. Its `hash(into:)` and `==` must not change while it is in use.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  ///   - provider: Creates an instance; see ``Dependency``.
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

extension Dependency where LocatorTrait == ValueLocatedDependency {
  /// Registers a dependency that is found by a value; its factory is asynchronous.
  ///
  /// - Parameters:
  ///   - value: The value. Its `hash(into:)` and `==` must not change while it is in use.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  ///   - provider: Creates an instance; see ``Dependency``.
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

// Stitcher 1.x misspells the label of the factory; code that does so keeps compiling.

extension Dependency where LocatorTrait == MaybeTypeLocatedDependency {
  /// Registers a dependency. Stitcher 1.x misspells the label `dependency:` as `dependecy:`.
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
  /// Registers a dependency. Stitcher 1.x misspells the label `dependency:` as `dependecy:`.
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
  /// Registers a dependency. Stitcher 1.x misspells the label `dependency:` as `dependecy:`.
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
  /// Registers a dependency. Stitcher 1.x misspells the label `dependency:` as `dependecy:`.
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
  /// Registers a dependency. Stitcher 1.x misspells the label `dependency:` as `dependecy:`.
  @available(*, deprecated, message: "Write 'dependency:' instead of 'dependecy:'.")
  @_disfavoredOverload
  public init<Name: CustomStringConvertible, each Parameter: Hashable, Failure: Error>(
    named name: Name, file: StaticString = #fileID, line: UInt = #line,
    dependecy provider:
      @Sendable @escaping @isolated(any) (repeat each Parameter) throws(Failure) -> T
  ) {
    self.init(named: name, file: file, line: line, dependency: provider)
  }
}

extension Dependency where LocatorTrait == NameLocatedDependency {
  /// Registers a dependency. Stitcher 1.x misspells the label `dependency:` as `dependecy:`.
  @available(*, deprecated, message: "Write 'dependency:' instead of 'dependecy:'.")
  @_disfavoredOverload
  public init<Name: RawRepresentable, each Parameter: Hashable, Failure: Error>(
    named name: Name, file: StaticString = #fileID, line: UInt = #line,
    dependecy provider:
      @Sendable @escaping @isolated(any) (repeat each Parameter) throws(Failure) -> T
  ) where Name.RawValue == String {
    self.init(named: name, file: file, line: line, dependency: provider)
  }
}

extension Dependency where LocatorTrait == NameLocatedDependency {
  /// Registers a dependency. Stitcher 1.x misspells the label `dependency:` as `dependecy:`.
  @available(*, deprecated, message: "Write 'dependency:' instead of 'dependecy:'.")
  @_disfavoredOverload
  public init<
    Name: RawRepresentable & CustomStringConvertible, each Parameter: Hashable, Failure: Error
  >(
    named name: Name, file: StaticString = #fileID, line: UInt = #line,
    dependecy provider:
      @Sendable @escaping @isolated(any) (repeat each Parameter) throws(Failure) -> T
  ) where Name.RawValue == String {
    self.init(named: name, file: file, line: line, dependency: provider)
  }
}

extension Dependency where LocatorTrait == ValueLocatedDependency {
  /// Registers a dependency. Stitcher 1.x misspells the label `dependency:` as `dependecy:`.
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
