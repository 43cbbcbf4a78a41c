internal import SwiftDiagnostics
public import SwiftSyntax
internal import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// The macro `@Stitchify`, which generates the members that the protocol `Stitchable` requires.
public struct StitchifyMacro: MemberMacro, ExtensionMacro {
  /// Disabled, since the generated code is formatted already.
  public static var formatMode: FormatMode { .disabled }

  /// Returns the members, or reports why the type cannot have them.
  public static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let name = try check(declaration, node, context)
    let access = access(of: declaration).map { $0 + " " } ?? ""
    let arguments = node.arguments?.as(LabeledExprListSyntax.self)
    let scope = arguments?.first { $0.label?.text == "scoped" }?.expression.trimmedText
    let key = arguments?.first { $0.label?.text == "by" }.flatMap { existential($0.expression) }
    return [
      "@MainActor \(raw: access)static var scope: StitchableScope = \(raw: scope ?? ".application")",
      "@MainActor \(raw: access)static var dependency: \(raw: key ?? name) = createNewInstance()",
      """
      \(raw: access)static func createNewInstance() -> \(raw: key ?? name) {
          \(raw: name)()
      }
      """,
    ]
  }

  /// Returns the extension with the conformance, unless the type declares the conformance itself.
  public static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    // The member role of the macro reports the errors.
    guard (try? check(declaration, node, context)) != nil, !protocols.isEmpty else { return [] }
    let conformances = protocols.map(\.trimmedText).joined(separator: ", ")
    let text: DeclSyntax = "extension \(raw: type.trimmedText): \(raw: conformances) {\n}"
    return text.as(ExtensionDeclSyntax.self).map { [$0] } ?? []
  }

  /// Returns the name of the type, or throws a diagnostic if the type cannot have the members.
  private static func check(
    _ declaration: some DeclGroupSyntax, _ node: AttributeSyntax,
    _ context: some MacroExpansionContext
  ) throws -> String {
    guard [.actorDecl, .classDecl, .enumDecl, .structDecl].contains(declaration.kind),
      let name = declaration.asProtocol((any NamedDeclSyntax).self)?.name.text
    else {
      throw StitchifyDiagnostic.at(node, .unexpectedDeclarationKind, fixIts: [.removing(node)])
    }
    if declaration.is(ActorDeclSyntax.self) {
      throw StitchifyDiagnostic.at(node, .actor, fixIts: [.removing(node)])
    }
    let around = [Syntax(declaration)] + context.lexicalContext
    if around.contains(where: {
      $0.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause != nil
    }) {
      throw StitchifyDiagnostic.at(node, .genericType, fixIts: [.removing(node)])
    }
    if let type = context.privateNestedType(of: declaration) {
      throw StitchifyDiagnostic.at(
        node, .privateNestedType(type),
        fixIts: [.makingFileprivate(declaration)].compactMap { $0 })
    }
    return name
  }

  /// Returns the access level that the members need to satisfy the protocol's requirements.
  private static func access(of declaration: some DeclGroupSyntax) -> String? {
    switch declaration.modifiers.access {
    case "open": "public"
    case "private": "fileprivate"
    case let access: access
    }
  }

  /// Returns the existential type that the expression `P.self` or `(any P).self` denotes; `nil` for
  /// the literal `nil`.
  private static func existential(_ expression: ExprSyntax) -> String? {
    if expression.is(NilLiteralExprSyntax.self) { return nil }
    var text = expression.trimmedText
    if text.hasSuffix(".self") { text.removeLast(".self".count) }
    if text.hasPrefix("("), text.hasSuffix(")") { text = String(text.dropFirst().dropLast()) }
    return text.hasPrefix("any ") ? text : "any " + text
  }
}
