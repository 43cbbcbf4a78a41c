internal import SwiftDiagnostics
public import SwiftSyntax
internal import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// `@Intercepted`: adds a type beside a protocol that forwards each member, and calls an
/// interceptor around it.
public struct InterceptedMacro: PeerMacro {
  /// The text is formatted as it is written here.
  public static var formatMode: FormatMode { .disabled }

  /// Returns the forwarding type, or reports each thing that it could not forward.
  public static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let declaration = declaration.as(ProtocolDeclSyntax.self) else {
      throw InterceptedDiagnostic.at(node, .unexpectedDeclarationKind, fixIts: [.removing(node)])
    }
    let intercepted = InterceptedProtocol(declaration)
    var check = InterceptionCheck(intercepted)
    check.run()
    for problem in check.problems {
      context.diagnose(
        Diagnostic(node: problem.node, message: InterceptedDiagnostic(problem.code)))
    }
    guard check.problems.isEmpty else { return [] }
    return ["\(raw: InterceptionWriter(intercepted).type)"]
  }
}
