internal import SwiftSyntax

/// The generated call of an interceptor around one access to the wrapped instance.
struct InterceptedCall {
  /// The way in which a generated member calls the interceptor: directly, or through a helper
  /// function.
  enum Route: CaseIterable {
    /// A direct call, for synchronous members, and for asynchronous members that declare their
    /// isolation.
    case direct
    /// A call through a helper function. The helper has the default isolation of asynchronous
    /// functions in the user's module.
    case bridge
    /// A call through a helper function that is `@concurrent` like the member, so it does not run
    /// on the caller's actor.
    case concurrent
  }

  /// The names of the generated type and its members.
  let names: InterceptionNames

  let protocolName: String

  /// The name of the member that the interceptor receives, such as `save(_:to:)`.
  let member: String

  /// The source code of the call's `Invocation.Kind`, such as `.method`.
  let kind: String

  let parameters: [ForwardedParameter]

  let effects: Effects

  /// The way in which the interceptor is called if the member is asynchronous.
  let route: Route

  /// The expression that accesses the wrapped instance. It is in the closure that the interceptor
  /// calls.
  var expression: String

  /// The name of the new value in a setter, otherwise `nil`.
  var setter: String?

  /// The type that the closure returns.
  private(set) var result = "Void"

  /// Whether the member returns `Self`, so that the generated code wraps the returned instance as
  /// well.
  private(set) var wrapsResult = false

  /// Sets the type that the member returns.
  ///
  /// - Parameter type: The type, or `nil` if the member returns nothing.
  mutating func setResult(_ type: TypeSyntax?) {
    guard let type else { return }
    if let optional = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      // A closure cannot return an implicitly unwrapped optional.
      let wrapped = optional.wrappedType.trimmedText
      let isSimple = optional.wrappedType.is(IdentifierTypeSyntax.self)
      result = isSimple ? wrapped + "?" : "(\(wrapped))?"
    } else if type.trimmedText == "Self" {
      result = "any " + protocolName
      wrapsResult = true
    } else {
      result = type.trimmedText
    }
  }

  /// Returns the source code of the call.
  ///
  /// - Parameter indent: The number of spaces before each line.
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

  /// The lines that create the `Invocation`.
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
