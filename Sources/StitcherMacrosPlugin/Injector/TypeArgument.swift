internal import SwiftSyntax

/// An argument of the form `Type.self`.
struct TypeArgument {
  /// The type as it is written, without parentheses around an existential type.
  let type: String

  /// Reads an argument; nil if it is something else.
  init?(_ expression: ExprSyntax) {
    guard let access = expression.as(MemberAccessExprSyntax.self),
      access.declName.baseName.tokenKind == .keyword(.self), let base = access.base
    else { return nil }
    var text = base.trimmedDescription
    if text.hasPrefix("("), text.hasSuffix(")") { text = String(text.dropFirst().dropLast()) }
    type = text
  }

  /// Whether the type is one or several names with dots, or an existential type of such.
  var isName: Bool {
    let name = type.hasPrefix("any ") ? String(type.dropFirst(4)) : type
    return !name.isEmpty
      && name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
        !part.isEmpty && part.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "`" }
      }
  }

  /// The type where an expression is expected: an existential type in parentheses.
  var expression: String { type.hasPrefix("any ") ? "(\(type)).self" : "\(type).self" }

  /// The name of a property for the type: without a trailing `Protocol`, with a small first letter.
  var propertyName: String {
    let last = type.split(whereSeparator: { $0 == "." || $0 == " " }).last.map(String.init) ?? type
    let plain =
      last.hasSuffix("Protocol") && last != "Protocol"
      ? String(last.dropLast("Protocol".count)) : last
    return plain.prefix(1).lowercased() + plain.dropFirst()
  }
}

extension AttributeSyntax {
  /// The arguments in parentheses.
  var argumentList: [LabeledExprSyntax] {
    arguments?.as(LabeledExprListSyntax.self).map(Array.init) ?? []
  }
}

extension FunctionCallExprSyntax {
  /// Whether the call is of a type of a name, with or without what it is nested in.
  func isCall(of name: String) -> Bool {
    let called = calledExpression.trimmedDescription
    return called == name || called.hasSuffix(".\(name)")
  }

  /// The text of a literal argument; nil if it is absent or no literal.
  func literal(_ label: String) -> String? {
    let expression = arguments.first { $0.label?.text == label }?.expression
    guard let segments = expression?.as(StringLiteralExprSyntax.self)?.segments,
      segments.count == 1, let segment = segments.first?.as(StringSegmentSyntax.self)
    else { return nil }
    return segment.content.text
  }
}
