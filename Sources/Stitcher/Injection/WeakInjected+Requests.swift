internal import StitcherEngine

extension WeakInjected {
  /// Injects the only dependency of a type: the property's, or a subclass.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - file: The file of the property, for diagnostics.
  ///   - line: The line of the property, for diagnostics.
  @_disfavoredOverload
  public init(type: Object.Type, file: StaticString = #file, line: UInt = #line) {
    self.init(file, line) { try injectOptional(type, &$0) }
  }

  /// Injects the only dependency of the property's type that takes parameters.
  ///
  /// ```swift
  /// @WeakInjected("Drafts") var drafts: NoteStore?
  /// ```
  ///
  /// - Warning: What stands without a label is passed to the factory. To inject by a name, write
  ///   `@WeakInjected(name: "Drafts")`.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - parameters: The arguments of the factory.
  ///   - file: The file of the property, for diagnostics.
  ///   - line: The line of the property, for diagnostics.
  @_disfavoredOverload
  public init<each Parameter: Hashable>(
    type: Object.Type = Object.self, _ parameters: repeat each Parameter,
    file: StaticString = #file, line: UInt = #line
  ) {
    self.init(file, line) { try injectOptional(type, repeat each parameters, isAbsent: &$0) }
  }
}
