// Generated from Scripts/overloads.template: edit that, and run Scripts/overloads.sh.

internal import StitcherEngine

extension WeakInjected {
  /// Creates a property that injects the only dependency of the given type.
  ///
  /// - Parameters:
  ///   - type: The property's type, or a subclass.
  ///   - file: The file of the property, for diagnostics.
  ///   - line: The line of the property, for diagnostics.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public init(
    type: Object.Type,
    file: StaticString = #file, line: UInt = #line
  ) {
    self.init(file, line) { try injectOptional(type, &$0) }
  }

  /// Creates a property that injects the only dependency of the given type, and passes arguments to
  /// its factory.
  ///
  /// ```swift
  /// @WeakInjected("Drafts") var drafts: NoteStore?
  /// ```
  ///
  /// - Warning: An argument without a label is passed to the factory. To inject by a name, write
  ///   `@WeakInjected(name: "Drafts")`.
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
    type: Object.Type = Object.self, _ parameters: repeat each Parameter,
    file: StaticString = #file, line: UInt = #line
  ) {
    self.init(file, line) { try injectOptional(type, repeat each parameters, isAbsent: &$0) }
  }
}
