internal import SwiftSyntax

/// A parameter that the generated code passes to the interceptor and to the wrapped instance.
struct ForwardedParameter {
  /// The parameter in the protocol.
  private let parameter: FunctionParameterSyntax

  /// The label of the argument, or `nil` if it has none.
  private let label: String?

  /// The parameter's declaration in the generated member, where each parameter has a name.
  let declaration: String

  /// The name, in backticks if it is a keyword.
  private let name: String

  /// The keywords that may name a parameter, but need backticks in an expression.
  private static let reserved: Set = [
    "Any", "Self", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default",
    "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate",
    "for", "func", "guard", "if", "import", "in", "init", "internal", "is", "let", "nil",
    "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return",
    "self", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
    "typealias", "var", "where", "while",
  ]

  /// Returns the parameters of a method.
  static func all(of signature: FunctionSignatureSyntax) -> [ForwardedParameter] {
    signature.parameterClause.parameters.enumerated()
      .map { ForwardedParameter($1, $1.label, at: $0) }
  }

  /// Returns the parameters of a subscript.
  static func all(of member: SubscriptDeclSyntax) -> [ForwardedParameter] {
    member.parameterClause.parameters.enumerated()
      .map { ForwardedParameter($1, $1.subscriptLabel, at: $0) }
  }

  /// Reads a parameter. A parameter without a name gets one, so that the generated code can forward
  /// it.
  private init(_ parameter: FunctionParameterSyntax, _ label: String?, at index: Int) {
    self.parameter = parameter
    self.label = label
    let token = parameter.internalName
    if token.text == "_" {
      name = "argument\(index)"
      var named = parameter
      named.firstName = parameter.firstName.with(\.trailingTrivia, .space)
      named.secondName = .identifier(name)
      declaration = named.declaration
    } else {
      name = Self.reserved.contains(token.text) ? "`\(token.text)`" : token.text
      declaration = parameter.declaration
    }
  }

  /// The argument that forwards the parameter to the wrapped instance.
  var argument: String {
    let type = InjectedType(parameter.type)
    var value = name
    if type.specifiers.contains("inout") { value = "&" + value }
    if type.specifiers.contains("autoclosure") {
      value = Self.evaluation(of: parameter.type) + value + "()"
    }
    if parameter.type.is(PackExpansionTypeSyntax.self) { value = "repeat each " + value }
    return (label.map { $0 + ": " } ?? "") + value
  }

  /// The expression that describes the argument to the interceptor. For a closure, the value is
  /// `nil`, since an interceptor must not keep a closure.
  var description: String {
    let type = InjectedType(parameter.type)
    let isClosure = type.specifiers.contains("autoclosure") || Self.isClosure(parameter.type)
    var value = "\(name) as Any"
    if isClosure { value = "nil" }
    if parameter.type.is(PackExpansionTypeSyntax.self) { value = "(repeat each \(name)) as Any" }
    return Self.description(label?.withoutBackticks, name.withoutBackticks, value)
  }

  /// Returns the expression that describes an argument to the interceptor.
  static func description(_ label: String?, _ name: String, _ value: String) -> String {
    ".init(label: \(label.map { "\"\($0)\"" } ?? "nil"), name: \"\(name)\", value: \(value))"
  }

  /// Returns a name for a setter's new value. No parameter has this name.
  static func newValue(beside parameters: [ForwardedParameter]) -> String {
    var name = "newValue"
    while parameters.contains(where: { $0.name == name }) { name = "_" + name }
    return name
  }

  /// Returns the keywords before the evaluation of an autoclosure, such as `try await`.
  private static func evaluation(of type: TypeSyntax) -> String {
    let base = type.as(AttributedTypeSyntax.self)?.baseType ?? type
    return Effects(base.as(FunctionTypeSyntax.self)?.effectSpecifiers).marks
  }

  /// Returns whether a type is a closure that must not be kept.
  ///
  /// Attributes and parentheses are ignored. An optional closure may be kept, so it does not count.
  private static func isClosure(_ type: TypeSyntax) -> Bool {
    if type.is(FunctionTypeSyntax.self) { return true }
    if let attributed = type.as(AttributedTypeSyntax.self) { return isClosure(attributed.baseType) }
    if let tuple = type.as(TupleTypeSyntax.self), tuple.elements.count == 1,
      let element = tuple.elements.first
    {
      return isClosure(element.type)
    }
    return false
  }
}
