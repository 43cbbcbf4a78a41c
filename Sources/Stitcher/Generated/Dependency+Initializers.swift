// Generated from Scripts/overloads.template: edit that, and run Scripts/overloads.sh.

// The compiler chooses the overload by the closure. A closure that awaits, or that is declared
// `async`, matches only the overload for asynchronous factories. A closure without parameters
// matches the overload without a parameter pack, since a call with a pack costs as much as the
// rest of a creation. The other overloads are disfavored: otherwise the compiler would check the
// closure's body once for each of them, which doubles the time that a container takes to compile.

extension Dependency where LocatorTrait == MaybeTypeLocatedDependency {
  /// Registers a dependency that is found by its type.
  ///
  /// ```swift
  /// Dependency { ImageCache() }
  /// ```
  ///
  /// - Parameters:
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  ///   - provider: Creates an instance; see ``Dependency``.
  @_alwaysEmitIntoClient
  public init<Failure: Error>(
    file: StaticString = #fileID, line: UInt = #line,
    dependency provider: @Sendable @escaping @isolated(any) () throws(Failure) -> T
  ) {
    self.init(.type(T.self), DependencyFactory(function: provider), file, line)
  }
}

extension Dependency where LocatorTrait == MaybeTypeLocatedDependency {
  /// Registers a dependency that is found by its type, with a factory to which each injection
  /// passes arguments.
  ///
  /// ```swift
  /// Dependency { (size: Int) in ImageCache(size: size) }
  /// ```
  ///
  /// - Parameters:
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  ///   - provider: Creates an instance; see ``Dependency``.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public init<each Parameter: Hashable, Failure: Error>(
    file: StaticString = #fileID, line: UInt = #line,
    dependency provider:
      @Sendable @escaping @isolated(any) (repeat each Parameter) throws(Failure) -> T
  ) {
    self.init(.type(T.self), DependencyFactory(function: provider), file, line)
  }
}

extension Dependency where LocatorTrait == MaybeTypeLocatedDependency {
  /// Registers a dependency that is found by its type, with an asynchronous factory.
  ///
  /// ```swift
  /// Dependency { try await Database.open(at: url) }
  ///   .scope(.singleton)
  /// ```
  ///
  /// `injectAsync` runs the factory. If the scope keeps the instance, the factory runs in a
  /// separate
  /// task, and several threads and tasks that request the dependency share one instance. `inject`
  /// returns a live instance. If there is none, it throws
  /// ``InjectionError/asynchronousDependency(_:)``.
  ///
  /// - Parameters:
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  ///   - provider: Creates an instance; see ``Dependency``.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public init<each Parameter: Hashable & Sendable, Failure: Error>(
    file: StaticString = #fileID, line: UInt = #line,
    dependency provider:
      @Sendable @escaping @isolated(any) (repeat each Parameter) async throws(Failure) -> T
  ) where T: Sendable {
    self.init(.type(T.self), DependencyFactory(asynchronous: provider), file, line)
  }
}

extension Dependency where LocatorTrait == TypeLocatedDependency {
  /// Registers a dependency that is found by its type and by the given protocol.
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
  @_alwaysEmitIntoClient
  public init<S, Failure: Error>(
    conformingTo secondaryType: S.Type, file: StaticString = #fileID, line: UInt = #line,
    dependency provider: @Sendable @escaping @isolated(any) () throws(Failure) -> T
  ) {
    self.init(.type(T.self, S.self), DependencyFactory(function: provider), file, line)
  }
}

extension Dependency where LocatorTrait == TypeLocatedDependency {
  /// Registers a dependency that is found by its type and by the given protocol, with a factory to
  /// which each injection passes arguments.
  ///
  /// - Parameters:
  ///   - secondaryType: The protocol. If the type does not conform, an injection of the protocol
  ///     throws an error.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  ///   - provider: Creates an instance; see ``Dependency``.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public init<S, each Parameter: Hashable, Failure: Error>(
    conformingTo secondaryType: S.Type, file: StaticString = #fileID, line: UInt = #line,
    dependency provider:
      @Sendable @escaping @isolated(any) (repeat each Parameter) throws(Failure) -> T
  ) {
    self.init(.type(T.self, S.self), DependencyFactory(function: provider), file, line)
  }
}

