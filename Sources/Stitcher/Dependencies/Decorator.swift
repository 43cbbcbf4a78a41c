internal import StitcherEngine

/// A registered closure that wraps the instances of a dependency, so that injections return the
/// wrapper instead.
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
/// A decorator applies to one lookup key, in every active container and in every child graph. In
/// the example, an injection of `any NoteStore` returns a logging store. An injection of
/// `FileNoteStore` returns the plain store. If a collection of `any NoteStore` is injected, each
/// element is decorated.
///
/// Several decorators of a key apply in the order of activation, then of declaration. The first one
/// is innermost. Decorators of a child graph wrap those of its parents. Decorators of one name may
/// have different types, if the undecorated instance is of all these types.
///
/// An instance that its scope keeps is decorated once, and the graph keeps the result as long. A
/// fresh instance is decorated at each injection. If a child graph decorates an instance that its
/// parent keeps, the child keeps the outer wrapper.
///
/// The closure may inject, throw, and name a global actor on which it then runs. An asynchronous
/// closure makes the dependency asynchronous, so `injectAsync` must create the instance. A
/// decorator that injects by its own key is a cycle.
public struct Decorator: Sendable {
  /// The engine's object for this decorator.
  let base: any Decoration

  /// Decorates the dependency that is found by the given type, and injects the wrapper's other
  /// dependencies.
  ///
  /// The first parameter of the function is the instance. The other parameters are injected, each
  /// by its type:
  ///
  /// ```swift
  /// Decorator((any NoteStore).self, autowired: LoggingStore.init(_:log:))
  /// ```
  ///
  /// ``DependencyGraph/verify()-swift.method`` checks these parameters before the function runs. If
  /// no dependency of the type is registered, an optional parameter is `nil` and a collection is
  /// empty.
  ///
  /// - Parameters:
  ///   - type: The type that injections request, such as `(any NoteStore).self`.
  ///   - decorate: Wraps an instance, its first argument, and returns the wrapper.
  ///   - file: The file of the decorator, for diagnostics.
  ///   - line: The line of the decorator, for diagnostics.
  @_disfavoredOverload
  public init<Inner, each Parameter, Failure: Error>(
    _ type: Inner.Type,
    autowired decorate:
      @escaping @Sendable (Inner, repeat each Parameter) throws(Failure) -> Inner,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    let keys = (repeat ParameterKey<each Parameter>.type)
    var edges: [DeclaredEdge] = []
    for key in repeat each keys { edges.append(key.edge) }
    base = TypedDecoration<Inner>(
      .type(type), location: SourceLocation(file: file, line: line), edges: edges
    ) { inner in
      try decorate(inner, repeat try (each keys).inject(file, line))
    }
  }

  /// Creates a decorator for the dependency with the given lookup key.
  init<Inner>(
    _ key: LookupKey, _ file: StaticString, _ line: UInt,
    _ decorate: @escaping @Sendable @isolated(any) (Inner) throws -> Inner
  ) {
    base = TypedDecoration(key, location: SourceLocation(file: file, line: line), decorate)
  }

  /// Creates an asynchronous decorator for the dependency with the given lookup key.
  init<Inner: Sendable>(
    asynchronous key: LookupKey, _ file: StaticString, _ line: UInt,
    _ decorate: @escaping @Sendable @isolated(any) (Inner) async throws -> Inner
  ) {
    base = TypedDecoration(
      asynchronous: key, location: SourceLocation(file: file, line: line), decorate)
  }
}
