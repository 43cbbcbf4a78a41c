internal import SwiftSyntax

/// A parameter that is told to the interceptor and passed on.
struct ForwardedParameter {
  /// The parameter as it is written.
  private let parameter: FunctionParameterSyntax

  /// The label of the argument, if it has one.
  private let label: String?

  /// The parameter as it is declared, with a name.
  let declaration: String

  /// The name, with backticks where they are needed.
  private let name: String

  /// The words that may name a parameter, but are no expressions.
  private static let reserved: Set = [
    "Any", "Self", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default",
    "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate",
    "for", "func", "guard", "if", "import", "in", "init", "internal", "is", "let", "nil",
    "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return",
    "self", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
    "typealias", "var", "where", "while",
  ]

  /// Reads the parameters of a method.
  static func all(of signature: FunctionSignatureSyntax) -> [ForwardedParameter] {
    signature.parameterClause.parameters.enumerated()
      .map { ForwardedParameter($1, $1.label, at: $0) }
  }

  /// Reads the parameters of a subscript.
  static func all(of member: SubscriptDeclSyntax) -> [ForwardedParameter] {
    member.parameterClause.parameters.enumerated()
      .map { ForwardedParameter($1, $1.subscriptLabel, at: $0) }
  }

  /// Reads a parameter. One without a name gets one, since it has to be passed on.
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

  /// The argument that passes it on.
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

  /// What the interceptor is told of it. A closure may not be kept, so its value is not told.
  var description: String {
    let type = InjectedType(parameter.type)
    let isClosure = type.specifiers.contains("autoclosure") || Self.isClosure(parameter.type)
    var value = "\(name) as Any"
    if isClosure { value = "nil" }
    if parameter.type.is(PackExpansionTypeSyntax.self) { value = "(repeat each \(name)) as Any" }
    return Self.description(label?.withoutBackticks, name.withoutBackticks, value)
  }

  /// What the interceptor is told of an argument.
  static func description(_ label: String?, _ name: String, _ value: String) -> String {
    ".init(label: \(label.map { "\"\($0)\"" } ?? "nil"), name: \"\(name)\", value: \(value))"
  }

  /// The name of the value that is set: not that of a parameter.
  static func newValue(beside parameters: [ForwardedParameter]) -> String {
    var name = "newValue"
    while parameters.contains(where: { $0.name == name }) { name = "_" + name }
    return name
  }

  /// What marks the evaluation of a closure that the language makes of an argument.
  private static func evaluation(of type: TypeSyntax) -> String {
    let base = type.as(AttributedTypeSyntax.self)?.baseType ?? type
    return Effects(base.as(FunctionTypeSyntax.self)?.effectSpecifiers).marks
  }

  /// Whether a type is that of a closure, with attributes or in parentheses. An optional one may be
  /// kept.
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
