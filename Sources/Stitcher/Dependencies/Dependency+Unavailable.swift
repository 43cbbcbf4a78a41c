// A dependency is found by types, by a name, or by a value. The compiler says so of
// combinations, in a sentence.

extension Dependency where LocatorTrait == NameLocatedDependency {
  /// Not there: who has a name is not found by types.
  @available(
    *, unavailable,
    message:
      "A dependency that is found by a name is not found by types. Register it a second time, by its types."
  )
  public func conforms<P>(to protocol: P.Type)
    -> Dependency<T, TypeLocatedDependency>
  { fatalError("unavailable") }

  /// Not there: who has a name is not found by types.
  @available(
    *, unavailable,
    message:
      "A dependency that is found by a name is not found by types. Register it a second time, by its types."
  )
  public func conforms<P>(to abstraction: (T) -> P)
    -> Dependency<T, TypeLocatedDependency>
  { fatalError("unavailable") }

  /// Not there: who has a name is not found by types.
  @available(
    *, unavailable,
    message:
      "A dependency that is found by a name is not found by types. Register it a second time, by its types."
  )
  public func inherits<C>(from superclass: C.Type)
    -> Dependency<T, TypeLocatedDependency>
  { fatalError("unavailable") }
}

extension Dependency where LocatorTrait == ValueLocatedDependency {
  /// Not there: who has a value is not found by types.
  @available(
    *, unavailable,
    message:
      "A dependency that is found by a value is not found by types. Register it a second time, by its types."
  )
  public func conforms<P>(to protocol: P.Type)
    -> Dependency<T, TypeLocatedDependency>
  { fatalError("unavailable") }

  /// Not there: who has a value is not found by types.
  @available(
    *, unavailable,
    message:
      "A dependency that is found by a value is not found by types. Register it a second time, by its types."
  )
  public func conforms<P>(to abstraction: (T) -> P)
    -> Dependency<T, TypeLocatedDependency>
  { fatalError("unavailable") }

  /// Not there: who has a value is not found by types.
  @available(
    *, unavailable,
    message:
      "A dependency that is found by a value is not found by types. Register it a second time, by its types."
  )
  public func inherits<C>(from superclass: C.Type)
    -> Dependency<T, TypeLocatedDependency>
  { fatalError("unavailable") }
}

extension Dependency where LocatorTrait == TypeLocatedDependency {
  /// Not there: who is found by several types has no name.
  @available(
    *, unavailable,
    message:
      "A dependency that is found by several types has no name. Register it a second time, by its name."
  )
  public func named<Name>(_ name: Name)
    -> Dependency<T, NameLocatedDependency>
  { fatalError("unavailable") }

  /// Not there: who is found by several types has no value.
  @available(
    *, unavailable,
    message:
      "A dependency that is found by several types has no value. Register it a second time, by its value."
  )
  public func associated<Value>(with value: Value)
    -> Dependency<T, ValueLocatedDependency>
  { fatalError("unavailable") }
}
