internal import StitcherEngine

extension Dependency where LocatorTrait == MaybeTypeLocatedDependency {
  /// Registers the dependency under the given name instead of its type.
  ///
  /// - Parameter name: The name. Names are compared exactly, with their case.
  /// - Returns: A copy that injections by the name find.
  public func named(_ name: String) -> Dependency<T, NameLocatedDependency> {
    located(by: .name(name))
  }

  /// Registers the dependency under a name instead of its type. The name is the `description` of
  /// the given value.
  ///
  /// - Parameter name: A value. Its `description` is the name.
  /// - Returns: A copy that injections by the name find.
  @_disfavoredOverload
  public func named<Name: CustomStringConvertible>(_ name: Name)
    -> Dependency<T, NameLocatedDependency>
  {
    located(by: .name(name.description))
  }

  /// Registers the dependency under a name instead of its type. The name is the `rawValue` of the
  /// given value.
  ///
  /// - Parameter name: A value. Its `rawValue` is the name.
  /// - Returns: A copy that injections by the name find.
  public func named<Name: RawRepresentable>(_ name: Name) -> Dependency<T, NameLocatedDependency>
  where Name.RawValue == String {
    located(by: .name(name.rawValue))
  }

  /// Registers the dependency under the given value instead of its type.
  ///
  /// ```swift
  /// Dependency { ImageCache() }
  ///   .associated(with: Thumbnail(width: 64))
  /// ```
  ///
  /// - Parameter value: The value. The results of its `hash(into:)` and `==` must not change while
  ///   the registration is in use.
  /// - Returns: A copy that injections by an equal value find.
  public func associated<Value: Hashable>(with value: Value)
    -> Dependency<T, ValueLocatedDependency>
  {
    located(by: .value(value))
  }
}

extension Dependency where LocatorTrait: _TypesLocatingTrait {
  /// Registers the dependency also under a protocol. The compiler does not check that the
  /// dependency conforms to the protocol.
  ///
  /// ```swift
  /// Dependency { FileNoteStore() }
  ///   .conforms(to: (any NoteStore).self)
  /// ```
  ///
  /// An injection throws ``InjectionError/mismatchedDependencyType(_:expected:)`` if the instance
  /// does not conform. In debug builds, the activation of the container prints a warning if the
  /// type does not conform. The compiler checks the conformance if you write `.conforms(to: { $0 as
  /// any NoteStore })`.
  ///
  /// - Parameter protocol: The protocol, such as `(any NoteStore).self`.
  /// - Returns: A copy that injections of the protocol find, too.
  public func conforms<P>(to protocol: P.Type) -> Dependency<T, TypeLocatedDependency> {
    located(by: locator.base.adding(`protocol`))
  }

  /// Registers the dependency also under a protocol or a superclass, with a conversion that the
  /// compiler checks.
  ///
  /// ```swift
  /// Dependency { FileNoteStore() }
  ///   .conforms(to: { $0 as any NoteStore })
  /// ```
  ///
  /// - Parameter abstraction: Converts an instance to the protocol. The conversion proves the
  ///   conformance to the compiler, and is never called.
  /// - Returns: A copy that injections of the protocol find, too.
  public func conforms<P>(to abstraction: (T) -> P) -> Dependency<T, TypeLocatedDependency> {
    located(by: locator.base.adding(P.self))
  }

  /// Registers the dependency also under a superclass. The compiler does not check that the
  /// dependency inherits from that class.
  ///
  /// An injection throws ``InjectionError/mismatchedDependencyType(_:expected:)`` if the instance
  /// does not inherit from the superclass.
  ///
  /// - Parameter superclass: The superclass.
  /// - Returns: A copy that injections of the superclass find, too.
  public func inherits<C>(from superclass: C.Type) -> Dependency<T, TypeLocatedDependency> {
    located(by: locator.base.adding(superclass))
  }
}
