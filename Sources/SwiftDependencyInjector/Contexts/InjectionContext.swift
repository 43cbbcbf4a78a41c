/// The context in which implementations are registered and looked up.
public enum InjectionContext: Hashable, Sendable {
  /// The context of the whole application.
  case global

  /// A test context that replaces the global context for the source file with the given name,
  /// written without extension.
  case tests(name: String)

  /// A separate context with the given name.
  case custom(name: String)

  /// The name of the context; `global` for the global one.
  public var id: String {
    switch self {
    case .global: "global"
    case .tests(let name), .custom(let name): name
    }
  }

  /// A text with the kind and the name of the context, for messages.
  public var description: String {
    switch self {
    case .global: "global"
    case .tests(let name): "tests:\(name)"
    case .custom(let name): "custom:\(name)"
    }
  }
}

/// The kind of instance that an injection receives: a new instance, or the singleton.
public enum InjectionType: Hashable, Sendable {
  /// An injection receives a new instance.
  case regular

  /// An injection receives the one instance of its context, abstraction and key, which the first
  /// such injection creates.
  case singleton
}

/// The time at which an injected property creates its instance: immediately, or at the first read.
public enum InstantiationType: Hashable, Sendable {
  /// The property creates the instance during its own creation.
  case regular

  /// The property creates the instance at the first read.
  case lazy
}
