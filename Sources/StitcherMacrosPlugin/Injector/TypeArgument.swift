internal import SwiftSyntax

/// An argument of the form `Type.self`.
struct TypeArgument {
  /// The source code of the type, without parentheses around an existential type.
  let type: String

  /// Reads an argument, or returns `nil` if it is another expression.
  init?(_ expression: ExprSyntax) {
    guard let access = expression.as(MemberAccessExprSyntax.self),
      access.declName.baseName.tokenKind == .keyword(.self), let base = access.base
    else { return nil }
    var text = base.trimmedText
    if text.hasPrefix("("), text.hasSuffix(")") { text = String(text.dropFirst().dropLast()) }
    type = text
  }

  /// Whether the type is a name, possibly with dots, or an existential type of such a name.
  var isName: Bool {
    let name = type.hasPrefix("any ") ? String(type.dropFirst(4)) : type
    return !name.isEmpty
      && name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
        !part.isEmpty && part.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "`" }
      }
  }

  /// The argument in source code, with an existential type in parentheses.
  var expression: String { type.hasPrefix("any ") ? "(\(type)).self" : "\(type).self" }

  /// The name of a property for the type: its first letter is lowercase, and a suffix `Protocol` is
  /// removed.
  var propertyName: String {
    let last = type.split(whereSeparator: { $0 == "." || $0 == " " }).last.map(String.init) ?? type
    let plain =
      last.hasSuffix("Protocol") && last != "Protocol"
      ? String(last.dropLast("Protocol".count)) : last
    return plain.prefix(1).lowercased() + plain.dropFirst()
  }
}

extension AttributeSyntax {
  /// The arguments in parentheses, or an empty array.
  var argumentList: [LabeledExprSyntax] {
    arguments?.as(LabeledExprListSyntax.self).map(Array.init) ?? []
  }
}

extension FunctionCallExprSyntax {
  /// Returns whether the called expression is a type with the given name, possibly after the name
  /// of an enclosing type.
  func isCall(of name: String) -> Bool {
    let called = calledExpression.trimmedText
    return called == name || called.hasSuffix(".\(name)")
  }

  /// Returns the text of a string literal argument, or `nil` if the argument is missing or not a
  /// plain literal.
  func literal(_ label: String) -> String? {
    let expression = arguments.first { $0.label?.text == label }?.expression
    guard let segments = expression?.as(StringLiteralExprSyntax.self)?.segments,
      segments.count == 1, let segment = segments.first?.as(StringSegmentSyntax.self)
    else { return nil }
    return segment.content.text
  }
}
