internal import SwiftDiagnostics
public import SwiftSyntax
internal import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// `@InjectedInitializer`: adds an initializer that injects the constants of a type.
public struct InjectedInitializerMacro: MemberMacro {
  /// The text is formatted as it is written here.
  public static var formatMode: FormatMode { .disabled }

  /// Returns the initializer, or reports why there is none.
  public static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard [.classDecl, .structDecl, .actorDecl].contains(declaration.kind) else {
      throw InjectedInitializerDiagnostic.at(
        node, .unexpectedDeclarationKind, fixIts: [.removing(node)])
    }
    guard let initializer = InjectedInitializer(node) else {
      throw InjectedInitializerDiagnostic.at(node, .malformedArguments)
    }
    guard let properties = try? StoredProperty.withoutValue(in: declaration.memberBlock.members)
    else { throw InjectedInitializerDiagnostic.at(node, .unsupportedPattern) }
    try check(properties, of: declaration, initializer, node)
    if !properties.contains(where: initializer.injects) {
      context.diagnose(
        Diagnostic(
          node: node, message: InjectedInitializerDiagnostic(.nothingToInject),
          fixIts: [.removing(node)]))
    }

    let parameters = properties.map { property in
      let function = InjectedType(property.type)
      let escaping = function.isFunction && !property.type.is(OptionalTypeSyntax.self)
      var text =
        "\(property.name): \(escaping ? "@escaping " : "")\(property.type.trimmedDescription)"
      if initializer.injects(property) {
        text += " = " + injection(of: property, initializer.strategy, context)
      } else if property.hasImplicitValue {
        text += " = nil"
      }
      return text
    }
    let assignments = properties.map { "\n    self.\($0.name) = \($0.name)" }.joined()
    let access = initializer.access.map { $0 + " " } ?? ""
    return [
      """
      \(raw: access)init(\(raw: parameters.joined(separator: ", "))) {\(raw: assignments)
      }
      """
    ]
  }

  /// Throws a diagnostic for the first thing that cannot be initialized.
  private static func check(
    _ properties: [StoredProperty], of declaration: some DeclGroupSyntax,
    _ initializer: InjectedInitializer, _ node: AttributeSyntax
  ) throws {
    let names = properties.map(\.name.withoutBackticks)
    if let unknown = initializer.ignored.first(where: { !names.contains($0) }) {
      throw InjectedInitializerDiagnostic.at(node, .unknownIgnoredProperty(unknown))
    }
    if let property = properties.first(where: \.isConditional) {
      throw InjectedInitializerDiagnostic.at(node, .conditionalProperty(property.name))
    }
    let generics = Set(
      declaration.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause?
        .parameters.map(\.name.text) ?? [])
    if let property = properties.first(where: {
      initializer.injects($0) && InjectedType($0.type).isGeneric(over: generics)
    }) {
      throw InjectedInitializerDiagnostic.at(
        node, .cannotInjectGenericProperty(property.name),
        fixIts: [.ignoring(property.name, in: node)])
    }
  }

  /// The expression that injects a property, or stops the program with the property's place.
  private static func injection(
    of property: StoredProperty, _ strategy: InjectedType.Strategy,
    _ context: some MacroExpansionContext
  ) -> String {
    let type = InjectedType(property.type)
    if strategy == .stitcherTest { return type.expression(strategy, name: nil) }
    var arguments: [String] = []
    if strategy == .stitcherByName {
      arguments.append("name: \"\(property.name.withoutBackticks)\"")
    }
    if let place = context.location(of: property.declaration) {
      arguments.append("file: \(place.file.trimmedDescription)")
      arguments.append("line: \(place.line.trimmedDescription)")
    }
    // `X!` is not a type; what it holds is injected.
    let asked =
      property.type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self)?.wrappedType.trimmed
      ?? property.type
    return
      "Injected<\(asked.trimmedDescription)>(\(arguments.joined(separator: ", "))).wrappedValue"
  }
}

/// What `@InjectedInitializer` says of a type.
struct InjectedInitializer {
  /// How properties are injected.
  let strategy: InjectedType.Strategy

  /// The names of the constants that become plain parameters.
  let ignored: [String]

  /// The access level of the initializer, unless it is internal.
  let access: String?

  /// Reads the arguments of the attribute; nil if they are malformed.
  init?(_ attribute: AttributeSyntax) {
    guard
      let arguments = AttributeArguments(
        of: attribute, labels: ["access", "strategy", "ignoring"]),
      let access = arguments.name(
        of: "access", among: ["internal", "package", "public"], standard: "internal"),
      let strategy = arguments.name(
        of: "strategy", among: InjectedType.Strategy.allCases.map(\.rawValue),
        standard: InjectedType.Strategy.stitcherByType.rawValue),
      let ignored = arguments.texts(of: "ignoring")
    else { return nil }
    self.strategy = InjectedType.Strategy(rawValue: strategy) ?? .stitcherByType
    self.ignored = ignored.map(\.withoutBackticks)
    self.access = access == "internal" ? nil : access
  }

  /// Whether a property is injected: a constant that is not ignored.
  func injects(_ property: StoredProperty) -> Bool {
    property.isConstant && !ignored.contains(property.name.withoutBackticks)
  }
}
