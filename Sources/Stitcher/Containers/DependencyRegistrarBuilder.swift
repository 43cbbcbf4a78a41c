internal import StitcherEngine

/// A result builder for the registrations of a container.
///
/// ```swift
/// @DependencyRegistrarBuilder func searches() -> DependenciesRegistrar {
///   NoteIndex()
///   Dependency { TagIndex() }
///     .scope(.singleton)
/// }
/// ```
///
/// A statement is a ``Dependency``, a ``DependencyGroup``, a ``DependencyRepresenting`` value or a
/// ``DependencyGroupRepresenting`` value. Any other expression becomes the factory of a dependency
/// of its type. `if`, `switch`, `for` and `#available` are supported.
@resultBuilder
public struct DependencyRegistrarBuilder {
  /// The result of the whole block.
  public typealias Output = DependenciesRegistrar

  /// The registrations of a statement.
  public typealias IntermediateResult = DependenciesRegistrar

  /// Combines the results of all statements.
  public static func buildBlock(_ components: IntermediateResult...) -> IntermediateResult {
    switch components.count {
    case 0: return IntermediateResult()
    case 1: return components[0]
    default: return IntermediateResult(reducing: components)
    }
  }

  /// Rejects a block with an invalid statement, which the compiler marks with a warning.
  @available(
    *, unavailable,
    message:
      "A statement in these braces registers nothing that can be injected; see the warning at the statement. Write 'return' before the instance if a factory returns 'Void', register a class instead of a noncopyable type, and write 'EnglishGreeter()' or use '@Registerable' instead of 'EnglishGreeter.self'."
  )
  public static func buildBlock(_ components: Any...) -> IntermediateResult {
    fatalError("unavailable")
  }

  /// Registers a dependency.
  public static func buildExpression<T, Trait: DependencyLocatorTrait>(
    _ expression: Dependency<T, Trait>
  ) -> IntermediateResult {
    IntermediateResult(RegistrationSet(RawDependencyRegistration(expression).base))
  }

  /// Registers the dependencies of a group.
  public static func buildExpression(_ expression: DependencyGroup) -> IntermediateResult {
    expression.dependencies()
  }

  /// Registers the dependencies of a custom group.
  public static func buildExpression<Representation: DependencyGroupRepresenting>(
    _ expression: Representation
  ) -> IntermediateResult {
    expression.dependencies()
  }

  /// Registers the dependency that a custom type represents.
  public static func buildExpression<Representation: DependencyRepresenting>(
    _ expression: Representation, file: StaticString = #fileID, line: UInt = #line
  ) -> IntermediateResult {
    let registration = RawDependencyRegistration(expression, file: file, line: line)
    return IntermediateResult(RegistrationSet(registration.base))
  }

  /// Registers an expression as the factory of a dependency. Injections find the dependency by the
  /// type of the expression.
  @_disfavoredOverload
  public static func buildExpression<T>(
    _ expression: @escaping @Sendable @autoclosure () -> T, file: StaticString = #fileID,
    line: UInt = #line
  ) -> IntermediateResult {
    CompositeRegistrations.note(T.self)
    let registration = ParameterlessRegistration(
      locator: .type(T.self), scope: .automatic(for: T.self),
      location: SourceLocation(file: file, line: line), factory: expression)
    return IntermediateResult(RegistrationSet(registration))
  }

  /// Rejects a factory that returns nothing.
  @available(
    *, deprecated,
    message:
      "The factory returns 'Void', which no injection asks for. Write 'return' before the instance. A noncopyable instance cannot be registered: register a class that holds it."
  )
  public static func buildExpression<Trait: DependencyLocatorTrait>(
    _ expression: Dependency<Void, Trait>
  ) -> UnregistrableStatement {
    UnregistrableStatement()
  }

  /// Rejects a type that conforms to `DependencyRepresenting` and whose factory returns `Void`.
  @available(
    *, deprecated,
    message:
      "The factory returns 'Void', which no injection asks for. Write 'return' before the instance. A noncopyable instance cannot be registered: register a class that holds it."
  )
  public static func buildExpression<Representation: DependencyRepresenting>(
    _ expression: Representation, file: StaticString = #fileID, line: UInt = #line
  ) -> UnregistrableStatement where Representation.T == Void {
    UnregistrableStatement()
  }

  /// Rejects a factory that returns a type instead of an instance.
  @available(
    *, deprecated,
    message:
      "The factory returns a type, not an instance of the type. Write 'EnglishGreeter()' instead of 'EnglishGreeter.self'. For an injection of the type itself, give the dependency a name."
  )
  public static func buildExpression<Instance, Trait: _TypesLocatingTrait>(
    _ expression: Dependency<Instance.Type, Trait>
  ) -> UnregistrableStatement {
    UnregistrableStatement()
  }

  /// Rejects an expression without a result.
  @available(
    *, deprecated,
    message:
      "The expression returns 'Void', which no injection asks for. Write an expression that returns the instance, or 'let _ =' before a call that registers nothing."
  )
  public static func buildExpression(
    _ expression: @escaping @Sendable @autoclosure () -> Void
  ) -> UnregistrableStatement {
    UnregistrableStatement()
  }

  /// Rejects a statement that is a type instead of an instance.
  @available(
    *, deprecated,
    message:
      "This statement registers a type, not an instance of the type. Write 'EnglishGreeter()' instead of 'EnglishGreeter.self', or use '@Registerable' on the type and write 'EnglishGreeter.dependencyRegistration'."
  )
  public static func buildExpression(_ expression: any Any.Type) -> UnregistrableStatement {
    UnregistrableStatement()
  }

  /// Rejects an instance of a noncopyable type.
  @available(
    *, unavailable,
    message:
      "A noncopyable instance cannot be registered, since each injection gets a copy. Register a class that holds the instance."
  )
  public static func buildExpression<T: ~Copyable>(
    _ expression: @escaping @Sendable @autoclosure () -> T
  ) -> IntermediateResult {
    fatalError("unavailable")
  }

  /// Adds registrations that another result builder has produced.
  public static func buildExpression(_ expression: IntermediateResult) -> IntermediateResult {
    expression
  }

  /// Adds the registrations of the first branch.
  public static func buildEither(first component: IntermediateResult) -> IntermediateResult {
    component
  }

  /// Adds the registrations of the second branch.
  public static func buildEither(second component: IntermediateResult) -> IntermediateResult {
    component
  }

  /// Adds the registrations of a branch, or nothing.
  public static func buildOptional(_ component: IntermediateResult?) -> IntermediateResult {
    component ?? IntermediateResult()
  }

  /// Combines the registrations of all iterations of a loop.
  public static func buildArray(_ components: [IntermediateResult]) -> IntermediateResult {
    IntermediateResult(reducing: components)
  }

  /// Adds the registrations of an `#available` branch.
  public static func buildLimitedAvailability(_ component: IntermediateResult)
    -> IntermediateResult
  {
    component
  }

  /// Returns the registrations of the whole block.
  public static func buildFinalResult(_ component: IntermediateResult) -> Output { component }
}

/// The result of a statement that cannot be injected, such as a factory that returns nothing. A
/// block with such a statement does not compile.
///
/// An unavailable overload of `buildExpression` would not suffice: the compiler prefers an
/// available overload, and the overload for any expression is available.
public struct UnregistrableStatement {}
