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

/// Whether an injection makes an instance.
public enum InjectionType: Hashable, Sendable {
  /// A new instance for each injection.
  case regular

  /// One instance for each context, abstraction and key, made by the first injection that
  /// asks for it.
  case singleton
}

/// When an injected property gets its instance.
public enum InstantiationType: Hashable, Sendable {
  /// When the property is created.
  case regular

  /// At the first read.
  case lazy
}
