internal import StitcherEngine

// For why the forms without parameters are here, see `Generated/Injected+NamesAndValues.swift`.

extension Injected {
  /// Injects the only dependency of the property's type.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - file: The file of the property, for diagnostics.
  ///   - line: The line of the property, for diagnostics.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public init(type: Value.Type, file: StaticString = #file, line: UInt = #line) {
    self.init(
      storage: InjectedStorage(
        file: file, line: line,
        injection: type == Value.self ? nil : { try injectExactly(type, &$0) }))
  }

  /// Injects all dependencies of the element type.
  ///
  /// - Parameters:
  ///   - type: The collection.
  ///   - file: The file of the property, for diagnostics.
  ///   - line: The line of the property, for diagnostics.
  @_alwaysEmitIntoClient
  public init<SomeDependency>(type: Value.Type, file: StaticString = #file, line: UInt = #line)
  where Value: DependencyContainingCollection, Value.Element == SomeDependency {
    self.init(file, line) { try injectAll(Value.self, &$0) }
  }

  /// Injects the only dependency of the wrapped type, or nil.
  ///
  /// - Parameters:
  ///   - type: The optional type.
  ///   - file: The file of the property, for diagnostics.
  ///   - line: The line of the property, for diagnostics.
  @_alwaysEmitIntoClient
  public init<SomeDependency>(type: Value.Type, file: StaticString = #file, line: UInt = #line)
  where Value == SomeDependency? {
    self.init(file, line) { try injectOptional(SomeDependency.self, &$0) }
  }

  /// Injects all dependencies of the element type; never nil.
  @available(
    *, deprecated,
    message:
      "Optional collection dependencies are deprecated. Please use an empty collection instead."
  )
  @_alwaysEmitIntoClient
  public init<SomeCollection: DependencyContainingCollection>(
    collectionType: Value.Type, file: StaticString = #file, line: UInt = #line
  ) where Value == SomeCollection? {
    self.init(file, line) { try injectAll(SomeCollection.self, &$0) }
  }

  /// Injects the only dependency of the property's type that takes parameters.
  ///
  /// ```swift
  /// @Injected("Drafts") var drafts: NoteStore
  /// ```
  ///
  /// - Warning: An argument without a label is passed to the factory. To inject by a name, write
  ///   `@Injected(name: "Drafts")`.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - parameters: The arguments of the factory.
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

  /// Injects all dependencies of the element type that take parameters.
  ///
  /// - Parameters:
  ///   - type: The collection.
  ///   - parameters: The arguments of the factories.
  ///   - file: The file of the property, for diagnostics.
  ///   - line: The line of the property, for diagnostics.
  public init<SomeDependency, each Parameter: Hashable>(
    type: Value.Type = Value.self, _ parameters: repeat each Parameter,
    file: StaticString = #file, line: UInt = #line
  ) where Value: DependencyContainingCollection, Value.Element == SomeDependency {
    self.init(file, line) { try injectAll(Value.self, repeat each parameters, isAbsent: &$0) }
  }

  /// Injects the only dependency of the wrapped type that takes parameters, or nil.
  ///
  /// - Parameters:
  ///   - type: The optional type.
  ///   - parameters: The arguments of the factory.
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

  /// Injects all dependencies of the element type that take parameters; never nil.
  @available(
    *, deprecated,
    message:
      "Optional collection dependencies are deprecated. Please use an empty collection instead."
  )
  public init<SomeCollection: DependencyContainingCollection, each Parameter: Hashable>(
    collectionType: Value.Type = Value.self, _ parameters: repeat each Parameter,
    file: StaticString = #file, line: UInt = #line
  ) where Value == SomeCollection? {
    self.init(file, line) {
      try injectAll(SomeCollection.self, repeat each parameters, isAbsent: &$0)
    }
  }
}
