// Generated from Scripts/overloads.template: edit that, and run Scripts/overloads.sh.

// A dependency is found by types, by a name, or by a value, but not by a combination of these. The
// unavailable declarations let the compiler say so.

extension Dependency where LocatorTrait == NameLocatedDependency {
  /// Unavailable: a dependency that is found by a name cannot be found by types as well.
  @available(
    *, unavailable,
    message:
      "A dependency that is found by a name is not found by types. Register it a second time, by its types."
  )
  @_alwaysEmitIntoClient
  public func conforms<P>(to protocol: P.Type)
    -> Dependency<T, TypeLocatedDependency>
  { fatalError("unavailable") }
}

extension Dependency where LocatorTrait == NameLocatedDependency {
  /// Unavailable: a dependency that is found by a name cannot be found by types as well.
  @available(
    *, unavailable,
    message:
      "A dependency that is found by a name is not found by types. Register it a second time, by its types."
  )
  @_alwaysEmitIntoClient
  public func conforms<P>(to abstraction: (T) -> P)
    -> Dependency<T, TypeLocatedDependency>
  { fatalError("unavailable") }
}

extension Dependency where LocatorTrait == NameLocatedDependency {
  /// Unavailable: a dependency that is found by a name cannot be found by types as well.
  @available(
    *, unavailable,
    message:
      "A dependency that is found by a name is not found by types. Register it a second time, by its types."
  )
  @_alwaysEmitIntoClient
  public func inherits<C>(from superclass: C.Type)
    -> Dependency<T, TypeLocatedDependency>
  { fatalError("unavailable") }
}

extension Dependency where LocatorTrait == ValueLocatedDependency {
  /// Unavailable: a dependency that is found by a value cannot be found by types as well.
  @available(
    *, unavailable,
    message:
      "A dependency that is found by a value is not found by types. Register it a second time, by its types."
  )
  @_alwaysEmitIntoClient
  public func conforms<P>(to protocol: P.Type)
    -> Dependency<T, TypeLocatedDependency>
  { fatalError("unavailable") }
}

extension Dependency where LocatorTrait == ValueLocatedDependency {
  /// Unavailable: a dependency that is found by a value cannot be found by types as well.
  @available(
    *, unavailable,
    message:
      "A dependency that is found by a value is not found by types. Register it a second time, by its types."
  )
  @_alwaysEmitIntoClient
  public func conforms<P>(to abstraction: (T) -> P)
    -> Dependency<T, TypeLocatedDependency>
  { fatalError("unavailable") }
}

extension Dependency where LocatorTrait == ValueLocatedDependency {
  /// Unavailable: a dependency that is found by a value cannot be found by types as well.
  @available(
    *, unavailable,
    message:
      "A dependency that is found by a value is not found by types. Register it a second time, by its types."
  )
  @_alwaysEmitIntoClient
  public func inherits<C>(from superclass: C.Type)
    -> Dependency<T, TypeLocatedDependency>
  { fatalError("unavailable") }
}

extension Dependency where LocatorTrait == TypeLocatedDependency {
  /// Unavailable: a dependency that is found by several types cannot be found by a name as well.
  @available(
    *, unavailable,
    message:
      "A dependency that is found by several types has no name. Register it a second time, by its name."
  )
  @_alwaysEmitIntoClient
  public func named<Name>(_ name: Name)
    -> Dependency<T, NameLocatedDependency>
  { fatalError("unavailable") }
}

extension Dependency where LocatorTrait == TypeLocatedDependency {
  /// Unavailable: a dependency that is found by several types cannot be found by a value as well.
  @available(
    *, unavailable,
    message:
      "A dependency that is found by several types has no value. Register it a second time, by its value."
  )
  @_alwaysEmitIntoClient
  public func associated<Value>(with value: Value)
    -> Dependency<T, ValueLocatedDependency>
  { fatalError("unavailable") }
}

// With the label `autowired:`, the parameters of a factory are injected. Without it, an injection
// passes them, so each has to be `Hashable`. If the label is missing, these unavailable
// declarations let the compiler name the label in its error.

