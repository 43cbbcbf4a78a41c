internal import SwiftDiagnostics
public import SwiftSyntax
internal import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// The macro `@DependenciesInjector`, which generates a method that registers implementations.
public struct DependenciesInjectorMacro: ExtensionMacro {
  /// Disabled, since the generated code is formatted already.
  public static var formatMode: FormatMode { .disabled }

  /// Returns the extension with the conformance, or reports why the type cannot have it.
  public static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    try declaration.requireInjectable(node, "DependenciesInjector")
    try declaration.requireExtensible(node, context)
    var seen: Set<String> = []
    let lines = try node.argumentList.map { argument in
      guard let implementation = TypeArgument(argument.expression) else {
        throw InjectorDiagnostic.at(node, .notType)
      }
      guard implementation.isName else { throw InjectorDiagnostic.at(node, .unsupportedBase) }
      guard seen.insert(implementation.type).inserted else {
        throw InjectorDiagnostic.at(node, .duplicateImplementation(implementation.type))
      }
      return "        \(implementation.type).register()"
    }
    return try declaration.injectorExtension(
      of: type, protocols, member: "func startInjection()", lines)
  }
}
