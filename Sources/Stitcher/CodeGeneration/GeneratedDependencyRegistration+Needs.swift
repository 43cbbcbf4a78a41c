internal import StitcherEngine

/// Something that generated code is known to inject, for ``DependencyGraph/verify()-swift.method``.
///
/// ```swift
/// static let dependencyRegistration = GeneratedDependencyRegistration<Search>(
///   locator: .type(Search.self), scope: .singleton, eagerness: .lazy
/// ) {
///   try Search(clock: DependencyGraph.inject(byName: "utc"), log: DependencyGraph.inject())
/// }
/// ._needing([.name("utc"), .type((any Log).self)])
/// ```
public struct _DependencyNeed: Sendable {
  /// What the engine is told.
  let edge: DeclaredEdge

  /// A dependency by its type: of an optional it may be missing, of a collection all are meant.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - isLazy: Whether it is injected only after the factory has returned, as by ``Injected``.
  /// - Returns: The need.
  public static func type<Value>(_ type: Value.Type, isLazy: Bool = false) -> _DependencyNeed {
    _DependencyNeed(edge: Autowiring<Value>.type.edge.asLazy(isLazy))
  }

  /// A dependency by a name.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - isLazy: Whether it is injected only after the factory has returned, as by ``Injected``.
  /// - Returns: The need.
  public static func name(_ name: String, isLazy: Bool = false) -> _DependencyNeed {
    _DependencyNeed(edge: DeclaredEdge([.init(.name(name), .one)], isLazy: isLazy))
  }

  /// A dependency by a name, as ``Injected`` injects it: an optional one may be missing, and so may
  /// an array, a set or a dictionary.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - type: The type of the property.
  ///   - isLazy: Whether it is injected only after the factory has returned.
  /// - Returns: The need.
  public static func name<Value>(
    _ name: String, ofProperty type: Value.Type, isLazy: Bool = false
  ) -> _DependencyNeed {
    let demand: DeclaredEdge.Demand = mayBeAbsent(type) ? .oneOrNil : .one
    return _DependencyNeed(edge: DeclaredEdge([.init(.name(name), demand)], isLazy: isLazy))
  }

  /// A dependency by a name.
  ///
  /// - Parameters:
  ///   - name: What has the name as its raw value.
  ///   - isLazy: Whether it is injected only after the factory has returned, as by ``Injected``.
  /// - Returns: The need.
  public static func name<Name: RawRepresentable>(
    _ name: Name, isLazy: Bool = false
  ) -> _DependencyNeed where Name.RawValue == String { .name(name.rawValue, isLazy: isLazy) }

  /// A dependency by a name.
  ///
  /// - Parameters:
  ///   - name: What has the name as its description.
  ///   - isLazy: Whether it is injected only after the factory has returned, as by ``Injected``.
  /// - Returns: The need.
  @_disfavoredOverload
  public static func name(
    _ name: some CustomStringConvertible, isLazy: Bool = false
  ) -> _DependencyNeed { .name(name.description, isLazy: isLazy) }

  /// A dependency by a value.
  ///
  /// - Parameters:
  ///   - value: The value. Its `hash(into:)` and `==` must not change while it is in use.
  ///   - isLazy: Whether it is injected only after the factory has returned, as by ``Injected``.
  /// - Returns: The need.
  public static func value(_ value: some Hashable, isLazy: Bool = false) -> _DependencyNeed {
    _DependencyNeed(edge: DeclaredEdge([.init(.value(TypedValueKey(value)), .one)], isLazy: isLazy))
  }
}

extension DeclaredEdge {
  /// The edge, asked for after the factory has returned, or before.
  fileprivate func asLazy(_ isLazy: Bool) -> DeclaredEdge {
    DeclaredEdge(requests, isLazy: isLazy)
  }
}

extension GeneratedDependencyRegistration {
  /// Says what the factory injects. What is left out is not checked.
  ///
  /// - Parameter needs: What is injected.
  /// - Returns: A copy that says so.
  /// - Complexity: O(*n*) in the number of needs.
  public func _needing(_ needs: [_DependencyNeed]) -> Self {
    var copy = self
    copy.edges = needs.map(\.edge)
    return copy
  }
}