extension Dependency where LocatorTrait == TypeLocatedDependency {
  /// Registers a dependency that is found by its type and by the given protocol, with an
  /// asynchronous factory.
  ///
  /// - Parameters:
  ///   - secondaryType: The protocol. If the type does not conform, an injection of the protocol
  ///     throws an error.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  ///   - provider: Creates an instance; see ``Dependency``.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public init<S, each Parameter: Hashable & Sendable, Failure: Error>(
    conformingTo secondaryType: S.Type, file: StaticString = #fileID, line: UInt = #line,
    dependency provider:
      @Sendable @escaping @isolated(any) (repeat each Parameter) async throws(Failure) -> T
  ) where T: Sendable {
    self.init(.type(T.self, S.self), DependencyFactory(asynchronous: provider), file, line)
  }
}

extension Dependency where LocatorTrait == TypeLocatedDependency {
  /// Registers a dependency that is found by its type and by the given superclass.
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
  @_alwaysEmitIntoClient
  public init<S, Failure: Error>(
    inheritingFrom secondaryType: S.Type, file: StaticString = #fileID, line: UInt = #line,
    dependency provider: @Sendable @escaping @isolated(any) () throws(Failure) -> T
  ) {
    self.init(.type(T.self, S.self), DependencyFactory(function: provider), file, line)
  }
}

extension Dependency where LocatorTrait == TypeLocatedDependency {
  /// Registers a dependency that is found by its type and by the given superclass, with a factory
  /// to which each injection passes arguments.
  ///
  /// - Parameters:
  ///   - secondaryType: The superclass. If the type is no subclass, an injection of the superclass
  ///     throws an error.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  ///   - provider: Creates an instance; see ``Dependency``.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public init<S, each Parameter: Hashable, Failure: Error>(
    inheritingFrom secondaryType: S.Type, file: StaticString = #fileID, line: UInt = #line,
    dependency provider:
      @Sendable @escaping @isolated(any) (repeat each Parameter) throws(Failure) -> T
  ) {
    self.init(.type(T.self, S.self), DependencyFactory(function: provider), file, line)
  }
}

extension Dependency where LocatorTrait == TypeLocatedDependency {
  /// Registers a dependency that is found by its type and by the given superclass, with an
  /// asynchronous factory.
  ///
  /// - Parameters:
  ///   - secondaryType: The superclass. If the type is no subclass, an injection of the superclass
  ///     throws an error.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  ///   - provider: Creates an instance; see ``Dependency``.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public init<S, each Parameter: Hashable & Sendable, Failure: Error>(
    inheritingFrom secondaryType: S.Type, file: StaticString = #fileID, line: UInt = #line,
    dependency provider:
      @Sendable @escaping @isolated(any) (repeat each Parameter) async throws(Failure) -> T
  ) where T: Sendable {
    self.init(.type(T.self, S.self), DependencyFactory(asynchronous: provider), file, line)
  }
}

extension Dependency where LocatorTrait == NameLocatedDependency {
  /// Registers a dependency that is found by the given name.
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
  @_alwaysEmitIntoClient
  public init<Failure: Error>(
    named name: String, file: StaticString = #fileID, line: UInt = #line,
    dependency provider: @Sendable @escaping @isolated(any) () throws(Failure) -> T
  ) {
    self.init(.name(name), DependencyFactory(function: provider), file, line)
  }
}

extension Dependency where LocatorTrait == NameLocatedDependency {
  /// Registers a dependency that is found by the given name, with a factory to which each injection
  /// passes arguments.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  ///   - provider: Creates an instance; see ``Dependency``.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public init<each Parameter: Hashable, Failure: Error>(
    named name: String, file: StaticString = #fileID, line: UInt = #line,
    dependency provider:
      @Sendable @escaping @isolated(any) (repeat each Parameter) throws(Failure) -> T
  ) {
    self.init(.name(name), DependencyFactory(function: provider), file, line)
  }
}

