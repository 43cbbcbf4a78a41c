internal import SwiftDiagnostics
public import SwiftSyntax
internal import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// The macro `@InjectableDependency`, which generates a method that registers an implementation.
public struct InjectableDependencyMacro: ExtensionMacro {
  /// Disabled, since the generated code is formatted already.
  public static var formatMode: FormatMode { .disabled }

  /// Returns the extension with the conformance, or reports why the type cannot have it.
  public static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    try declaration.requireInjectable(node, "InjectableDependency")
    try declaration.requireExtensible(node, context)
    var seen: Set<String> = []
    let lines = try node.argumentList.map { argument in
      let (protocolType, key) = try read(argument.expression, node)
      guard protocolType.isName else { throw InjectorDiagnostic.at(node, .notPlainType) }
      guard seen.insert(protocolType.type).inserted else {
        throw InjectorDiagnostic.at(node, .duplicate(protocolType.type))
      }
      let keyText = key.map { ", key: \($0)" } ?? ""
      return """
                Injector.global.addOrRegister(\(protocolType.expression)\(keyText)) {
                    Self()
                }
        """
    }
    return try declaration.injectorExtension(
      of: type, protocols, member: "static func register()", lines)
  }

  /// Reads an argument: `P.self` or `InjectableDependencyArgs(P.self, key: …)`.
  private static func read(
    _ expression: ExprSyntax, _ node: AttributeSyntax
  ) throws -> (TypeArgument, key: String?) {
    if let type = TypeArgument(expression) { return (type, nil) }
    guard let call = expression.as(FunctionCallExprSyntax.self),
      call.isCall(of: "InjectableDependencyArgs")
    else { throw InjectorDiagnostic.at(node, .invalidArgument) }
    guard let first = call.arguments.first, first.label == nil else {
      throw InjectorDiagnostic.at(node, .missingProtocol)
    }
    guard let type = TypeArgument(first.expression) else {
      throw InjectorDiagnostic.at(node, .firstArgumentNotType)
    }
    let key = call.arguments.first { $0.label?.text == "key" }?.expression.trimmedText
    return (type, key)
  }
}

extension DeclGroupSyntax {
  /// Throws a diagnostic unless the declaration is a structure, a class or an actor, and the
  /// attribute has arguments.
  func requireInjectable(_ node: AttributeSyntax, _ macro: String) throws {
    guard [.structDecl, .classDecl, .actorDecl].contains(kind) else {
      throw InjectorDiagnostic.at(
        node, .unexpectedDeclarationKind(macro: macro), fixIts: [.removing(node)])
    }
    if node.argumentList.isEmpty {
      throw InjectorDiagnostic.at(node, .noDependency(macro: macro))
    }
  }

  /// Throws a diagnostic if the type has a private name, which an extension cannot use.
  func requireExtensible(_ node: AttributeSyntax, _ context: some MacroExpansionContext) throws {
    guard let type = context.privateNestedType(of: self) else { return }
    throw InjectorDiagnostic.at(
      node, .privateNestedType(type), fixIts: [.makingFileprivate(self)].compactMap { $0 })
  }

  /// Returns an extension of the type with one function.
  func injectorExtension(
    of type: some TypeSyntaxProtocol, _ protocols: [TypeSyntax], member: String, _ lines: [String]
  ) throws -> [ExtensionDeclSyntax] {
    let conformances = protocols.map(\.trimmedText).joined(separator: ", ")
    let colon = conformances.isEmpty ? "" : ": \(conformances)"
    let isPublic = ["public", "open"].contains(modifiers.access)
    let access = isPublic ? "public " : modifiers.access == "package" ? "package " : ""
    let text: DeclSyntax = """
      extension \(raw: type.trimmedText)\(raw: colon) {
          \(raw: access)\(raw: member) {
      \(raw: lines.joined(separator: "\n"))
          }
      }
      """
    return text.as(ExtensionDeclSyntax.self).map { [$0] } ?? []
  }
}
