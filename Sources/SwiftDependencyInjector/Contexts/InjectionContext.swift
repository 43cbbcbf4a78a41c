/// Where implementations are registered and looked up.
public enum InjectionContext: Hashable, Sendable {
  /// The context of the whole application.
  case global

  /// A context of tests, named like the file, without its extension, that declares what is tested.
  case tests(name: String)

  /// A context of its own.
  case custom(name: String)

  /// The name, or `global`.
  public var id: String {
    switch self {
    case .global: "global"
    case .tests(let name), .custom(let name): name
    }
  }

  /// The kind and the name, as messages print them.
  public var description: String {
    switch self {
    case .global: "global"
    case .tests(let name): "tests:\(name)"
    case .custom(let name): "custom:\(name)"
    }
  }
}
