internal import SwiftSyntax

/// The call of an interceptor around one access to what is wrapped.
struct InterceptedCall {
  /// How the interceptor is called.
  enum Route: CaseIterable {
    /// As it is: by synchronous members, and by those that say where they run.
    case direct
    /// Through a function that runs where the language says that asynchronous members do.
    case bridge
    /// Through one that leaves the actor, as an `@concurrent` member does.
    case concurrent
  }

  /// What the parts of the type are called.
  let names: InterceptionNames

  /// The name of the protocol.
  let protocolName: String

  /// The member as it is told to the interceptor.
  let member: String

  /// The kind of access, as an expression.
  let kind: String

  /// The parameters.
  let parameters: [ForwardedParameter]

  /// The effects.
  let effects: Effects

  /// How the interceptor is called if the member is asynchronous.
  let route: Route

  /// What the closure does.
  var expression: String

  /// The name of the value that is set, if one is.
  var setter: String?

  /// The type that the closure returns.
  private(set) var result = "Void"

  /// Whether the result is wrapped as well.
  private(set) var wrapsResult = false

  /// Says what the member returns.
  ///
  /// - Parameter type: The type; nil if it returns nothing.
  mutating func setResult(_ type: TypeSyntax?) {
    guard let type else { return }
    if let optional = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      // No closure can return one.
      let wrapped = optional.wrappedType.trimmedDescription
      let isSimple = optional.wrappedType.is(IdentifierTypeSyntax.self)
      result = isSimple ? wrapped + "?" : "(\(wrapped))?"
    } else if type.trimmedDescription == "Self" {
      result = "any " + protocolName
      wrapsResult = true
    } else {
      result = type.trimmedDescription
    }
  }

  /// Returns the text of the call.
  ///
  /// - Parameter indent: How many spaces its lines start with.
  func text(indent: Int) -> String {
    let margin = String(repeating: " ", count: indent)
    let bridge = effects.isAsynchronous ? names.bridge(route) : nil
    let interceptor = "self.\(names.interceptor)"
    let function = bridge.map { "Self.\($0)" } ?? "\(interceptor).intercept"
    let passed = (bridge == nil ? [] : ["\(interceptor),"]) + invocation
    let text = """
      \(effects.marks)\(function)(
      \(passed.map { "\(margin)    \($0)" }.joined(separator: "\n"))
      \(margin)) { ()\(effects.specifiers) -> \(result) in
      \(margin)    \(effects.marks)\(expression)
      \(margin)}
      """
    guard wrapsResult else { return margin + text }
    return "\(margin)\(names.wrapper)(\(text), by: \(interceptor))"
  }

  /// The lines that describe the call.
  private var invocation: [String] {
    var arguments = parameters.map(\.description)
    if let setter {
      arguments.append(ForwardedParameter.description(nil, "newValue", "\(setter) as Any"))
    }
    let head = "StitcherMacros.Invocation("
    let names = "of: \"\(protocolName.withoutBackticks)\", \"\(member)\", \(kind), "
    if arguments.isEmpty { return [head + names + "[])"] }
    return [head, "    \(names)["] + arguments.map { "        \($0)," } + ["    ])"]
  }
}
