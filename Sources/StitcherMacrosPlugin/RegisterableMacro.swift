internal import SwiftDiagnostics
public import SwiftSyntax
internal import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// The macro `@Registerable`, which generates the registration of a type.
///
/// The registration is a member of the generated extension. If the type is nested and its attribute
/// has an argument `by:` or `as:`, the registration is a member of the type's body instead, where
/// the arguments may use the names of the enclosing types.
///
/// Each role of an attribute costs a message from the compiler to the plugin. To save one, an
/// attribute without `by:` and `as:` has only the extension role.
///
/// A separate code generator collects the registrations in
/// `DependencyGroup.autoregisteredDependencies`.
public struct RegisterableMacro: ExtensionMacro, MemberMacro {
  /// Disabled, since the generated code is formatted already.
  public static var formatMode: FormatMode { .disabled }

  /// Returns the extension with the conformances, or reports why the type cannot have it.
  public static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    let name = type.trimmedText
    var conformances = protocols.map(\.trimmedText).joined(separator: ", ")
    if !conformances.isEmpty { conformances = ": " + conformances }
    let privateType = context.privateNestedType(of: declaration)
    guard isInBody(node, context) else {
      if let privateType {
        throw RegisterableDiagnostic.at(
          node, .privateNestedType(privateType),
          fixIts: [.makingFileprivate(declaration)].compactMap { $0 })
      }
      let members = try members(of: declaration, named: name, node, context)
      return [unparsedExtension(name + conformances, members.joined(separator: "\n\n") + "\n")]
    }
    // The member role of the macro reports the errors.
    guard privateType == nil, !protocols.isEmpty,
      (try? members(of: declaration, named: name, node, context)) != nil
    else { return [] }
    return [unparsedExtension(name + conformances, "")]
  }

  /// Returns whether the registration is a member of the type's body: whether the type is nested,
  /// and its attribute has an argument `by:` or `as:`.
  private static func isInBody(_ node: AttributeSyntax, _ context: some MacroExpansionContext)
    -> Bool
  {
    guard !context.lexicalContext.isEmpty, case .argumentList(let arguments) = node.arguments else {
      return false
    }
    return arguments.contains { ["by", "as"].contains($0.label?.text) }
  }

  /// Returns the declaration `extension <header> { <members> }` for two pieces of source code.
  ///
  /// The compiler reads only the text of the syntax tree, and parses that text itself. So the code
  /// is not parsed here, which would take longer than the rest of the macro. Each of the two pieces
  /// becomes one token of the tree.
  private static func unparsedExtension(_ header: String, _ members: String) -> ExtensionDeclSyntax
  {
    ExtensionDeclSyntax(
      extensionKeyword: .keyword(.extension, trailingTrivia: .space),
      extendedType: IdentifierTypeSyntax(name: .identifier(header, trailingTrivia: .space)),
      memberBlock: MemberBlockSyntax(
        leftBrace: .leftBraceToken(trailingTrivia: .newline), members: [],
        UnexpectedNodesSyntax([TokenSyntax(.unknown(members), presence: .present)])))
  }

  /// Returns the members that are generated in the type's body, or reports why the type cannot have
  /// them.
  ///
  /// There are none if the registration is in an extension of the type.
  public static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard isInBody(node, context) else { return [] }
    // Inside its own body, a type needs no qualified name.
    let name = declaration.asProtocol((any NamedDeclSyntax).self)?.name.text ?? ""
    return try members(of: declaration, named: name, node, context)
      .map { "\(raw: outdented($0))" }
  }

  /// Returns the source code of a member, with the indentation changed from that of an extension to
  /// that of a type's body.
  private static func outdented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasPrefix("    ") ? $0.dropFirst(4) : $0 }.joined(separator: "\n")
  }

  /// Returns the source code of the members, or throws a diagnostic.
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
      teardown: try TeardownMethod.find(in: declaration, configuration, node),
      access: context.access(of: declaration, isInBody: isInBody(node, context)),
      place: context.location(of: declaration))
    return writer.locatorMembers(choice) + [writer.registrations(choice)]
  }

  /// Returns the name of a type, with the generic arguments of the type and of its enclosing types.
  private static func applied(
    _ name: String, _ declaration: some DeclGroupSyntax, _ context: some MacroExpansionContext
  ) -> String {
    var components = name.split(separator: ".").map(String.init)
    let declarations: [any SyntaxProtocol] = [declaration] + context.lexicalContext
    for (index, declaration) in zip(components.indices.reversed(), declarations) {
      // An extension does not show the generic parameters of its type.
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
}

/// The arguments of a `@Registerable` attribute.
public struct RegisterableConfiguration {
  /// The lookup key of the registration.
  let locator: RegisterableLocator

  /// The source code of the scope, or `nil` if the attribute has none.
  let scope: String?

  /// The source code of the registration's eagerness, such as `.lazy`.
  let eagerness: String

  /// Reads the arguments, or returns `nil` if they are malformed.
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
    scope = arguments["scope"].first?.trimmedText
    self.eagerness = "." + eagerness
  }
}
