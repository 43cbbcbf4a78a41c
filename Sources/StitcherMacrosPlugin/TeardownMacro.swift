internal import SwiftDiagnostics
public import SwiftSyntax
public import SwiftSyntaxMacros

/// The macro `@Teardown`, which marks a method for `@Registerable`, and generates nothing.
public struct TeardownMacro: PeerMacro {
  /// Checks the method, and returns no declarations.
  public static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let fixIts = [FixIt.removing(node)]
    guard let function = declaration.as(FunctionDeclSyntax.self) else {
      throw TeardownDiagnostic.at(node, .unexpectedDeclarationKind, fixIts: fixIts)
    }
    let enclosing = context.lexicalContext.first?.asProtocol((any WithAttributesSyntax).self)
    let isExtension = context.lexicalContext.first?.is(ExtensionDeclSyntax.self) == true
    guard !isExtension, enclosing?.attributes.attribute(named: "Registerable") != nil else {
      throw TeardownDiagnostic.at(node, .notInRegisterableType, fixIts: fixIts)
    }
    let name = function.teardownName
    if let modifier = function.modifiers.first(where: { $0.isOfType }) {
      throw TeardownDiagnostic.at(
        node, .staticFunction(name), fixIts: [.removing(modifier, of: function)])
    }
    if let modifier = function.modifiers.first(where: { $0.name.text == "mutating" }) {
      throw TeardownDiagnostic.at(
        node, .mutating(name), fixIts: [.removing(modifier, of: function)])
    }
    if function.genericParameterClause != nil {
      throw TeardownDiagnostic.at(node, .generic(name), fixIts: fixIts)
    }
    if function.signature.parameterClause.parameters.contains(where: { $0.defaultValue == nil }) {
      throw TeardownDiagnostic.at(node, .parameters(name), fixIts: fixIts)
    }
    if TeardownMethod(function, node, of: nil) == nil {
      throw TeardownDiagnostic.at(node, .malformedArguments, fixIts: fixIts)
    }
    return []
  }
}

extension DeclModifierSyntax {
  /// Whether the modifier makes a member static: it is `static` or `class`.
  fileprivate var isOfType: Bool { name.text == "static" || name.text == "class" }
}