extension Dependency where LocatorTrait == NameLocatedDependency {
  /// Registers a dependency that is found by the given name, with an asynchronous factory.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  ///   - provider: Creates an instance; see ``Dependency``.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public init<each Parameter: Hashable & Sendable, Failure: Error>(
    named name: String, file: StaticString = #fileID, line: UInt = #line,
    dependency provider:
      @Sendable @escaping @isolated(any) (repeat each Parameter) async throws(Failure) -> T
  ) where T: Sendable {
    self.init(.name(name), DependencyFactory(asynchronous: provider), file, line)
  }
}

extension Dependency where LocatorTrait == NameLocatedDependency {
  /// Registers a dependency that is found by the name that is the `description` of the given value.
  ///
  /// - Parameters:
  ///   - name: A value. Its `description` is the name.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  ///   - provider: Creates an instance; see ``Dependency``.
  @_alwaysEmitIntoClient
  public init<Name: CustomStringConvertible, Failure: Error>(
    named name: Name, file: StaticString = #fileID, line: UInt = #line,
    dependency provider: @Sendable @escaping @isolated(any) () throws(Failure) -> T
  ) {
    self.init(.name(name.description), DependencyFactory(function: provider), file, line)
  }
}

extension Dependency where LocatorTrait == NameLocatedDependency {
  /// Registers a dependency that is found by the name that is the `description` of the given value,
  /// with a factory to which each injection passes arguments.
  ///
  /// - Parameters:
  ///   - name: A value. Its `description` is the name.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  ///   - provider: Creates an instance; see ``Dependency``.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public init<Name: CustomStringConvertible, each Parameter: Hashable, Failure: Error>(
    named name: Name, file: StaticString = #fileID, line: UInt = #line,
    dependency provider:
      @Sendable @escaping @isolated(any) (repeat each Parameter) throws(Failure) -> T
  ) {
    self.init(.name(name.description), DependencyFactory(function: provider), file, line)
  }
}

extension Dependency where LocatorTrait == NameLocatedDependency {
  /// Registers a dependency that is found by the name that is the `description` of the given value,
  /// with an asynchronous factory.
  ///
  /// - Parameters:
  ///   - name: A value. Its `description` is the name.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  ///   - provider: Creates an instance; see ``Dependency``.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public init<Name: CustomStringConvertible, each Parameter: Hashable & Sendable, Failure: Error>(
    named name: Name, file: StaticString = #fileID, line: UInt = #line,
    dependency provider:
      @Sendable @escaping @isolated(any) (repeat each Parameter) async throws(Failure) -> T
  ) where T: Sendable {
    self.init(.name(name.description), DependencyFactory(asynchronous: provider), file, line)
  }
}

extension Dependency where LocatorTrait == NameLocatedDependency {
  /// Registers a dependency that is found by the name that is the `rawValue` of the given value.
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
  @_alwaysEmitIntoClient
  public init<Name: RawRepresentable, Failure: Error>(
    named name: Name, file: StaticString = #fileID, line: UInt = #line,
    dependency provider: @Sendable @escaping @isolated(any) () throws(Failure) -> T
  ) where Name.RawValue == String {
    self.init(.name(name.rawValue), DependencyFactory(function: provider), file, line)
  }
}

extension Dependency where LocatorTrait == NameLocatedDependency {
  /// Registers a dependency that is found by the name that is the `rawValue` of the given value,
  /// with a factory to which each injection passes arguments.
  ///
  /// - Parameters:
  ///   - name: A value. Its `rawValue` is the name.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  ///   - provider: Creates an instance; see ``Dependency``.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public init<Name: RawRepresentable, each Parameter: Hashable, Failure: Error>(
    named name: Name, file: StaticString = #fileID, line: UInt = #line,
    dependency provider:
      @Sendable @escaping @isolated(any) (repeat each Parameter) throws(Failure) -> T
  ) where Name.RawValue == String {
    self.init(.name(name.rawValue), DependencyFactory(function: provider), file, line)
  }
}

