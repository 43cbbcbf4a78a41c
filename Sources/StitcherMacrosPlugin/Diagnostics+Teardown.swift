internal import SwiftDiagnostics
internal import SwiftSyntax

/// A diagnostic of `@Teardown`.
public struct TeardownDiagnostic: MacroDiagnostic {
  /// The reported problem.
  public let code: DiagnosticCode

  /// The problems that the macro can report.
  public enum DiagnosticCode: Sendable {
    /// The declaration is not a function.
    case unexpectedDeclarationKind
    /// The method is not in the body of a `@Registerable` type.
    case notInRegisterableType
    /// The method is static.
    case staticFunction(String)
    /// The method has parameters without default values.
    case parameters(String)
    /// The method is generic.
    case generic(String)
    /// The method is mutating, so it would change a copy of the instance.
    case mutating(String)
    /// The arguments of the attribute are malformed.
    case malformedArguments
    /// Another method of the type has the attribute as well.
    case several(String)
    /// The method is in an `#if` block.
    case conditional(String)
    /// The scope of the registration does not keep the instance.
    case notKept
  }

  /// Creates a diagnostic for a problem.
  init(_ code: DiagnosticCode) { self.code = code }

  /// The text that the compiler shows.
  public var description: String {
    switch code {
    case .unexpectedDeclarationKind: "This macro can only be used on methods."
    case .notInRegisterableType:
      "Only a method in the body of a type with '@Registerable' can be its teardown. Elsewhere, write '.teardown { … }' on the registration."
    case .staticFunction(let name):
      "'\(name)' closes an instance, so it cannot be a type method. Make it an instance method."
    case .parameters(let name):
      "'\(name)' is called without arguments. Give its parameters default values, or mark a method without parameters."
    case .generic(let name):
      "'\(name)' is generic, so the registration cannot call it. Mark a method that is not generic."
    case .mutating(let name):
      "'\(name)' would change a copy of the instance. Make the type a class, or the method nonmutating."
    case .malformedArguments: "Malformed arguments."
    case .several(let name):
      "Another method is marked with '@Teardown' already. Call '\(name)' in that one."
    case .conditional(let name):
      "'\(name)' cannot be the teardown in an '#if' block. Write the '#if' in its body."
    case .notKept:
      "Instances with the scope '.instance' are not kept, so they are never torn down. Give '@Registerable' another scope, such as 'scope: .singleton'."
    }
  }
}

extension FixIt {
  /// Returns a fix-it that removes a modifier from a function.
  static func removing(
    _ modifier: DeclModifierSyntax, of function: FunctionDeclSyntax
  ) -> FixIt {
    let rest = function.modifiers.filter { $0.id != modifier.id }
    let changed = function.with(\.modifiers, rest)
    return FixIt(
      message: FixItText(message: "Remove '\(modifier.name.text)'"),
      changes: [.replace(oldNode: Syntax(function), newNode: Syntax(changed))])
  }

  /// Returns a fix-it that adds a scope to a `@Registerable` attribute. With this scope, the graph
  /// keeps the instance.
  static func keeping(_ attribute: AttributeSyntax) -> FixIt {
    var texts: [String] = []
    var isGiven = false
    for argument in attribute.arguments?.as(LabeledExprListSyntax.self) ?? [] {
      let isScope = argument.label?.text == "scope"
      // The argument `scope` precedes the argument `eagerness`.
      if argument.label?.text == "eagerness", !isGiven {
        texts.append("scope: .singleton")
        isGiven = true
      }
      let text = argument.with(\.trailingComma, nil).trimmedText
      texts.append(isScope ? "scope: .singleton" : text)
      isGiven = isGiven || isScope
    }
    if !isGiven { texts.append("scope: .singleton") }
    let list = LabeledExprListSyntax(
      texts.enumerated().map { index, text in
        LabeledExprSyntax(
          expression: DeclReferenceExprSyntax(baseName: .identifier(text)),
          trailingComma: index + 1 < texts.count ? .commaToken(trailingTrivia: .space) : nil)
      })
    let kept = attribute.with(\.attributeName.trailingTrivia, [])
      .with(\.leftParen, .leftParenToken()).with(\.arguments, .argumentList(list))
      .with(\.rightParen, .rightParenToken(trailingTrivia: attribute.trailingTrivia))
    return FixIt(
      message: FixItText(message: "Write 'scope: .singleton'"),
      changes: [.replace(oldNode: Syntax(attribute), newNode: Syntax(kept))])
  }
}