extension Dependency where LocatorTrait == MaybeTypeLocatedDependency {
  /// Unavailable: an injection can pass an argument to a factory only if the argument is
  /// `Hashable`.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "Each parameter that an injection passes must be Hashable. The parameters and the instance of an asynchronous factory must be Sendable as well. If the parameters are to be injected, write 'Dependency(autowired:)', 'Dependency(autowiredAsync:)' or 'Dependency(autowiredOnMainActor:)'."
  )
  @_alwaysEmitIntoClient
  public init<each Parameter, Failure: Error>(
    file: StaticString = #fileID, line: UInt = #line,
    dependency provider:
      @Sendable @escaping @isolated(any) (repeat each Parameter) async throws(Failure) -> T
  ) { fatalError("unavailable") }
}

extension Dependency where LocatorTrait == TypeLocatedDependency {
  /// Unavailable: an injection can pass an argument to a factory only if the argument is
  /// `Hashable`.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "Each parameter that an injection passes must be Hashable. The parameters and the instance of an asynchronous factory must be Sendable as well. If the parameters are to be injected, write 'Dependency(autowired:)' and add '.conforms(to:)'."
  )
  @_alwaysEmitIntoClient
  public init<S, each Parameter, Failure: Error>(
    conformingTo secondaryType: S.Type, file: StaticString = #fileID, line: UInt = #line,
    dependency provider:
      @Sendable @escaping @isolated(any) (repeat each Parameter) async throws(Failure) -> T
  ) { fatalError("unavailable") }
}

extension Dependency where LocatorTrait == TypeLocatedDependency {
  /// Unavailable: an injection can pass an argument to a factory only if the argument is
  /// `Hashable`.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "Each parameter that an injection passes must be Hashable. The parameters and the instance of an asynchronous factory must be Sendable as well. If the parameters are to be injected, write 'Dependency(autowired:)' and add '.inherits(from:)'."
  )
  @_alwaysEmitIntoClient
  public init<S, each Parameter, Failure: Error>(
    inheritingFrom secondaryType: S.Type, file: StaticString = #fileID, line: UInt = #line,
    dependency provider:
      @Sendable @escaping @isolated(any) (repeat each Parameter) async throws(Failure) -> T
  ) { fatalError("unavailable") }
}

extension Dependency where LocatorTrait == NameLocatedDependency {
  /// Unavailable: an injection can pass an argument to a factory only if the argument is
  /// `Hashable`.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "Each parameter that an injection passes must be Hashable. The parameters and the instance of an asynchronous factory must be Sendable as well. If the parameters are to be injected, write 'Dependency(autowired:)' and add '.named(_:)'."
  )
  @_alwaysEmitIntoClient
  public init<Name, each Parameter, Failure: Error>(
    named name: Name, file: StaticString = #fileID, line: UInt = #line,
    dependency provider:
      @Sendable @escaping @isolated(any) (repeat each Parameter) async throws(Failure) -> T
  ) { fatalError("unavailable") }
}

extension Dependency where LocatorTrait == ValueLocatedDependency {
  /// Unavailable: an injection can pass an argument to a factory only if the argument is
  /// `Hashable`.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "Each parameter that an injection passes must be Hashable. The parameters and the instance of an asynchronous factory must be Sendable as well. If the parameters are to be injected, write 'Dependency(autowired:)' and add '.associated(with:)'."
  )
  @_alwaysEmitIntoClient
  public init<Value, each Parameter, Failure: Error>(
    for value: Value, file: StaticString = #fileID, line: UInt = #line,
    dependency provider:
      @Sendable @escaping @isolated(any) (repeat each Parameter) async throws(Failure) -> T
  ) { fatalError("unavailable") }
}

extension DependencyFactory.Provider {
  /// Unavailable: an injection can pass an argument to a factory only if the argument is
  /// `Hashable`.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "Each parameter that an injection passes must be Hashable. The parameters and the instance of an asynchronous factory must be Sendable as well. If the parameters are to be injected, write 'Dependency(autowired:)' as a statement of a container."
  )
  @_alwaysEmitIntoClient
  public init<each Parameter, Failure: Error>(
    function: @Sendable @escaping @isolated(any) (repeat each Parameter) async throws(Failure) -> T
  ) { fatalError("unavailable") }
}
