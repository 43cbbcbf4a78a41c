// Generated from Scripts/overloads.template: edit that, and run Scripts/overloads.sh.

internal import StitcherEngine

extension DependencyRegistrarBuilder {
  /// Registers a dependency.
  public static func buildExpression<T, Trait: DependencyLocatorTrait>(
    _ expression: Dependency<T, Trait>
  ) -> DependenciesRegistrar {
    DependenciesRegistrar(RegistrationSet(RawDependencyRegistration(expression).base))
  }

  /// Registers the dependencies of a group.
  public static func buildExpression(_ expression: DependencyGroup) -> DependenciesRegistrar {
    DependenciesRegistrar(expression.dependencies().base)
  }

  /// Registers the dependencies of a group of a custom type.
  public static func buildExpression<Representation: DependencyGroupRepresenting>(
    _ expression: Representation
  ) -> DependenciesRegistrar {
    DependenciesRegistrar(expression.dependencies().base)
  }

  /// Registers the dependency that a value of a custom type represents.
  public static func buildExpression<Representation: DependencyRepresenting>(
    _ expression: Representation, file: StaticString = #fileID, line: UInt = #line
  ) -> DependenciesRegistrar {
    let registration = RawDependencyRegistration(expression, file: file, line: line)
    return DependenciesRegistrar(RegistrationSet(registration.base))
  }

  /// Registers an expression as the factory of a dependency. Injections find the dependency by the
  /// type of the expression.
  @_disfavoredOverload
  public static func buildExpression<T>(
    _ expression: @escaping @Sendable @autoclosure () -> T, file: StaticString = #fileID,
    line: UInt = #line
  ) -> DependenciesRegistrar {
    CompositeRegistrations.note(T.self)
    let registration = ParameterlessRegistration(
      .init(
        locator: .type(T.self), scope: .automatic(for: T.self),
        location: SourceLocation(file: file, line: line)), expression)
    return DependenciesRegistrar(RegistrationSet(registration))
  }

  /// Rejects a factory that returns nothing.
  @available(
    *, deprecated,
    message:
      "The factory returns 'Void', which cannot be injected. Write 'return' before the instance. A noncopyable instance cannot be registered: register a class that holds it."
  )
  public static func buildExpression<Trait: DependencyLocatorTrait>(
    _ expression: Dependency<Void, Trait>
  ) -> _UnregistrableStatement {
    _UnregistrableStatement()
  }

  /// Rejects a type that conforms to `DependencyRepresenting` and whose factory returns `Void`.
  @available(
    *, deprecated,
    message:
      "The factory returns 'Void', which cannot be injected. Write 'return' before the instance. A noncopyable instance cannot be registered: register a class that holds it."
  )
  public static func buildExpression<Representation: DependencyRepresenting>(
    _ expression: Representation, file: StaticString = #fileID, line: UInt = #line
  ) -> _UnregistrableStatement where Representation.T == Void {
    _UnregistrableStatement()
  }

  /// Rejects a factory that returns a type instead of an instance.
  @available(
    *, deprecated,
    message:
      "The factory returns a type, not an instance of the type. Write 'EnglishGreeter()' instead of 'EnglishGreeter.self'. For an injection of the type itself, give the dependency a name."
  )
  public static func buildExpression<Instance, Trait: _TypesLocatingTrait>(
    _ expression: Dependency<Instance.Type, Trait>
  ) -> _UnregistrableStatement {
    _UnregistrableStatement()
  }

  /// Rejects an expression that returns nothing.
  @available(
    *, deprecated,
    message:
      "The expression returns 'Void', which cannot be injected. Write an expression that returns the instance, or 'let _ =' before a call that registers nothing."
  )
  public static func buildExpression(
    _ expression: @escaping @Sendable @autoclosure () -> Void
  ) -> _UnregistrableStatement {
    _UnregistrableStatement()
  }

  /// Rejects a statement that is a type instead of an instance.
  @available(
    *, deprecated,
    message:
      "This statement registers a type, not an instance of the type. Write 'EnglishGreeter()' instead of 'EnglishGreeter.self', or use '@Registerable' on the type and write 'EnglishGreeter.dependencyRegistration'."
  )
  public static func buildExpression(_ expression: any Any.Type) -> _UnregistrableStatement {
    _UnregistrableStatement()
  }

  /// Rejects an instance of a noncopyable type.
  @available(
    *, unavailable,
    message:
      "A noncopyable instance cannot be registered, since each injection gets a copy. Register a class that holds the instance."
  )
  public static func buildExpression<T: ~Copyable>(
    _ expression: @escaping @Sendable @autoclosure () -> T
  ) -> DependenciesRegistrar {
    fatalError("unavailable")
  }

  /// Adds a decorator to the registrations.
  public static func buildExpression(_ expression: Decorator) -> DependenciesRegistrar {
    DependenciesRegistrar(RegistrationSet(expression.base))
  }

  /// Adds the registrations of one branch of an `if` or `switch` statement.
  public static func buildEither(first component: DependenciesRegistrar) -> DependenciesRegistrar {
    component
  }

  /// Adds the registrations of another branch of an `if` or `switch` statement.
  public static func buildEither(second component: DependenciesRegistrar) -> DependenciesRegistrar {
    component
  }

  /// Adds the registrations of an `if` statement without `else`; adds nothing if the condition is
  /// false.
  public static func buildOptional(_ component: DependenciesRegistrar?) -> DependenciesRegistrar {
    component ?? DependenciesRegistrar()
  }

  /// Adds the registrations of a branch with an `#available` condition.
  public static func buildLimitedAvailability(_ component: DependenciesRegistrar)
    -> DependenciesRegistrar
  {
    component
  }
}
