internal import StitcherEngine

/// The phrases that error messages use for this module. Each front end of the engine has its own
/// phrases.
struct DeclarativeWording: DiagnosisWording {
  /// A sentence for error messages that recommends temporary overrides of registrations, for
  /// example for tests.
  static let withOverrides =
    "To override a dependency for a while, as in a test, write"
    + " 'DependencyGraph.withOverrides { … } operation: { … }'."

  var verb: String { "Injected" }

  var empty: String {
    "No container is active. Activate one before the injection, and retain the object with the @Dependencies property."
  }

  var hint: String {
    "An injection by a protocol or a superclass finds only registrations with '.conforms(to:)' or '.inherits(from:)'."
  }

  var overriding: String? {
    "Containers of one graph do not override each other. \(Self.withOverrides)"
  }

  func relating(_ type: String, isClass: Bool) -> String {
    "Add '.\(isClass ? "inherits(from" : "conforms(to"): \(type))' to the registration that the injection should find."
  }

  func injectingParameters(of registrations: [Registration]) -> [String] {
    guard registrations.contains(where: \.isGenerated) else { return [] }
    return [
      "To inject the parameters of a '@Registerable' type, mark its initializer with"
        + " '@InjectedParameters', or write '@InjectedInitializer' in place of the initializer."
    ]
  }

  func referringBack(
    from holder: any Any.Type, to key: LookupKey, _ type: any Any.Type, named name: String
  ) -> String {
    let (argument, propertyType) =
      switch key {
      case .type(let type): ("", "\(type)")
      case .name(let name): ("(name: \"\(name)\")", "\(type)")
      case .value(let value): ("(value: \(Self.code(of: value.erased.base)))", "\(type)")
      }
    return type is AnyObject.Type || isExistential(type)
      ? "For example, '\(holder)' can refer back to it weakly:"
        + " @WeakInjected\(argument) var \(name): \(propertyType)?"
      : "For example, '\(holder)' can inject it lazily:"
        + " @Injected\(argument) var \(name): \(propertyType)"
  }

  /// Returns the source code of a value that is a string or an enum case; for other values, returns
  /// the description.
  private static func code(of value: Any) -> String {
    if let text = value as? String { return "\"\(text)\"" }
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum, mirror.children.isEmpty else { return "\(value)" }
    return "\(Swift.type(of: value)).\(value)"
  }
}
