internal import SwiftDiagnostics
public import SwiftSyntax
public import SwiftSyntaxMacros

/// The macro `@PreferredInitializer`, which marks an initializer for `@Registerable`, and generates
/// nothing.
public struct PreferredInitializerMacro: PeerMacro {
  /// Checks the initializer, and returns no declarations.
  public static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let fixIts = [FixIt.removing(node)]
    guard let initializer = declaration.as(InitializerDeclSyntax.self) else {
      throw PreferredInitializerDiagnostic.at(node, .unexpectedDeclarationKind, fixIts: fixIts)
    }
    if let code = initializer.obstacle {
      throw PreferredInitializerDiagnostic.at(node, code, fixIts: fixIts)
    }
    return []
  }
}

extension PreferredInitializerDiagnostic.DiagnosticCode {
  /// An adjective that says why a registration cannot call the initializer, such as `failable`;
  /// `nil` if it can.
  var kind: String? {
    switch self {
    case .unsupportedGenericArgument: "generic"
    case .unsupportedFailable: "failable"
    case .unknown, .unexpectedDeclarationKind: nil
    }
  }
}

extension InitializerDeclSyntax {
  /// The name with the labels, such as `init(host:)`.
  var name: String {
    "init("
      + signature.parameterClause.parameters.map { "\($0.firstName.text):" }.joined() + ")"
  }

  var isAsynchronous: Bool { signature.effectSpecifiers?.asyncSpecifier != nil }

  /// The reason why a registration cannot call the initializer, or `nil` if it can.
  var obstacle: PreferredInitializerDiagnostic.DiagnosticCode? {
    let isGeneric =
      genericParameterClause != nil
      || signature.parameterClause.parameters.contains {
        InjectedType($0.type).isGeneric(over: [])
      }
    if isGeneric { return .unsupportedGenericArgument }
    if optionalMark != nil { return .unsupportedFailable }
    return nil
  }
}
