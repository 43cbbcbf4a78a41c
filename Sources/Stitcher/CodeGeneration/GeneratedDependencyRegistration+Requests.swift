internal import StitcherEngine

/// A dependency that a generated factory injects, which ``DependencyGraph/verify()-swift.method``
/// checks.
///
/// ```swift
/// static let dependencyRegistration = GeneratedDependencyRegistration<Search>(
///   locator: .type(Search.self), scope: .singleton, eagerness: .lazy
/// ) {
///   try Search(clock: DependencyGraph.inject(byName: "utc"), log: DependencyGraph.inject())
/// }
/// ._requesting([.name("utc"), .type((any Log).self)])
/// ```
public struct _DependencyRequest: Sendable {
  /// The request in the form that the engine uses.
  let edge: DeclaredEdge

  /// Declares that a generated factory injects a dependency by its type.
  ///
  /// A dependency of an optional type may be missing. A collection type means all dependencies of
  /// the element type.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - isLazy: Whether the dependency is injected only after the factory has returned, as by
  ///     ``Injected``.
  /// - Returns: The request.
  public static func type<Value>(_ type: Value.Type, isLazy: Bool = false) -> _DependencyRequest {
    _DependencyRequest(edge: ParameterKey<Value>.type.edge.asLazy(isLazy))
  }

  /// Declares that a generated factory injects a dependency by the given name.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - isLazy: Whether the dependency is injected only after the factory has returned, as by
  ///     ``Injected``.
  /// - Returns: The request.
  public static func name(_ name: String, isLazy: Bool = false) -> _DependencyRequest {
    _DependencyRequest(edge: DeclaredEdge([.init(.name(name), .one)], isLazy: isLazy))
  }

  /// Declares that an ``Injected`` property of a generated type injects a dependency by the given
  /// name.
  ///
  /// If the property's type is an optional, an array, a set or a dictionary, the dependency may be
  /// missing.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - type: The type of the property.
  ///   - isLazy: Whether the dependency is injected only after the factory has returned.
  /// - Returns: The request.
  public static func name<Value>(
    _ name: String, ofProperty type: Value.Type, isLazy: Bool = false
  ) -> _DependencyRequest {
    let demand: DeclaredEdge.Demand = mayBeAbsent(type) ? .oneOrNil : .one
    return _DependencyRequest(edge: DeclaredEdge([.init(.name(name), demand)], isLazy: isLazy))
  }

  /// Declares that a generated factory injects a dependency by the name that is the `rawValue` of
  /// the given value.
  ///
  /// - Parameters:
  ///   - name: A value. Its `rawValue` is the name.
  ///   - isLazy: Whether the dependency is injected only after the factory has returned, as by
  ///     ``Injected``.
  /// - Returns: The request.
  public static func name<Name: RawRepresentable>(
    _ name: Name, isLazy: Bool = false
  ) -> _DependencyRequest where Name.RawValue == String { .name(name.rawValue, isLazy: isLazy) }

  /// Declares that a generated factory injects a dependency by the name that is the `description`
  /// of the given value.
  ///
  /// - Parameters:
  ///   - name: A value. Its `description` is the name.
  ///   - isLazy: Whether the dependency is injected only after the factory has returned, as by
  ///     ``Injected``.
  /// - Returns: The request.
  @_disfavoredOverload
  public static func name(
    _ name: some CustomStringConvertible, isLazy: Bool = false
  ) -> _DependencyRequest { .name(name.description, isLazy: isLazy) }

  /// Declares that a generated factory injects the dependency that is registered for the given
  /// value.
  ///
  /// - Parameters:
  ///   - value: A value that is equal to the registered one. The results of its `hash(into:)` and
  ///     `==` must not change while the registration is in use.
  ///   - isLazy: Whether the dependency is injected only after the factory has returned, as by
  ///     ``Injected``.
  /// - Returns: The request.
  public static func value(_ value: some Hashable, isLazy: Bool = false) -> _DependencyRequest {
    _DependencyRequest(
      edge: DeclaredEdge([.init(.value(TypedValueKey(value)), .one)], isLazy: isLazy))
  }
}

extension DeclaredEdge {
  /// Returns a copy of the request, marked as lazy if it is made after the factory has returned.
  fileprivate func asLazy(_ isLazy: Bool) -> DeclaredEdge {
    DeclaredEdge(requests, isLazy: isLazy)
  }
}

extension GeneratedDependencyRegistration {
  /// Declares the dependencies that the registered type's factory injects, so that verification
  /// checks them.
  ///
  /// - Parameter requests: The injected dependencies. Verification does not check dependencies that
  ///   the array omits.
  /// - Returns: A copy with the requests.
  /// - Complexity: O(*n*) in the number of requests.
  public func _requesting(_ requests: [_DependencyRequest]) -> Self {
    var copy = self
    copy.edges = requests.map(\.edge)
    return copy
  }
}
