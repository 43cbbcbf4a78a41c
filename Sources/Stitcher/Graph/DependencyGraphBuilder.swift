internal import StitcherEngine

/// The initial contents of a graph: registrations and containers.
public struct DependencyGraphContents: Sendable {
  /// A part of the contents.
  enum Part: Sendable {
    /// Direct registrations, which never change.
    case registrations(DependenciesRegistrar)
    /// A container. Its contents may change.
    case container(DependencyContainer)
  }

  /// All parts, in order; consecutive registrations form one part.
  private(set) var parts: [Part] = []

  /// Appends other contents at the end.
  fileprivate mutating func append(_ others: DependencyGraphContents) {
    for part in others.parts {
      if case .registrations(let new) = part, case .registrations(let old)? = parts.last {
        parts[parts.count - 1] = .registrations(old.union(new))
      } else {
        parts.append(part)
      }
    }
  }

  /// Creates contents with one part or none.
  fileprivate init(_ part: Part? = nil) { parts = part.map { [$0] } ?? [] }
}

/// A result builder for the initial contents of a graph.
///
/// ```swift
/// let test = DependencyGraph.process.isolated {
///   appContainer
///   Dependency { FixedClock() }
///     .conforms(to: (any Clock).self)
/// }
/// ```
///
/// A statement is a ``DependencyContainer``, or any statement that a container accepts: see
/// ``DependencyRegistrarBuilder``. A direct registration hides registrations of the containers that
/// have the same key and the same parameters, in any order. `if`, `switch`, `for` and `#available`
/// are supported.
@resultBuilder
public enum DependencyGraphBuilder {
  /// Combines the results of all statements.
  public static func buildBlock(_ components: DependencyGraphContents...)
    -> DependencyGraphContents
  {
    buildArray(components)
  }

  /// Rejects a block with an invalid statement, which the compiler marks with a warning.
  @available(
    *, unavailable,
    message:
      "A statement in these braces registers nothing that can be injected; see the warning at the statement. Write 'return' before the instance if a factory returns 'Void', register a class instead of a noncopyable type, and write 'EnglishGreeter()' or use '@Registerable' instead of 'EnglishGreeter.self'."
  )
  public static func buildBlock(_ components: Any...) -> DependencyGraphContents {
    fatalError("unavailable")
  }

  /// Adds a container.
  public static func buildExpression(_ expression: DependencyContainer) -> DependencyGraphContents {
    DependencyGraphContents(.container(expression))
  }

  /// Adds contents that another result builder has produced.
  public static func buildExpression(_ expression: DependencyGraphContents)
    -> DependencyGraphContents
  {
    expression
  }

  /// Adds registrations.
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

  /// Registers the dependency that a custom type represents.
  public static func buildExpression<Representation: DependencyRepresenting>(
    _ expression: Representation, file: StaticString = #fileID, line: UInt = #line
  ) -> DependencyGraphContents {
    buildExpression(
      DependencyRegistrarBuilder.buildExpression(expression, file: file, line: line))
  }

  /// Registers an expression as the factory of a dependency. Injections find the dependency by the
  /// type of the expression.
  @_disfavoredOverload
  public static func buildExpression<T>(
    _ expression: @escaping @Sendable @autoclosure () -> T, file: StaticString = #fileID,
    line: UInt = #line
  ) -> DependencyGraphContents {
    CompositeRegistrations.note(T.self)
    let registration = ParameterlessRegistration(
      locator: .type(T.self), scope: .automatic(for: T.self),
      location: SourceLocation(file: file, line: line), factory: expression)
    return buildExpression(DependenciesRegistrar(RegistrationSet(registration)))
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
  public static func buildExpression<Instance>(
    _ expression: Dependency<Instance.Type, MaybeTypeLocatedDependency>
  ) -> UnregistrableStatement {
    UnregistrableStatement()
  }

  /// Rejects a factory that returns a type instead of an instance.
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
  ) -> DependencyGraphContents {
    fatalError("unavailable")
  }

  /// Adds the contents of the first branch.
  public static func buildEither(first component: DependencyGraphContents)
    -> DependencyGraphContents
  {
    component
  }

  /// Adds the contents of the second branch.
  public static func buildEither(second component: DependencyGraphContents)
    -> DependencyGraphContents
  {
    component
  }

  /// Adds the contents of a branch, or nothing.
  public static func buildOptional(_ component: DependencyGraphContents?)
    -> DependencyGraphContents
  {
    component ?? DependencyGraphContents()
  }

  /// Combines the contents of all iterations of a loop.
  public static func buildArray(_ components: [DependencyGraphContents])
    -> DependencyGraphContents
  {
    var all = DependencyGraphContents()
    for component in components { all.append(component) }
    return all
  }

  /// Adds the contents of an `#available` branch.
  public static func buildLimitedAvailability(_ component: DependencyGraphContents)
    -> DependencyGraphContents
  {
    component
  }
}
