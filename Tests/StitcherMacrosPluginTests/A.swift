import StitcherMacrosPlugin
import SwiftSyntaxMacroExpansion
import Testing
@Test func b() { _ = PreferredInitializerMacro.self }
