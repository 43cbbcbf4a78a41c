internal import StitcherEngine

/// The key by which one parameter of an autowired factory is injected: its type, a name, or a
/// value.
///
/// Pass one key for each parameter to ``Dependency/init(_:autowired:by:_:file:line:)``:
///
/// ```swift
/// Dependency(autowired: Search.init(store:clock:), by: .type, .name("utc"))
/// ```
public struct ParameterKey<Value>: Sendable {
  private let key: Key

  private enum Key: Sendable {
    case type
    case name(String)
    case value(any Hashable & Sendable)
  }

  /// The key that injects a factory's parameter by its type.
  ///
  /// If no dependency of the type is registered, an optional parameter is `nil` and a collection is
  /// empty.
  public static var type: ParameterKey { ParameterKey(key: .type) }

  /// Returns the key that injects a factory's parameter by the given name.
  ///
  /// - Parameter name: The registered name. Names are compared exactly, with their case.
  /// - Returns: The key of the parameter.
  public static func name(_ name: String) -> ParameterKey { ParameterKey(key: .name(name)) }

  /// Returns the key that injects a factory's parameter by a name: the `rawValue` of the given
  /// value.
  ///
  /// - Parameter name: A value. Its `rawValue` is the registered name.
  /// - Returns: The key of the parameter.
  public static func name<Name: RawRepresentable>(_ name: Name) -> ParameterKey
  where Name.RawValue == String { .name(name.rawValue) }

  /// Returns the key that injects a factory's parameter by a name: the `description` of the given
  /// value.
  ///
  /// - Parameter name: A value. Its `description` is the registered name.
  /// - Returns: The key of the parameter.
  @_disfavoredOverload
  public static func name(_ name: some CustomStringConvertible) -> ParameterKey {
    .name(name.description)
  }

  /// Returns the key that injects a factory's parameter by the given value.
  ///
  /// - Parameter value: A value that is equal to the registered one. The results of its
  ///   `hash(into:)` and `==` must not change while the registration is in use.
  /// - Returns: The key of the parameter.
  public static func value(_ value: some Hashable & Sendable) -> ParameterKey {
    ParameterKey(key: .value(value))
  }

  /// The request that the factory makes for this parameter, in the form that verification checks.
  var edge: DeclaredEdge {
    switch key {
    case .type: DeclaredEdge(typeRequests(Value.self))
    case .name(let name): DeclaredEdge([.init(.name(name), .one)])
    case .value(let value): DeclaredEdge([valueRequest(value)])
    }
  }

  /// Injects the value of the factory's parameter from the graph that runs the factory.
  func inject(_ file: StaticString, _ line: UInt) throws -> Value {
    switch key {
    case .type: try DependencyGraph.inject(byType: Value.self, file: file, line: line)
    case .name(let name): try DependencyGraph.inject(byName: name, file: file, line: line)
    case .value(let value): try DependencyGraph.inject(byValue: value, file: file, line: line)
    }
  }
}

extension ParameterKey where Value: Sendable {
  /// Injects the value of the factory's parameter asynchronously from the graph that runs the
  /// factory.
  func injectAsync(_ file: StaticString, _ line: UInt) async throws -> Value {
    switch key {
    case .type: try await DependencyGraph.injectAsync(byType: Value.self, file: file, line: line)
    case .name(let name):
      try await DependencyGraph.injectAsync(byName: name, file: file, line: line)
    case .value(let value):
      try await DependencyGraph.injectAsync(byValue: value, file: file, line: line)
    }
  }
}

/// Returns the requests that an injection by type tries, in order: a request of the type itself,
/// then one of the type inside an optional or a collection.
private func typeRequests(_ type: any Any.Type) -> [DeclaredEdge.Request] {
  let own = DeclaredEdge.Request(.type(type), .one)
  if let optional = type as? any OptionalDependency.Type {
    return [own]
      + typeRequests(optional.wrappedType).map { request in
        request.demand == .one ? DeclaredEdge.Request(request.key, .oneOrNil) : request
      }
  }
  if let collection = type as? any DependencyContainingCollection.Type {
    return [own, DeclaredEdge.Request(.type(collection.elementType), .all)]
  }
  return [own]
}

private func valueRequest(_ value: some Hashable) -> DeclaredEdge.Request {
  DeclaredEdge.Request(.value(TypedValueKey(value)), .one)
}
