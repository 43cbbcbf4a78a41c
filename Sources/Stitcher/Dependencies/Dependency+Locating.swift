internal import StitcherEngine

extension Dependency where LocatorTrait == MaybeTypeLocatedDependency {
  /// Has the dependency found by a name instead of its type.
  ///
  /// - Parameter name: The name.
  /// - Returns: A copy that the name finds.
  public func named(_ name: String) -> Dependency<T, NameLocatedDependency> {
    located(by: .name(name))
  }

  /// Has the dependency found by a name instead of its type.
  ///
  /// - Parameter name: What has the name as its description.
  /// - Returns: A copy that the name finds.
  @_disfavoredOverload
  public func named<Name: CustomStringConvertible>(_ name: Name)
    -> Dependency<T, NameLocatedDependency>
  {
    located(by: .name(name.description))
  }

  /// Has the dependency found by a name instead of its type.
  ///
  /// - Parameter name: What has the name as its raw value.
  /// - Returns: A copy that the name finds.
  public func named<Name: RawRepresentable>(_ name: Name) -> Dependency<T, NameLocatedDependency>
  where Name.RawValue == String {
    located(by: .name(name.rawValue))
  }

  /// Has the dependency found by a value instead of its type.
  ///
  /// ```swift
  /// Dependency { ImageCache() }
  ///   .associated(with: Thumbnail(width: 64))
  /// ```
  ///
  /// - Parameter value: The value.
  /// - Returns: A copy that an equal value finds.
  public func associated<Value: Hashable>(with value: Value)
    -> Dependency<T, ValueLocatedDependency>
  {
    located(by: .value(value))
  }
}

extension Dependency where LocatorTrait: _TypesLocatingTrait {
  /// Has the dependency found by a protocol too. That it conforms is checked when it is injected;
  /// in debug builds, an activation tells of a type that does not.
  ///
  /// ```swift
  /// Dependency { FileNoteStore() }
  ///   .conforms(to: (any NoteStore).self)
  /// ```
  ///
  /// - Parameter protocol: The protocol, such as `(any Service).self`.
  /// - Returns: A copy that the protocol finds, too.
  public func conforms<P>(to protocol: P.Type) -> Dependency<T, TypeLocatedDependency> {
    located(by: locator.base.adding(`protocol`))
  }

  /// Has the dependency found by a protocol or a superclass too. The compiler checks
  /// that it conforms.
  ///
  /// ```swift
  /// Dependency { FileNoteStore() }
  ///   .conforms(to: { $0 as any NoteStore })
  /// ```
  ///
  /// - Parameter abstraction: Converts an instance to the protocol. It is not called.
  /// - Returns: A copy that the protocol finds, too.
  public func conforms<P>(to abstraction: (T) -> P) -> Dependency<T, TypeLocatedDependency> {
    located(by: locator.base.adding(P.self))
  }

  /// Has the dependency found by a superclass too. That it inherits is checked when it is injected.
  ///
  /// - Parameter superclass: The superclass.
  /// - Returns: A copy that the superclass finds, too.
  public func inherits<C>(from superclass: C.Type) -> Dependency<T, TypeLocatedDependency> {
    located(by: locator.base.adding(superclass))
  }
}
