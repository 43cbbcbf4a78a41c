// Generated from Scripts/overloads.template: edit that, and run Scripts/overloads.sh.

internal import StitcherEngine

// There are overloads without parameters, and others with a parameter pack. Overloads with a
// pack would be sufficient, but the optimizer of Swift 6.3 crashes on an asynchronous function
// that holds only an empty pack.

extension Injected {
  /// Creates a property that injects the only dependency with the given name.
  ///
  /// ```swift
  /// @Injected(name: "avatars") var avatars: ImageCache
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name, which is compared exactly.
  ///   - file: The file of the property, for diagnostics.
  ///   - line: The line of the property, for diagnostics.
  @_alwaysEmitIntoClient
  public init(
    name: String,
    file: StaticString = #file, line: UInt = #line
  ) {
    self.init(file, line) {
      try inject(name: name, Value.self, &$0)
    }
  }

  /// Creates a property that injects the only dependency that has the `description` of the given
  /// value as its name.
  ///
  /// - Parameters:
  ///   - name: A value. Its `description` is the name, which is compared exactly.
  ///   - file: The file of the property, for diagnostics.
  ///   - line: The line of the property, for diagnostics.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public init<Name: CustomStringConvertible>(
    name: Name,
    file: StaticString = #file, line: UInt = #line
  ) {
    self.init(name: name.description, file: file, line: line)
  }

  /// Creates a property that injects the only dependency that has the `rawValue` of the given value
  /// as its name.
  ///
  /// - Parameters:
  ///   - name: A value. Its `rawValue` is the name, which is compared exactly.
  ///   - file: The file of the property, for diagnostics.
  ///   - line: The line of the property, for diagnostics.
  @_alwaysEmitIntoClient
  public init<Name: RawRepresentable>(
    name: Name,
    file: StaticString = #file, line: UInt = #line
  ) where Name.RawValue == String {
    self.init(name: name.rawValue, file: file, line: line)
  }

  /// Creates a property that injects the only dependency that is registered for the given value.
  ///
  /// ```swift
  /// @Injected(value: Thumbnail(width: 64)) var thumbnails: ImageCache
  /// ```
  ///
  /// - Parameters:
  ///   - value: A value that is equal to the registered one.
  ///   - file: The file of the property, for diagnostics.
  ///   - line: The line of the property, for diagnostics.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public init<V: Hashable>(
    value: V,
    file: StaticString = #file, line: UInt = #line
  ) {
    self.init(file, line) {
      try inject(value: value, Value.self, &$0)
    }
  }

  /// Creates a property that injects the only dependency with the given name, and passes arguments
  /// to its factory.
  ///
  /// ```swift
  /// @Injected(name: "avatars", 64) var avatars: ImageCache
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name, which is compared exactly.
  ///   - parameters: The arguments of the factory.
  ///   - file: The file of the property, for diagnostics.
  ///   - line: The line of the property, for diagnostics.
  @_alwaysEmitIntoClient
  public init<each Parameter: Hashable>(
    name: String, _ parameters: repeat each Parameter,
    file: StaticString = #file, line: UInt = #line
  ) {
    self.init(file, line) {
      try inject(name: name, Value.self, repeat each parameters, isAbsent: &$0)
    }
  }

  /// Creates a property that injects the only dependency that has the `description` of the given
  /// value as its name, and passes arguments to its factory.
  ///
  /// - Parameters:
  ///   - name: A value. Its `description` is the name, which is compared exactly.
  ///   - parameters: The arguments of the factory.
  ///   - file: The file of the property, for diagnostics.
  ///   - line: The line of the property, for diagnostics.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public init<Name: CustomStringConvertible, each Parameter: Hashable>(
    name: Name, _ parameters: repeat each Parameter,
    file: StaticString = #file, line: UInt = #line
  ) {
    self.init(name: name.description, repeat each parameters, file: file, line: line)
  }

  /// Creates a property that injects the only dependency that has the `rawValue` of the given value
  /// as its name, and passes arguments to its factory.
  ///
  /// - Parameters:
  ///   - name: A value. Its `rawValue` is the name, which is compared exactly.
  ///   - parameters: The arguments of the factory.
  ///   - file: The file of the property, for diagnostics.
  ///   - line: The line of the property, for diagnostics.
  @_alwaysEmitIntoClient
  public init<Name: RawRepresentable, each Parameter: Hashable>(
    name: Name, _ parameters: repeat each Parameter,
    file: StaticString = #file, line: UInt = #line
  ) where Name.RawValue == String {
    self.init(name: name.rawValue, repeat each parameters, file: file, line: line)
  }

  /// Creates a property that injects the only dependency that is registered for the given value,
  /// and passes arguments to its factory.
  ///
  /// ```swift
  /// @Injected(value: Thumbnail(width: 64), "avatars") var thumbnails: ImageCache
  /// ```
  ///
  /// - Parameters:
  ///   - value: A value that is equal to the registered one.
  ///   - parameters: The arguments of the factory.
  ///   - file: The file of the property, for diagnostics.
  ///   - line: The line of the property, for diagnostics.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public init<V: Hashable, each Parameter: Hashable>(
    value: V, _ parameters: repeat each Parameter,
    file: StaticString = #file, line: UInt = #line
  ) {
    self.init(file, line) {
      try inject(value: value, Value.self, repeat each parameters, isAbsent: &$0)
    }
  }
}
