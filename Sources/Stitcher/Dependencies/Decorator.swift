internal import StitcherEngine

/// Puts something around the instances of a dependency, and has that injected instead.
///
/// ```swift
/// let container = DependencyContainer {
///   Dependency { FileNoteStore() }
///     .conforms(to: (any NoteStore).self)
///     .scope(.singleton)
///
///   Decorator((any NoteStore).self) { inner in LoggingStore(inner) }
/// }
/// ```
///
/// A decorator applies to what is found by the key that it names, in every active container and in
/// every graph that is built on this one: whoever asks for `any NoteStore` gets a logging store,
/// and whoever asks for `FileNoteStore` gets the plain one. Where all of a type are asked for, each
/// is decorated.
///
/// Several apply in the order of activation, then of declaration, the first one innermost; those of
/// a nearer graph come around those of its parents. What is kept is decorated once, and kept as
/// long; what is not is decorated each time. A child that decorates what its parent keeps keeps the
/// outer one itself.
///
/// The closure may inject, throw, and name a global actor; it then runs there, as a factory does.
/// One that is asynchronous makes the dependency asynchronous: `injectAsync` creates it. A
/// decorator that injects by its own key is a cycle.
public struct Decorator: Sendable {
  /// The engine's decoration.
  let base: any Decoration

  /// Decorates what is found by a type.
  ///
  /// - Parameters:
  ///   - type: The type that is asked for, such as `(any NoteStore).self`.
  ///   - file: The file of the decorator, for diagnostics.
  ///   - line: The line of the decorator, for diagnostics.
  ///   - decorate: Returns what is injected instead.
  public init<Inner>(
    _ type: Inner.Type = Inner.self, file: StaticString = #fileID, line: UInt = #line,
    decorate: @escaping @Sendable @isolated(any) (_ inner: Inner) throws -> Inner
  ) {
    self.init(.type(type), file, line, decorate)
  }

  /// Decorates what is found by a type, asynchronously.
  ///
  /// - Parameters:
  ///   - type: The type that is asked for, such as `(any NoteStore).self`.
  ///   - file: The file of the decorator, for diagnostics.
  ///   - line: The line of the decorator, for diagnostics.
  ///   - decorate: Returns what is injected instead.
  @_disfavoredOverload
  public init<Inner: Sendable>(
    _ type: Inner.Type = Inner.self, file: StaticString = #fileID, line: UInt = #line,
    decorate: @escaping @Sendable @isolated(any) (_ inner: Inner) async throws -> Inner
  ) {
    self.init(asynchronous: .type(type), file, line, decorate)
  }

  /// Decorates what is found by a name.
  ///
  /// ```swift
  /// Decorator(named: "drafts") { (inner: any NoteStore) in LoggingStore(inner) }
  /// ```
  ///
  /// An injection by the name fails if what is found is not of the closure's type, or the result
  /// not of the type that is asked for.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - file: The file of the decorator, for diagnostics.
  ///   - line: The line of the decorator, for diagnostics.
  ///   - decorate: Returns what is injected instead.
  public init<Inner>(
    named name: String, file: StaticString = #fileID, line: UInt = #line,
    decorate: @escaping @Sendable @isolated(any) (_ inner: Inner) throws -> Inner
  ) {
    self.init(.name(name), file, line, decorate)
  }

  /// Decorates what is found by a name, asynchronously.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - file: The file of the decorator, for diagnostics.
  ///   - line: The line of the decorator, for diagnostics.
  ///   - decorate: Returns what is injected instead.
  @_disfavoredOverload
  public init<Inner: Sendable>(
    named name: String, file: StaticString = #fileID, line: UInt = #line,
    decorate: @escaping @Sendable @isolated(any) (_ inner: Inner) async throws -> Inner
  ) {
    self.init(asynchronous: .name(name), file, line, decorate)
  }

  /// Decorates what is found by a name.
  ///
  /// - Parameters:
  ///   - name: What has the name as its raw value.
  ///   - file: The file of the decorator, for diagnostics.
  ///   - line: The line of the decorator, for diagnostics.
  ///   - decorate: Returns what is injected instead.
  public init<Name: RawRepresentable, Inner>(
    named name: Name, file: StaticString = #fileID, line: UInt = #line,
    decorate: @escaping @Sendable @isolated(any) (_ inner: Inner) throws -> Inner
  ) where Name.RawValue == String {
    self.init(.name(name.rawValue), file, line, decorate)
  }

