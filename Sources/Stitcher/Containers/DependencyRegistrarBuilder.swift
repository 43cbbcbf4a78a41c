internal import StitcherEngine

/// Builds the registrations of a container from statements.
///
/// ```swift
/// @DependencyRegistrarBuilder func searches() -> DependenciesRegistrar {
///   NoteIndex()
///   Dependency { TagIndex() }
///     .scope(.singleton)
/// }
/// ```
///
/// A statement is a ``Dependency``, a ``DependencyGroup``, a ``DependencyRepresenting`` or
/// ``DependencyGroupRepresenting`` value, or any other expression, which is then the factory of a
/// dependency of its type. `if`, `switch`, `for` and `#available` work.
@resultBuilder
public struct DependencyRegistrarBuilder {
  /// The result of the whole block.
  public typealias Output = DependenciesRegistrar

  /// The registrations of a statement.
  public typealias IntermediateResult = DependenciesRegistrar

  /// Joins the results of statements.
  public static func buildBlock(_ components: IntermediateResult...) -> IntermediateResult {
    switch components.count {
    case 0: return IntermediateResult()
    case 1: return components[0]
    default: return IntermediateResult(reducing: components)
    }
  }

  /// Refuses a block with an ``UnregistrableStatement``.
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

  /// Registers what a custom type represents.
  public static func buildExpression<Representation: DependencyRepresenting>(
    _ expression: Representation, file: StaticString = #fileID, line: UInt = #line
  ) -> IntermediateResult {
    let registration = RawDependencyRegistration(expression, file: file, line: line)
    return IntermediateResult(RegistrationSet(registration.base))
  }

  /// Registers an expression as the factory of a dependency of its type.
  @_disfavoredOverload
  public static func buildExpression<T>(
    _ expression: @escaping @Sendable @autoclosure () -> T, file: StaticString = #fileID,
    line: UInt = #line
  ) -> IntermediateResult {
    CompositeRegistrations.note(T.self)
    let registration = TypedRegistration<T, Void>(
      locator: .type(T.self), scope: .automatic(for: T.self),
      location: SourceLocation(file: file, line: line), factory: expression)
    return IntermediateResult(RegistrationSet(registration))
  }

  /// Refuses a factory that returns nothing.
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

  /// Refuses a type that represents a factory that returns nothing.
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

  /// Refuses a factory that returns a type instead of an instance.
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

  /// Refuses an expression without a result.
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

  /// Refuses a type that stands where an instance belongs.
  @available(
    *, deprecated,
    message:
      "This statement registers a type, not an instance of the type. Write 'EnglishGreeter()' instead of 'EnglishGreeter.self', or use '@Registerable' on the type and write 'EnglishGreeter.dependencyRegistration'."
  )
  public static func buildExpression(_ expression: any Any.Type) -> UnregistrableStatement {
    UnregistrableStatement()
  }

  /// Refuses an instance that cannot be copied.
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

  /// Takes registrations over.
  public static func buildExpression(_ expression: IntermediateResult) -> IntermediateResult {
    expression
  }

  /// Takes the first branch.
  public static func buildEither(first component: IntermediateResult) -> IntermediateResult {
    component
  }

  /// Takes the second branch.
  public static func buildEither(second component: IntermediateResult) -> IntermediateResult {
    component
  }

  /// Takes a branch, or nothing.
  public static func buildOptional(_ component: IntermediateResult?) -> IntermediateResult {
    component ?? IntermediateResult()
  }

  /// Joins the rounds of a loop.
  public static func buildArray(_ components: [IntermediateResult]) -> IntermediateResult {
    IntermediateResult(reducing: components)
  }

  /// Takes a branch that depends on the system's version.
  public static func buildLimitedAvailability(_ component: IntermediateResult)
    -> IntermediateResult
  {
    component
  }

  /// Returns the result.
  public static func buildFinalResult(_ component: IntermediateResult) -> Output { component }
}

/// The result of a statement that registers nothing that can be injected. A block with such a
/// statement does not compile.
///
/// An unavailable form of `buildExpression` alone would not do: the compiler prefers a form that is
/// available, and the form for any expression is.
public struct UnregistrableStatement {}