extension Dependency where LocatorTrait == NameLocatedDependency {
  /// Registers a dependency that is found by the name that is the `rawValue` of the given value,
  /// with an asynchronous factory.
  ///
  /// - Parameters:
  ///   - name: A value. Its `rawValue` is the name.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  ///   - provider: Creates an instance; see ``Dependency``.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public init<Name: RawRepresentable, each Parameter: Hashable & Sendable, Failure: Error>(
    named name: Name, file: StaticString = #fileID, line: UInt = #line,
    dependency provider:
      @Sendable @escaping @isolated(any) (repeat each Parameter) async throws(Failure) -> T
  ) where T: Sendable, Name.RawValue == String {
    self.init(.name(name.rawValue), DependencyFactory(asynchronous: provider), file, line)
  }
}

extension Dependency where LocatorTrait == NameLocatedDependency {
  /// Registers a dependency that is found by the name that is the `rawValue` of the given value,
  /// not its `description`.
  ///
  /// - Parameters:
  ///   - name: A value. Its `rawValue` is the name.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  ///   - provider: Creates an instance; see ``Dependency``.
  @_alwaysEmitIntoClient
  public init<Name: RawRepresentable & CustomStringConvertible, Failure: Error>(
    named name: Name, file: StaticString = #fileID, line: UInt = #line,
    dependency provider: @Sendable @escaping @isolated(any) () throws(Failure) -> T
  ) where Name.RawValue == String {
    self.init(.name(name.rawValue), DependencyFactory(function: provider), file, line)
  }
}

extension Dependency where LocatorTrait == NameLocatedDependency {
  /// Registers a dependency that is found by the name that is the `rawValue` of the given value,
  /// not its `description`, with a factory to which each injection passes arguments.
  ///
  /// - Parameters:
  ///   - name: A value. Its `rawValue` is the name.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  ///   - provider: Creates an instance; see ``Dependency``.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public init<
    Name: RawRepresentable & CustomStringConvertible, each Parameter: Hashable, Failure: Error
  >(
    named name: Name, file: StaticString = #fileID, line: UInt = #line,
    dependency provider:
      @Sendable @escaping @isolated(any) (repeat each Parameter) throws(Failure) -> T
  ) where Name.RawValue == String {
    self.init(.name(name.rawValue), DependencyFactory(function: provider), file, line)
  }
}

extension Dependency where LocatorTrait == NameLocatedDependency {
  /// Registers a dependency that is found by the name that is the `rawValue` of the given value,
  /// not its `description`, with an asynchronous factory.
  ///
  /// - Parameters:
  ///   - name: A value. Its `rawValue` is the name.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  ///   - provider: Creates an instance; see ``Dependency``.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public init<
    Name: RawRepresentable & CustomStringConvertible, each Parameter: Hashable & Sendable,
    Failure: Error
  >(
    named name: Name, file: StaticString = #fileID, line: UInt = #line,
    dependency provider:
      @Sendable @escaping @isolated(any) (repeat each Parameter) async throws(Failure) -> T
  ) where T: Sendable, Name.RawValue == String {
    self.init(.name(name.rawValue), DependencyFactory(asynchronous: provider), file, line)
  }
}

extension Dependency where LocatorTrait == ValueLocatedDependency {
  /// Registers a dependency that is found by the given value.
  ///
  /// ```swift
  /// Dependency(for: Thumbnail(width: 64)) { ImageCache() }
  /// ```
  ///
  /// - Parameters:
  ///   - value: The value. The results of its `hash(into:)` and `==` must not change while the
  ///     registration is in use.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  ///   - provider: Creates an instance; see ``Dependency``.
  @_alwaysEmitIntoClient
  public init<V: Hashable, Failure: Error>(
    for value: V, file: StaticString = #fileID, line: UInt = #line,
    dependency provider: @Sendable @escaping @isolated(any) () throws(Failure) -> T
  ) {
    self.init(.value(value), DependencyFactory(function: provider), file, line)
  }
}

