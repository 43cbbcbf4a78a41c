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
