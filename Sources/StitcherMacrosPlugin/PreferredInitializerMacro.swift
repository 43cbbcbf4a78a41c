public import SwiftSyntax
public import SwiftSyntaxMacros
let macros: [String: any Macro.Type] = ["PreferredInitializerMacro": PreferredInitializerMacro.self]
public struct PreferredInitializerMacro: PeerMacro {
  public static func expansion(of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol, in context: some MacroExpansionContext) throws -> [DeclSyntax] { [] }
}
