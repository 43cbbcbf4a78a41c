internal import SwiftDiagnostics
internal import SwiftSyntax

/// What `@Teardown` reports.
public struct TeardownDiagnostic: MacroDiagnostic {
  /// What was found.
  public let code: DiagnosticCode

  /// What can be found.
  public enum DiagnosticCode: Sendable {
    /// Not a function.
    case unexpectedDeclarationKind
    /// Not in the body of a registerable type.
    case notInRegisterableType
    /// A static function.
    case staticFunction(String)
    /// It takes parameters without values.
    case parameters(String)
    /// It has generic parameters.
    case generic(String)
    /// It changes the instance, which would be a copy.
    case mutating(String)
    /// The arguments cannot be read.
    case malformedArguments
    /// Another method is marked, too.
    case several(String)
    /// It stands in an `#if` block.
    case conditional(String)
    /// No instance is kept.
    case notKept
  }

  /// Creates a diagnostic.
  init(_ code: DiagnosticCode) { self.code = code }

  /// The text.
  public var description: String {
    switch code {
    case .unexpectedDeclarationKind: "This macro can only be used on methods."
    case .notInRegisterableType:
      "Only a method in the body of a type with '@Registerable' can be its teardown. Elsewhere, write '.teardown { … }' on the registration."
    case .staticFunction(let name):
      "'\(name)' closes an instance, so it cannot be a type method. Make it an instance method."
    case .parameters(let name):
      "'\(name)' is called without arguments. Give its parameters default values, or mark a method without parameters."
    case .generic(let name): "'\(name)' is generic, so its types are not known where it is called."
    case .mutating(let name):
      "'\(name)' would change a copy of the instance. Make the type a class, or the method nonmutating."
    case .malformedArguments: "Malformed arguments."
    case .several(let name):
      "Another method is marked with '@Teardown' already. Call '\(name)' in that one."
    case .conditional(let name):
      "'\(name)' cannot be the teardown in an '#if' block. Write the '#if' in its body."
    case .notKept:
      "An instance that is made anew for each injection is never torn down. Give '@Registerable' a scope that keeps it, such as 'scope: .singleton'."
    }
  }
}

extension FixIt {
  /// Removes a modifier.
  ///
  /// - Parameters:
  ///   - modifier: The modifier.
  ///   - function: The function that has it.
  static func removing(
    _ modifier: DeclModifierSyntax, of function: FunctionDeclSyntax
  ) -> FixIt {
    let rest = function.modifiers.filter { $0.id != modifier.id }
    let changed = function.with(\.modifiers, rest)
    return FixIt(
      message: FixItText(message: "Remove '\(modifier.name.text)'"),
      changes: [.replace(oldNode: Syntax(function), newNode: Syntax(changed))])
  }

  /// Gives `@Registerable` a scope that keeps the instance.
  ///
  /// - Parameter attribute: The attribute.
  static func keeping(_ attribute: AttributeSyntax) -> FixIt {
    var texts: [String] = []
    var isGiven = false
    for argument in attribute.arguments?.as(LabeledExprListSyntax.self) ?? [] {
      let isScope = argument.label?.text == "scope"
      // The scope comes before the eagerness.
      if argument.label?.text == "eagerness", !isGiven {
        texts.append("scope: .singleton")
        isGiven = true
      }
      let text = argument.with(\.trailingComma, nil).trimmedDescription
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
