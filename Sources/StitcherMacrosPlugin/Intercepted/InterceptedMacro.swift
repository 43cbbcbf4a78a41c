internal import SwiftDiagnostics
public import SwiftSyntax
internal import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// The macro `@Intercepted`, which generates a type that forwards a protocol, and calls an
/// interceptor around each member.
public struct InterceptedMacro: PeerMacro {
  /// Disabled, since the generated code is formatted already.
  public static var formatMode: FormatMode { .disabled }

  /// Returns the forwarding type, or reports each declaration that cannot be forwarded.
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
