internal import SwiftDiagnostics
public import SwiftSyntax
internal import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// `@Registerable`: gives a type its own registration, which
/// `DependencyGroup.autoregisteredDependencies` collects.
///
/// The registration of a nested type is a member of its body, where the access level of the types
/// around it applies. That of any other type is a member of the extension with the conformances.
public struct RegisterableMacro: ExtensionMacro, MemberMacro {
  /// The text is formatted as it is written here.
  public static var formatMode: FormatMode { .disabled }

  /// Returns the extension with the conformances, or reports why there is none.
  public static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    var conformances = protocols.map(\.trimmedDescription).joined(separator: ", ")
    if !conformances.isEmpty { conformances = ": " + conformances }
    let name = type.trimmedDescription
    let text: DeclSyntax
    if context.lexicalContext.isEmpty {
      let members = try members(of: declaration, named: name, node, context)
      text = """
        extension \(raw: name)\(raw: conformances) {
        \(raw: members.joined(separator: "\n\n"))
        }
        """
    } else {
      // The member role reports errors. An extension cannot name a private type in another type.
      let isNameable = context.privateNestedType(of: declaration) == nil
      guard isNameable, !protocols.isEmpty,
        (try? members(of: declaration, named: name, node, context)) != nil
      else { return [] }
      text = "extension \(raw: name)\(raw: conformances) {\n}"
    }
    guard let result = text.as(ExtensionDeclSyntax.self) else {
      throw RegisterableDiagnostic.at(node, .unknown)
    }
    return [result]
  }

  /// Returns the members of a nested type, or reports why there are none.
  public static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard !context.lexicalContext.isEmpty else { return [] }
    // In its own body, a type needs no qualification.
    let name = declaration.asProtocol((any NamedDeclSyntax).self)?.name.text ?? ""
    return try members(of: declaration, named: name, node, context)
      .map { "\(raw: outdented($0))" }
  }

  /// Returns the text of a member of an extension as that of a member of the type.
  private static func outdented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasPrefix("    ") ? $0.dropFirst(4) : $0 }.joined(separator: "\n")
  }

  /// Returns the texts of the members, or throws a diagnostic that says why there are none.
  private static func members(
    of declaration: some DeclGroupSyntax, named name: String, _ node: AttributeSyntax,
    _ context: some MacroExpansionContext
  ) throws -> [String] {
    guard [.classDecl, .structDecl, .enumDecl, .actorDecl].contains(declaration.kind) else {
      throw RegisterableDiagnostic.at(node, .unexpectedDeclarationKind, fixIts: [.removing(node)])
    }
    guard let configuration = RegisterableConfiguration(node) else {
      throw RegisterableDiagnostic.at(node, .malformedArguments)
    }
    let choice = try InitializerChoice(of: declaration, node)
    let fullName = applied(name, declaration, context)
    let locator = try configuration.locator.expression(of: declaration, named: fullName, node)
    let writer = RegistrationWriter(
      type: fullName, declaration: declaration, locator: locator, configuration: configuration,
      isComputed: !canStoreStatically(declaration, context),
      teardown: try TeardownMethod.find(in: declaration, configuration, node),
      place: context.location(of: declaration))
    return writer.locatorMembers(choice) + [writer.registrations(choice)]
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