extension Dependency where LocatorTrait == ValueLocatedDependency {
  /// Registers a dependency that is found by the given value, with a factory to which each
  /// injection passes arguments.
  ///
  /// - Parameters:
  ///   - value: The value. The results of its `hash(into:)` and `==` must not change while the
  ///     registration is in use.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  ///   - provider: Creates an instance; see ``Dependency``.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public init<V: Hashable, each Parameter: Hashable, Failure: Error>(
    for value: V, file: StaticString = #fileID, line: UInt = #line,
    dependency provider:
      @Sendable @escaping @isolated(any) (repeat each Parameter) throws(Failure) -> T
  ) {
    self.init(.value(value), DependencyFactory(function: provider), file, line)
  }
}

extension Dependency where LocatorTrait == ValueLocatedDependency {
  /// Registers a dependency that is found by the given value, with an asynchronous factory.
  ///
  /// - Parameters:
  ///   - value: The value. The results of its `hash(into:)` and `==` must not change while the
  ///     registration is in use.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  ///   - provider: Creates an instance; see ``Dependency``.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public init<V: Hashable, each Parameter: Hashable & Sendable, Failure: Error>(
    for value: V, file: StaticString = #fileID, line: UInt = #line,
    dependency provider:
      @Sendable @escaping @isolated(any) (repeat each Parameter) async throws(Failure) -> T
  ) where T: Sendable {
    self.init(.value(value), DependencyFactory(asynchronous: provider), file, line)
  }
}

// Stitcher 1.x misspells the label of the factory. Code with the misspelled label still compiles. A
// trailing closure without a label matches the unused first parameter, and so never these
// initializers; see `_UnlabeledClosure`.

extension Dependency where LocatorTrait == MaybeTypeLocatedDependency {
  /// Registers a dependency through the label `dependecy:`, which Stitcher 1.x misspells; write
  /// `dependency:` instead.
  @available(*, deprecated, message: "Write 'dependency:' instead of 'dependecy:'.")
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public init<each Parameter: Hashable, Failure: Error>(
    _ unlabeled: _UnlabeledClosure? = nil,
    file: StaticString = #fileID, line: UInt = #line,
    dependecy provider: (@Sendable @isolated(any) (repeat each Parameter) throws(Failure) -> T)? =
      nil
  ) {
    guard let provider else { preconditionFailure("Pass a function that creates the instance.") }
    self.init(file: file, line: line, dependency: provider)
  }
}

extension Dependency where LocatorTrait == TypeLocatedDependency {
  /// Registers a dependency through the label `dependecy:`, which Stitcher 1.x misspells; write
  /// `dependency:` instead.
  @available(*, deprecated, message: "Write 'dependency:' instead of 'dependecy:'.")
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public init<S, each Parameter: Hashable, Failure: Error>(
    _ unlabeled: _UnlabeledClosure? = nil,
    conformingTo secondaryType: S.Type, file: StaticString = #fileID, line: UInt = #line,
    dependecy provider: (@Sendable @isolated(any) (repeat each Parameter) throws(Failure) -> T)? =
      nil
  ) {
    guard let provider else { preconditionFailure("Pass a function that creates the instance.") }
    self.init(conformingTo: secondaryType, file: file, line: line, dependency: provider)
  }
}

extension Dependency where LocatorTrait == TypeLocatedDependency {
  /// Registers a dependency through the label `dependecy:`, which Stitcher 1.x misspells; write
  /// `dependency:` instead.
  @available(*, deprecated, message: "Write 'dependency:' instead of 'dependecy:'.")
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public init<S, each Parameter: Hashable, Failure: Error>(
    _ unlabeled: _UnlabeledClosure? = nil,
    inheritingFrom secondaryType: S.Type, file: StaticString = #fileID, line: UInt = #line,
    dependecy provider: (@Sendable @isolated(any) (repeat each Parameter) throws(Failure) -> T)? =
      nil
  ) {
    guard let provider else { preconditionFailure("Pass a function that creates the instance.") }
    self.init(inheritingFrom: secondaryType, file: file, line: line, dependency: provider)
  }
}

