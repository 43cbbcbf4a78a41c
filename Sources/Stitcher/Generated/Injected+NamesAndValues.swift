// Generated from Scripts/overloads.template: edit that, and run Scripts/overloads.sh.

internal import StitcherEngine

// The forms without parameters stand beside those with any number of them: an asynchronous function
// that holds nothing but an empty parameter pack stops the compiler of Swift 6.3 when it optimizes.

extension Injected {
  /// Injects the only dependency of a name that takes no parameters.
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

  /// Injects the only dependency of a name that takes no parameters.
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

  /// Injects the only dependency of a name that takes no parameters.
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

  /// Injects the only dependency of a value that takes no parameters.
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

  /// Injects the only dependency of a name that takes parameters.
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
  public init<each Parameter: Hashable>(
    name: String, _ parameters: repeat each Parameter,
    file: StaticString = #file, line: UInt = #line
  ) {
    self.init(file, line) {
      try inject(name: name, Value.self, repeat each parameters, isAbsent: &$0)
    }
  }

  /// Injects the only dependency of a name that takes parameters.
  ///
  /// - Parameters:
  ///   - name: A value. Its `description` is the name, which is compared exactly.
  ///   - parameters: The arguments of the factory.
  ///   - file: The file of the property, for diagnostics.
  ///   - line: The line of the property, for diagnostics.
  @_disfavoredOverload
  public init<Name: CustomStringConvertible, each Parameter: Hashable>(
    name: Name, _ parameters: repeat each Parameter,
    file: StaticString = #file, line: UInt = #line
  ) {
    self.init(name: name.description, repeat each parameters, file: file, line: line)
  }

  /// Injects the only dependency of a name that takes parameters.
  ///
  /// - Parameters:
  ///   - name: A value. Its `rawValue` is the name, which is compared exactly.
  ///   - parameters: The arguments of the factory.
  ///   - file: The file of the property, for diagnostics.
  ///   - line: The line of the property, for diagnostics.
  public init<Name: RawRepresentable, each Parameter: Hashable>(
    name: Name, _ parameters: repeat each Parameter,
    file: StaticString = #file, line: UInt = #line
  ) where Name.RawValue == String {
    self.init(name: name.rawValue, repeat each parameters, file: file, line: line)
  }

  /// Injects the only dependency of a value that takes parameters.
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
  public init<V: Hashable, each Parameter: Hashable>(
    value: V, _ parameters: repeat each Parameter,
    file: StaticString = #file, line: UInt = #line
  ) {
    self.init(file, line) {
      try inject(value: value, Value.self, repeat each parameters, isAbsent: &$0)
    }
  }
}
