// Generated from Scripts/overloads.template: edit that, and run Scripts/overloads.sh.

internal import StitcherEngine

extension Decorator {
  /// Decorates the dependency that is found by the given type.
  ///
  /// - Parameters:
  ///   - type: The type that injections request, such as `(any NoteStore).self`.
  ///   - file: The file of the decorator, for diagnostics.
  ///   - line: The line of the decorator, for diagnostics.
  ///   - decorate: Wraps an instance, and returns the wrapper.
  public init<Inner>(
    _ type: Inner.Type = Inner.self, file: StaticString = #fileID, line: UInt = #line,
    decorate: @escaping @Sendable @isolated(any) (_ inner: Inner) throws -> Inner
  ) {
    self.init(.type(type), file, line, decorate)
  }

  /// Decorates, with an asynchronous closure, the dependency that is found by the given type.
  ///
  /// - Parameters:
  ///   - type: The type that injections request, such as `(any NoteStore).self`.
  ///   - file: The file of the decorator, for diagnostics.
  ///   - line: The line of the decorator, for diagnostics.
  ///   - decorate: Wraps an instance, and returns the wrapper.
  @_disfavoredOverload
  public init<Inner: Sendable>(
    _ type: Inner.Type = Inner.self, file: StaticString = #fileID, line: UInt = #line,
    decorate: @escaping @Sendable @isolated(any) (_ inner: Inner) async throws -> Inner
  ) {
    self.init(asynchronous: .type(type), file, line, decorate)
  }

  /// Decorates the dependency that is found by the given name.
  ///
  /// ```swift
  /// Decorator(named: "drafts") { (inner: any NoteStore) in LoggingStore(inner) }
  /// ```
  ///
  /// An injection by the name throws ``InjectionError/mismatchedDependencyType(_:expected:)`` if
  /// the instance is not of the closure's type, or if the wrapper is not of the requested type.
  ///
  /// - Parameters:
  ///   - name: The registered name.
  ///   - file: The file of the decorator, for diagnostics.
  ///   - line: The line of the decorator, for diagnostics.
  ///   - decorate: Wraps an instance, and returns the wrapper.
  public init<Inner>(
    named name: String, file: StaticString = #fileID, line: UInt = #line,
    decorate: @escaping @Sendable @isolated(any) (_ inner: Inner) throws -> Inner
  ) {
    self.init(.name(name), file, line, decorate)
  }

  /// Decorates, with an asynchronous closure, the dependency that is found by the given name.
  ///
  /// - Parameters:
  ///   - name: The registered name.
  ///   - file: The file of the decorator, for diagnostics.
  ///   - line: The line of the decorator, for diagnostics.
  ///   - decorate: Wraps an instance, and returns the wrapper.
  @_disfavoredOverload
  public init<Inner: Sendable>(
    named name: String, file: StaticString = #fileID, line: UInt = #line,
    decorate: @escaping @Sendable @isolated(any) (_ inner: Inner) async throws -> Inner
  ) {
    self.init(asynchronous: .name(name), file, line, decorate)
  }

  /// Decorates the dependency that is found by the name that is the `rawValue` of the given value.
  ///
  /// - Parameters:
  ///   - name: A value. Its `rawValue` is the registered name.
  ///   - file: The file of the decorator, for diagnostics.
  ///   - line: The line of the decorator, for diagnostics.
  ///   - decorate: Wraps an instance, and returns the wrapper.
  public init<Name: RawRepresentable, Inner>(
    named name: Name, file: StaticString = #fileID, line: UInt = #line,
    decorate: @escaping @Sendable @isolated(any) (_ inner: Inner) throws -> Inner
  ) where Name.RawValue == String {
    self.init(.name(name.rawValue), file, line, decorate)
  }

  /// Decorates, with an asynchronous closure, the dependency that is found by the name that is the
  /// `rawValue` of the given value.
  ///
  /// - Parameters:
  ///   - name: A value. Its `rawValue` is the registered name.
  ///   - file: The file of the decorator, for diagnostics.
  ///   - line: The line of the decorator, for diagnostics.
  ///   - decorate: Wraps an instance, and returns the wrapper.
  @_disfavoredOverload
  public init<Name: RawRepresentable, Inner: Sendable>(
    named name: Name, file: StaticString = #fileID, line: UInt = #line,
    decorate: @escaping @Sendable @isolated(any) (_ inner: Inner) async throws -> Inner
  ) where Name.RawValue == String {
    self.init(asynchronous: .name(name.rawValue), file, line, decorate)
  }

  /// Decorates the dependency that is found by the given value.
  ///
  /// - Parameters:
  ///   - value: A value that is equal to the registered one.
  ///   - file: The file of the decorator, for diagnostics.
  ///   - line: The line of the decorator, for diagnostics.
  ///   - decorate: Wraps an instance, and returns the wrapper.
  public init<Value: Hashable, Inner>(
    value: Value, file: StaticString = #fileID, line: UInt = #line,
    decorate: @escaping @Sendable @isolated(any) (_ inner: Inner) throws -> Inner
  ) {
    self.init(.value(TypedValueKey(value)), file, line, decorate)
  }

  /// Decorates, with an asynchronous closure, the dependency that is found by the given value.
  ///
  /// - Parameters:
  ///   - value: A value that is equal to the registered one.
  ///   - file: The file of the decorator, for diagnostics.
  ///   - line: The line of the decorator, for diagnostics.
  ///   - decorate: Wraps an instance, and returns the wrapper.
  @_disfavoredOverload
  public init<Value: Hashable, Inner: Sendable>(
    value: Value, file: StaticString = #fileID, line: UInt = #line,
    decorate: @escaping @Sendable @isolated(any) (_ inner: Inner) async throws -> Inner
  ) {
    self.init(asynchronous: .value(TypedValueKey(value)), file, line, decorate)
  }
}