extension Dependency where LocatorTrait == NameLocatedDependency {
  /// Registers a dependency through the label `dependecy:`, which Stitcher 1.x misspells; write
  /// `dependency:` instead.
  @available(*, deprecated, message: "Write 'dependency:' instead of 'dependecy:'.")
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public init<each Parameter: Hashable, Failure: Error>(
    _ unlabeled: _UnlabeledClosure? = nil,
    named name: String, file: StaticString = #fileID, line: UInt = #line,
    dependecy provider: (@Sendable @isolated(any) (repeat each Parameter) throws(Failure) -> T)? =
      nil
  ) {
    guard let provider else { preconditionFailure("Pass a function that creates the instance.") }
    self.init(named: name, file: file, line: line, dependency: provider)
  }
}

extension Dependency where LocatorTrait == NameLocatedDependency {
  /// Registers a dependency through the label `dependecy:`, which Stitcher 1.x misspells; write
  /// `dependency:` instead.
  @available(*, deprecated, message: "Write 'dependency:' instead of 'dependecy:'.")
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public init<Name: CustomStringConvertible, each Parameter: Hashable, Failure: Error>(
    _ unlabeled: _UnlabeledClosure? = nil,
    named name: Name, file: StaticString = #fileID, line: UInt = #line,
    dependecy provider: (@Sendable @isolated(any) (repeat each Parameter) throws(Failure) -> T)? =
      nil
  ) {
    guard let provider else { preconditionFailure("Pass a function that creates the instance.") }
    self.init(named: name, file: file, line: line, dependency: provider)
  }
}

extension Dependency where LocatorTrait == NameLocatedDependency {
  /// Registers a dependency through the label `dependecy:`, which Stitcher 1.x misspells; write
  /// `dependency:` instead.
  @available(*, deprecated, message: "Write 'dependency:' instead of 'dependecy:'.")
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public init<Name: RawRepresentable, each Parameter: Hashable, Failure: Error>(
    _ unlabeled: _UnlabeledClosure? = nil,
    named name: Name, file: StaticString = #fileID, line: UInt = #line,
    dependecy provider: (@Sendable @isolated(any) (repeat each Parameter) throws(Failure) -> T)? =
      nil
  ) where Name.RawValue == String {
    guard let provider else { preconditionFailure("Pass a function that creates the instance.") }
    self.init(named: name, file: file, line: line, dependency: provider)
  }
}

extension Dependency where LocatorTrait == NameLocatedDependency {
  /// Registers a dependency through the label `dependecy:`, which Stitcher 1.x misspells; write
  /// `dependency:` instead.
  @available(*, deprecated, message: "Write 'dependency:' instead of 'dependecy:'.")
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public init<
    Name: RawRepresentable & CustomStringConvertible, each Parameter: Hashable, Failure: Error
  >(
    _ unlabeled: _UnlabeledClosure? = nil,
    named name: Name, file: StaticString = #fileID, line: UInt = #line,
    dependecy provider: (@Sendable @isolated(any) (repeat each Parameter) throws(Failure) -> T)? =
      nil
  ) where Name.RawValue == String {
    guard let provider else { preconditionFailure("Pass a function that creates the instance.") }
    self.init(named: name, file: file, line: line, dependency: provider)
  }
}

extension Dependency where LocatorTrait == ValueLocatedDependency {
  /// Registers a dependency through the label `dependecy:`, which Stitcher 1.x misspells; write
  /// `dependency:` instead.
  @available(*, deprecated, message: "Write 'dependency:' instead of 'dependecy:'.")
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public init<V: Hashable, each Parameter: Hashable, Failure: Error>(
    _ unlabeled: _UnlabeledClosure? = nil,
    for value: V, file: StaticString = #fileID, line: UInt = #line,
    dependecy provider: (@Sendable @isolated(any) (repeat each Parameter) throws(Failure) -> T)? =
      nil
  ) {
    guard let provider else { preconditionFailure("Pass a function that creates the instance.") }
    self.init(for: value, file: file, line: line, dependency: provider)
  }
}
