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
  /// The result of all statements of a container's closure together.
  public typealias Output = DependenciesRegistrar

  /// The result of one statement of a container's closure: the registrations that it adds.
  public typealias IntermediateResult = DependenciesRegistrar

  /// Combines the registrations of all statements in a block.
  public static func buildBlock(_ components: IntermediateResult...) -> IntermediateResult {
    switch components.count {
    case 0: return IntermediateResult()
    case 1: return components[0]
    default: return IntermediateResult(reducing: components)
    }
  }

  /// Unavailable: a block with a statement that registers nothing is a compile-time error, and a
  /// warning at that statement says why.
  @available(
    *, unavailable,
    message:
      "A statement in these braces registers nothing that can be injected; see the warning at the statement. Write 'return' before the instance if a factory returns 'Void', register a class instead of a noncopyable type, and write 'EnglishGreeter()' or use '@Registerable' instead of 'EnglishGreeter.self'."
  )
  public static func buildBlock(_ components: Any...) -> IntermediateResult {
    fatalError("unavailable")
  }

  /// Adds registrations that another result builder has produced.
  public static func buildExpression(_ expression: IntermediateResult) -> IntermediateResult {
    expression
  }

  /// Combines the registrations of all iterations of a loop.
  public static func buildArray(_ components: [IntermediateResult]) -> IntermediateResult {
    IntermediateResult(reducing: components)
  }

  /// Returns the registrations of the whole block.
  public static func buildFinalResult(_ component: IntermediateResult) -> Output { component }
}

/// The result of a statement that registers nothing, such as a factory without a result. A block
/// with such a statement does not compile.
///
/// An unavailable overload of `buildExpression` would not suffice: the compiler prefers an
/// available overload, and the overload for any expression is available.
public struct _UnregistrableStatement {}
