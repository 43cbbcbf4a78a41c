internal import StitcherEngine

/// By what a parameter of a factory is injected; see
/// ``Dependency/init(_:autowired:by:file:line:)``.
///
/// ```swift
/// Dependency(autowired: Search.init(store:clock:), by: .type, .name("utc"))
/// ```
public struct Autowiring<Value>: Sendable {
  /// The key that finds the value.
  private let key: Key

  /// The kinds of keys.
  private enum Key: Sendable {
    /// The type of the parameter.
    case type
    /// A name.
    case name(String)
    /// A value.
    case value(any Hashable & Sendable)
  }

  /// By the type of the parameter: an optional is nil and a collection is empty if there is
  /// nothing.
  public static var type: Autowiring { Autowiring(key: .type) }

  /// By a name.
  ///
  /// - Parameter name: The name, which is compared exactly.
  /// - Returns: What injects the parameter by it.
  public static func name(_ name: String) -> Autowiring { Autowiring(key: .name(name)) }

  /// By a name.
  ///
  /// - Parameter name: What has the name as its raw value.
  /// - Returns: What injects the parameter by it.
  public static func name<Name: RawRepresentable>(_ name: Name) -> Autowiring
  where Name.RawValue == String { .name(name.rawValue) }

  /// By a name.
  ///
  /// - Parameter name: What has the name as its description.
  /// - Returns: What injects the parameter by it.
  @_disfavoredOverload
  public static func name(_ name: some CustomStringConvertible) -> Autowiring {
    .name(name.description)
  }

  /// By a value.
  ///
  /// - Parameter value: The value. Its `hash(into:)` and `==` must not change while it is in use.
  /// - Returns: What injects the parameter by it.
  public static func value(_ value: some Hashable & Sendable) -> Autowiring {
    Autowiring(key: .value(value))
  }

  /// The request that the factory is known to make.
  var edge: DeclaredEdge {
    switch key {
    case .type: DeclaredEdge(typeRequests(Value.self))
    case .name(let name): DeclaredEdge([.init(.name(name), .one)])
    case .value(let value): DeclaredEdge([valueRequest(value)])
    }
  }

  /// Injects the value, from the graph that runs the factory.
  func inject(_ file: StaticString, _ line: UInt) throws -> Value {
    switch key {
    case .type: try DependencyGraph.inject(byType: Value.self, file: file, line: line)
    case .name(let name): try DependencyGraph.inject(byName: name, file: file, line: line)
    case .value(let value): try DependencyGraph.inject(byValue: value, file: file, line: line)
    }
  }
}

extension Autowiring where Value: Sendable {
  /// Injects the value in a task, from the graph that runs the factory.
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

/// Returns the keys that an injection by a type tries, in order.
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

/// Returns the request by a value.
private func valueRequest(_ value: some Hashable) -> DeclaredEdge.Request {
  DeclaredEdge.Request(.value(TypedValueKey(value)), .one)
}
