internal import StitcherEngine

/// By what a parameter of a factory is injected; see
/// ``Dependency/init(_:autowired:by:file:line:)``.
///
/// ```swift
/// Dependency(autowired: Search.init(store:clock:), by: .type, .name("utc"))
/// ```
public struct Autowiring<Value>: Sendable {
  /// What finds the value.
  private let key: any AutowiringKey

  /// By the type of the parameter: an optional is nil and a collection is empty if there is
  /// nothing.
  public static var type: Autowiring { Autowiring(key: TypeAutowiring<Value>()) }

  /// By a name.
  ///
  /// - Parameter name: The name, which is compared exactly.
  /// - Returns: What injects the parameter by it.
  public static func name(_ name: String) -> Autowiring {
    Autowiring(key: NameAutowiring(name: name))
  }

  /// By a name.
  ///
  /// - Parameter name: What has the name as its raw value.
  /// - Returns: What injects the parameter by it.
  public static func name<Name: RawRepresentable>(_ name: Name) -> Autowiring
  where Name.RawValue == String {
    Autowiring(key: NameAutowiring(name: name.rawValue))
  }

  /// By a name.
  ///
  /// - Parameter name: What has the name as its description.
  /// - Returns: What injects the parameter by it.
  @_disfavoredOverload
  public static func name(_ name: some CustomStringConvertible) -> Autowiring {
    Autowiring(key: NameAutowiring(name: name.description))
  }

  /// By a value.
  ///
  /// - Parameter value: The value. Its `hash(into:)` and `==` must not change while it is in use.
  /// - Returns: What injects the parameter by it.
  public static func value(_ value: some Hashable & Sendable) -> Autowiring {
    Autowiring(key: ValueAutowiring(value: value))
  }

  /// What the factory is known to ask for.
  var edge: DeclaredEdge { DeclaredEdge(key.requests) }

  /// Injects the value, from the graph that runs the factory.
  func inject(_ file: StaticString, _ line: UInt) throws -> Value {
    try key.inject(as: Value.self, file, line)
  }
}

extension Autowiring where Value: Sendable {
  /// Injects the value, whatever its factory is, from the graph that runs the factory.
  func injectAsync(_ file: StaticString, _ line: UInt) async throws -> Value {
    try await key.injectAsync(as: Value.self, file, line)
  }
}

/// What finds a value that is injected.
private protocol AutowiringKey: Sendable {
  /// What is asked for, in order.
  var requests: [DeclaredEdge.Request] { get }

  /// Injects a value.
  func inject<Value>(as type: Value.Type, _ file: StaticString, _ line: UInt) throws -> Value

  /// Injects a value, whatever its factory is.
  func injectAsync<Value: Sendable>(
    as type: Value.Type, _ file: StaticString, _ line: UInt
  ) async throws -> Value
}

/// The type of the parameter.
private struct TypeAutowiring<Parameter>: AutowiringKey {
  var requests: [DeclaredEdge.Request] { Self.requests(for: Parameter.self) }

  func inject<Value>(as type: Value.Type, _ file: StaticString, _ line: UInt) throws -> Value {
    try DependencyGraph.inject(byType: type, file: file, line: line)
  }

  func injectAsync<Value: Sendable>(
    as type: Value.Type, _ file: StaticString, _ line: UInt
  ) async throws -> Value {
    try await DependencyGraph.injectAsync(byType: type, file: file, line: line)
  }

  /// Returns what an injection by a type asks for: the type, and then what it stands for.
  private static func requests(for type: any Any.Type) -> [DeclaredEdge.Request] {
    let own = DeclaredEdge.Request(.type(type), .one)
    if let optional = type as? any OptionalDependency.Type {
      let wrapped = requests(for: optional.wrappedType).map { request in
        request.demand == .one ? DeclaredEdge.Request(request.key, .oneOrNil) : request
      }
      return [own] + wrapped
    }
    if let collection = type as? any DependencyContainingCollection.Type {
      return [own, DeclaredEdge.Request(.type(element(of: collection)), .all)]
    }
    return [own]
  }

  /// The type of what a collection holds.
  private static func element<Container: DependencyContainingCollection>(
    of type: Container.Type
  ) -> any Any.Type { Container.Element.self }
}

/// A name.
private struct NameAutowiring: AutowiringKey {
  /// The name.
  let name: String

  var requests: [DeclaredEdge.Request] { [DeclaredEdge.Request(.name(name), .one)] }

  func inject<Value>(as type: Value.Type, _ file: StaticString, _ line: UInt) throws -> Value {
    try DependencyGraph.inject(byName: name, file: file, line: line)
  }

  func injectAsync<Value: Sendable>(
    as type: Value.Type, _ file: StaticString, _ line: UInt
  ) async throws -> Value {
    try await DependencyGraph.injectAsync(byName: name, file: file, line: line)
  }
}

/// A value.
private struct ValueAutowiring<Key: Hashable & Sendable>: AutowiringKey {
  /// The value.
  let value: Key

  var requests: [DeclaredEdge.Request] {
    [DeclaredEdge.Request(.value(TypedValueKey(value)), .one)]
  }

  func inject<Value>(as type: Value.Type, _ file: StaticString, _ line: UInt) throws -> Value {
    try DependencyGraph.inject(byValue: value, file: file, line: line)
  }

  func injectAsync<Value: Sendable>(
    as type: Value.Type, _ file: StaticString, _ line: UInt
  ) async throws -> Value {
    try await DependencyGraph.injectAsync(byValue: value, file: file, line: line)
  }
}
