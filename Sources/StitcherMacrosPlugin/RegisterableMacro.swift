internal import SwiftDiagnostics
public import SwiftSyntax
internal import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// `@Registerable`: gives a type its own registration, which
/// `DependencyGroup.autoregisteredDependencies` collects.
public struct RegisterableMacro: ExtensionMacro {
  /// The text is formatted as it is written here.
  public static var formatMode: FormatMode { .disabled }

  /// Returns the extension with the registration, or reports why there is none.
  public static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard [.classDecl, .structDecl, .enumDecl, .actorDecl].contains(declaration.kind) else {
      throw RegisterableDiagnostic.at(node, .unexpectedDeclarationKind, fixIts: [.removing(node)])
    }
    guard let configuration = RegisterableConfiguration(node) else {
      throw RegisterableDiagnostic.at(node, .malformedArguments)
    }
    if !context.lexicalContext.isEmpty,
      let modifier = declaration.modifiers.first(where: { $0.name.tokenKind == .keyword(.private) })
    {
      throw RegisterableDiagnostic.at(
        node, .privateNestedType, fixIts: [.replacing(modifier, with: .fileprivate)])
    }
    let choice = try InitializerChoice(of: declaration, node)
    let name = type.trimmedDescription
    let fullName = applied(name, declaration, context)
    let locator = try configuration.locator.expression(of: declaration, named: fullName, node)
    let writer = RegistrationWriter(
      type: fullName, declaration: declaration, locator: locator, configuration: configuration,
      isComputed: !canStoreStatically(declaration, context),
      teardown: try TeardownMethod.find(in: declaration, configuration, node),
      place: context.location(of: declaration))

    var conformances = protocols.map(\.trimmedDescription).joined(separator: ", ")
    if !conformances.isEmpty { conformances = ": " + conformances }
    let members = (writer.locatorMembers(choice) + [writer.registrations(choice)])
      .joined(separator: "\n\n")
    let text: DeclSyntax = """
      extension \(raw: name)\(raw: conformances) {
      \(raw: members)
      }
      """
    guard let result = text.as(ExtensionDeclSyntax.self) else {
      throw RegisterableDiagnostic.at(node, .unknown)
    }
    return [result]
  }

  /// Returns the name of a type with its own generic parameters, and with those of the types around
  /// it, as arguments.
  private static func applied(
    _ name: String, _ declaration: some DeclGroupSyntax, _ context: some MacroExpansionContext
  ) -> String {
    var components = name.split(separator: ".").map(String.init)
    let declarations: [any SyntaxProtocol] = [declaration] + context.lexicalContext
    for (index, declaration) in zip(components.indices.reversed(), declarations) {
      // What an extension extends says nothing of its parameters.
      guard !declaration.is(ExtensionDeclSyntax.self) else { break }
      let clause = declaration.asProtocol((any WithGenericParametersSyntax).self)?
        .genericParameterClause
      guard let clause else { continue }
      let arguments = clause.parameters.map { parameter in
        parameter.specifier?.tokenKind == .keyword(.each)
          ? "repeat each \(parameter.name.text)" : parameter.name.text
      }
      components[index] += "<\(arguments.joined(separator: ", "))>"
    }
    return components.joined(separator: ".")
  }

  /// Whether the type may have stored static properties: neither it nor a type around it is
  /// generic, as far as can be seen.
  private static func canStoreStatically(
    _ declaration: some DeclGroupSyntax, _ context: some MacroExpansionContext
  ) -> Bool {
    let isGeneric = { (syntax: any SyntaxProtocol) in
      syntax.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause != nil
        // What an extension extends may be generic.
        || syntax.is(ExtensionDeclSyntax.self)
    }
    return !isGeneric(declaration) && !context.lexicalContext.contains(where: isGeneric)
  }
}

/// The arguments of `@Registerable`.
public struct RegisterableConfiguration {
  /// What the dependency is found by.
  let locator: RegisterableLocator

  /// The text of the scope, if one is given.
  let scope: String?

  /// The expression of the eagerness, as it goes into the registration.
  let eagerness: String

  /// Reads the arguments; nil if they are malformed.
  init?(_ attribute: AttributeSyntax) {
    guard
      let arguments = AttributeArguments(
        of: attribute, labels: ["by", "as", "scope", "eagerness"]),
      let locator = RegisterableLocator(by: arguments["by"], as: arguments["as"]),
      arguments["scope"].count <= 1,
      let eagerness = arguments.name(
        of: "eagerness", among: ["lazy", "eager"], standard: "lazy")
    else { return nil }
    self.locator = locator
    scope = arguments["scope"].first?.trimmedDescription
    self.eagerness = "." + eagerness
  }
}
