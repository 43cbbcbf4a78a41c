// Generated from Scripts/overloads.template: edit that, and run Scripts/overloads.sh.

internal import StitcherEngine

// `Injected+NamesAndValues.swift` explains why there are separate overloads without parameters.

extension Injected {
  /// Creates a property that injects the only dependency of the given type.
  ///
  /// - Parameters:
  ///   - type: The property's type, or a subclass.
  ///   - file: The file of the property, for diagnostics.
  ///   - line: The line of the property, for diagnostics.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public init(
    type: Value.Type,
    file: StaticString = #file, line: UInt = #line
  ) {
    self.init(
      storage: InjectedStorage(
        file: file, line: line,
        injection: type == Value.self ? nil : { try injectExactly(type, &$0) }))
  }

  /// Creates a property that injects a collection of all dependencies of the collection's element
  /// type.
  ///
  /// - Parameters:
  ///   - type: The collection type.
  ///   - file: The file of the property, for diagnostics.
  ///   - line: The line of the property, for diagnostics.
  @_alwaysEmitIntoClient
  public init<SomeDependency>(
    type: Value.Type,
    file: StaticString = #file, line: UInt = #line
  ) where Value: DependencyContainingCollection, Value.Element == SomeDependency {
    self.init(file, line) { try injectAll(Value.self, &$0) }
  }

  /// Creates an optional property that injects the only dependency of the wrapped type; the value
  /// is `nil` if no dependency is registered.
  ///
  /// - Parameters:
  ///   - type: The optional type.
  ///   - file: The file of the property, for diagnostics.
  ///   - line: The line of the property, for diagnostics.
  @_alwaysEmitIntoClient
  public init<SomeDependency>(
    type: Value.Type,
    file: StaticString = #file, line: UInt = #line
  ) where Value == SomeDependency? {
    self.init(file, line) { try injectOptional(SomeDependency.self, &$0) }
  }

  /// Creates a property of an optional collection type that injects all dependencies of the
  /// collection's element type; the value is never `nil`.
  @available(
    *, deprecated,
    message:
      "Optional collection dependencies are deprecated. Please use an empty collection instead."
  )
  @_alwaysEmitIntoClient
  public init<SomeCollection: DependencyContainingCollection>(
    collectionType: Value.Type,
    file: StaticString = #file, line: UInt = #line
  ) where Value == SomeCollection? {
    self.init(file, line) { try injectAll(SomeCollection.self, &$0) }
  }

  /// Creates a property that injects the only dependency of the given type, and passes arguments to
  /// its factory.
  ///
  /// ```swift
  /// @Injected("Drafts") var drafts: NoteStore
  /// ```
  ///
  /// - Warning: An argument without a label is passed to the factory. To inject by a name, write
  ///   `@Injected(name: "Drafts")`.
  ///
  /// - Parameters:
  ///   - type: The property's type, or a subclass.
  ///   - parameters: The arguments of the factory. Their number and static types select the
  ///     registration.
  ///   - file: The file of the property, for diagnostics.
  ///   - line: The line of the property, for diagnostics.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public init<each Parameter: Hashable>(
    type: Value.Type = Value.self, _ parameters: repeat each Parameter,
    file: StaticString = #file, line: UInt = #line
  ) {
    self.init(file, line) { try inject(type, repeat each parameters, isAbsent: &$0) }
  }

  /// Creates a property that injects a collection of all dependencies of the collection's element
  /// type, and passes arguments to their factories.
  ///
  /// - Parameters:
  ///   - type: The collection type.
  ///   - parameters: The arguments of the factories. Their number and static types select the
  ///     registrations.
  ///   - file: The file of the property, for diagnostics.
  ///   - line: The line of the property, for diagnostics.
  @_alwaysEmitIntoClient
  public init<SomeDependency, each Parameter: Hashable>(
    type: Value.Type = Value.self, _ parameters: repeat each Parameter,
    file: StaticString = #file, line: UInt = #line
  ) where Value: DependencyContainingCollection, Value.Element == SomeDependency {
    self.init(file, line) { try injectAll(Value.self, repeat each parameters, isAbsent: &$0) }
  }

  /// Creates an optional property that injects the only dependency of the wrapped type, and passes
  /// arguments to its factory; the value is `nil` if no dependency is registered.
  ///
  /// - Parameters:
  ///   - type: The optional type.
  ///   - parameters: The arguments of the factory. Their number and static types select the
  ///     registration.
  ///   - file: The file of the property, for diagnostics.
  ///   - line: The line of the property, for diagnostics.
  @_alwaysEmitIntoClient
  public init<SomeDependency, each Parameter: Hashable>(
    type: Value.Type = Value.self, _ parameters: repeat each Parameter,
    file: StaticString = #file, line: UInt = #line
  ) where Value == SomeDependency? {
    self.init(file, line) {
      try injectOptional(SomeDependency.self, repeat each parameters, isAbsent: &$0)
    }
  }

  /// Creates a property of an optional collection type that injects all dependencies of the
  /// collection's element type, and passes arguments to their factories; the value is never `nil`.
  @available(
    *, deprecated,
    message:
      "Optional collection dependencies are deprecated. Please use an empty collection instead."
  )
  @_alwaysEmitIntoClient
  public init<SomeCollection: DependencyContainingCollection, each Parameter: Hashable>(
    collectionType: Value.Type = Value.self, _ parameters: repeat each Parameter,
    file: StaticString = #file, line: UInt = #line
  ) where Value == SomeCollection? {
    self.init(file, line) {
      try injectAll(SomeCollection.self, repeat each parameters, isAbsent: &$0)
    }
  }
}
