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

  /// Registers a dependency.
  public static func buildExpression<T, Trait: DependencyLocatorTrait>(
    _ expression: Dependency<T, Trait>
  ) -> IntermediateResult {
    IntermediateResult(RegistrationSet(RawDependencyRegistration(expression).base))
  }

  /// Registers a dependency whose type is optional.
  @available(
    *, deprecated,
    message: "Optional dependencies cannot be injected by type. Register the wrapped type instead."
  )
  public static func buildExpression<T, Trait: DependencyLocatorTrait>(
    _ expression: Dependency<T?, Trait>
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
    let registration = TypedRegistration<T>(
      locator: .type(T.self), scope: .automatic(for: T.self),
      location: SourceLocation(file: file, line: line), factory: expression)
    return IntermediateResult(RegistrationSet(registration))
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