  /// Decorates what is found by a name, asynchronously.
  ///
  /// - Parameters:
  ///   - name: What has the name as its raw value.
  ///   - file: The file of the decorator, for diagnostics.
  ///   - line: The line of the decorator, for diagnostics.
  ///   - decorate: Returns what is injected instead.
  @_disfavoredOverload
  public init<Name: RawRepresentable, Inner: Sendable>(
    named name: Name, file: StaticString = #fileID, line: UInt = #line,
    decorate: @escaping @Sendable @isolated(any) (_ inner: Inner) async throws -> Inner
  ) where Name.RawValue == String {
    self.init(asynchronous: .name(name.rawValue), file, line, decorate)
  }

  /// Decorates what is found by a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - file: The file of the decorator, for diagnostics.
  ///   - line: The line of the decorator, for diagnostics.
  ///   - decorate: Returns what is injected instead.
  public init<Value: Hashable, Inner>(
    value: Value, file: StaticString = #fileID, line: UInt = #line,
    decorate: @escaping @Sendable @isolated(any) (_ inner: Inner) throws -> Inner
  ) {
    self.init(.value(TypedValueKey(value)), file, line, decorate)
  }

  /// Decorates what is found by a value, asynchronously.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - file: The file of the decorator, for diagnostics.
  ///   - line: The line of the decorator, for diagnostics.
  ///   - decorate: Returns what is injected instead.
  @_disfavoredOverload
  public init<Value: Hashable, Inner: Sendable>(
    value: Value, file: StaticString = #fileID, line: UInt = #line,
    decorate: @escaping @Sendable @isolated(any) (_ inner: Inner) async throws -> Inner
  ) {
    self.init(asynchronous: .value(TypedValueKey(value)), file, line, decorate)
  }

  /// Decorates what is found by a type, with a function whose further parameters are injected, each
  /// by its type.
  ///
  /// ```swift
  /// Decorator((any NoteStore).self, autowired: LoggingStore.init(_:log:))
  /// ```
  ///
  /// What the function asks for is known before it runs: see
  /// ``DependencyGraph/verify()-swift.method``. An optional parameter is nil and a collection is
  /// empty if there is nothing.
  ///
  /// - Parameters:
  ///   - type: The type that is asked for, such as `(any NoteStore).self`.
  ///   - decorate: Returns what is injected instead of its first parameter.
  ///   - file: The file of the decorator, for diagnostics.
  ///   - line: The line of the decorator, for diagnostics.
  @_disfavoredOverload
  public init<Inner, each Parameter, Failure: Error>(
    _ type: Inner.Type,
    autowired decorate:
      @escaping @Sendable (Inner, repeat each Parameter) throws(Failure) -> Inner,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    let keys = (repeat Autowiring<each Parameter>.type)
    var edges: [DeclaredEdge] = []
    for key in repeat each keys { edges.append(key.edge) }
    base = TypedDecoration<Inner>(
      .type(type), location: SourceLocation(file: file, line: line), edges: edges
    ) { inner in
      try decorate(inner, repeat try (each keys).inject(file, line))
    }
  }

  /// Creates a decorator of a key.
  private init<Inner>(
    _ key: LookupKey, _ file: StaticString, _ line: UInt,
    _ decorate: @escaping @Sendable @isolated(any) (Inner) throws -> Inner
  ) {
    base = TypedDecoration(key, location: SourceLocation(file: file, line: line), decorate)
  }

  /// Creates an asynchronous decorator of a key.
  private init<Inner: Sendable>(
    asynchronous key: LookupKey, _ file: StaticString, _ line: UInt,
    _ decorate: @escaping @Sendable @isolated(any) (Inner) async throws -> Inner
  ) {
    base = TypedDecoration(
      asynchronous: key, location: SourceLocation(file: file, line: line), decorate)
  }
}

extension DependencyRegistrarBuilder {
  /// Decorates what others have registered.
  public static func buildExpression(_ expression: Decorator) -> IntermediateResult {
    IntermediateResult(RegistrationSet(expression.base))
  }
}

extension DependencyGraphBuilder {
  /// Decorates what others have registered.
  public static func buildExpression(_ expression: Decorator) -> DependencyGraphContents {
    buildExpression(DependencyRegistrarBuilder.buildExpression(expression))
  }
}
