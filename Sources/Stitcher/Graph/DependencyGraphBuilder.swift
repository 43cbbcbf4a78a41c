internal import StitcherEngine

/// What a graph is made with: registrations and containers.
public struct DependencyGraphContents: Sendable {
  /// One of them.
  enum Part: Sendable {
    /// Registrations, which never change.
    case registrations(DependenciesRegistrar)
    /// A container.
    case container(DependencyContainer)
  }

  /// All of them, in order; registrations that follow each other are one part.
  private(set) var parts: [Part] = []

  /// Adds others at the end.
  fileprivate mutating func append(_ others: DependencyGraphContents) {
    for part in others.parts {
      if case .registrations(let new) = part, case .registrations(let old)? = parts.last {
        parts[parts.count - 1] = .registrations(old.union(new))
      } else {
        parts.append(part)
      }
    }
  }

  /// Holds one part, or none.
  fileprivate init(_ part: Part? = nil) { parts = part.map { [$0] } ?? [] }
}

/// Builds what a graph is made with from statements.
///
/// ```swift
/// let test = DependencyGraph.process.isolated {
///   appContainer
///   Dependency { FixedClock() }
///     .conforms(to: (any Clock).self)
/// }
/// ```
///
/// A statement is a ``DependencyContainer``, or what one stands for in a container: see
/// ``DependencyRegistrarBuilder``. What stands here itself hides what is found by the same key with
/// the same parameters in the containers, whatever comes first. `if`, `switch`, `for` and
/// `#available` work.
@resultBuilder
public enum DependencyGraphBuilder {
  /// Joins the results of statements.
  public static func buildBlock(_ components: DependencyGraphContents...)
    -> DependencyGraphContents
  {
    buildArray(components)
  }

  /// Refuses a block with an ``UnregistrableStatement``.
  @available(
    *, unavailable,
    message:
      "A statement in these braces registers nothing that can be injected; see the warning at the statement. Write 'return' before the instance if a factory returns 'Void', register a class instead of a noncopyable type, and write 'EnglishGreeter()' or use '@Registerable' instead of 'EnglishGreeter.self'."
  )
  public static func buildBlock(_ components: Any...) -> DependencyGraphContents {
    fatalError("unavailable")
  }

  /// Takes a container.
  public static func buildExpression(_ expression: DependencyContainer) -> DependencyGraphContents {
    DependencyGraphContents(.container(expression))
  }

  /// Takes what was built already.
  public static func buildExpression(_ expression: DependencyGraphContents)
    -> DependencyGraphContents
  {
    expression
  }

  /// Takes registrations.
  public static func buildExpression(_ expression: DependenciesRegistrar)
    -> DependencyGraphContents
  {
    DependencyGraphContents(.registrations(expression))
  }

  /// Registers a dependency.
  public static func buildExpression<T, Trait: DependencyLocatorTrait>(
    _ expression: Dependency<T, Trait>
  ) -> DependencyGraphContents {
    buildExpression(DependencyRegistrarBuilder.buildExpression(expression))
  }

  /// Registers the dependencies of a group.
  public static func buildExpression(_ expression: DependencyGroup) -> DependencyGraphContents {
    buildExpression(expression.dependencies())
  }

  /// Registers the dependencies of a custom group.
  public static func buildExpression<Representation: DependencyGroupRepresenting>(
    _ expression: Representation
  ) -> DependencyGraphContents {
    buildExpression(expression.dependencies())
  }

  /// Registers what a custom type represents.
  public static func buildExpression<Representation: DependencyRepresenting>(
    _ expression: Representation, file: StaticString = #fileID, line: UInt = #line
  ) -> DependencyGraphContents {
    buildExpression(
      DependencyRegistrarBuilder.buildExpression(expression, file: file, line: line))
  }

  /// Registers an expression as the factory of a dependency of its type.
  @_disfavoredOverload
  public static func buildExpression<T>(
    _ expression: @escaping @Sendable @autoclosure () -> T, file: StaticString = #fileID,
    line: UInt = #line
  ) -> DependencyGraphContents {
    CompositeRegistrations.note(T.self)
    let registration = TypedRegistration<T, Void>(
      locator: .type(T.self), scope: .automatic(for: T.self),
      location: SourceLocation(file: file, line: line), factory: expression)
    return buildExpression(DependenciesRegistrar(RegistrationSet(registration)))
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
  public static func buildExpression<Instance>(
    _ expression: Dependency<Instance.Type, MaybeTypeLocatedDependency>
  ) -> UnregistrableStatement {
    UnregistrableStatement()
  }

  /// Refuses a factory that returns a type instead of an instance.
  @available(
    *, deprecated,
    message:
      "The factory returns a type, not an instance of the type. Write 'EnglishGreeter()' instead of 'EnglishGreeter.self'. For an injection of the type itself, give the dependency a name."
  )
  public static func buildExpression<Instance>(
    _ expression: Dependency<Instance.Type, TypeLocatedDependency>
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
  ) -> DependencyGraphContents {
    fatalError("unavailable")
  }

  /// Takes the first branch.
  public static func buildEither(first component: DependencyGraphContents)
    -> DependencyGraphContents
  {
    component
  }

  /// Takes the second branch.
  public static func buildEither(second component: DependencyGraphContents)
    -> DependencyGraphContents
  {
    component
  }

  /// Takes a branch, or nothing.
  public static func buildOptional(_ component: DependencyGraphContents?)
    -> DependencyGraphContents
  {
    component ?? DependencyGraphContents()
  }

  /// Joins the rounds of a loop.
  public static func buildArray(_ components: [DependencyGraphContents])
    -> DependencyGraphContents
  {
    var all = DependencyGraphContents()
    for component in components { all.append(component) }
    return all
  }

  /// Takes a branch that depends on the system's version.
  public static func buildLimitedAvailability(_ component: DependencyGraphContents)
    -> DependencyGraphContents
  {
    component
  }
}
