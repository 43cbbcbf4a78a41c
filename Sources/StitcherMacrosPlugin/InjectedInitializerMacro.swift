internal import SwiftDiagnostics
public import SwiftSyntax
internal import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// The macro `@InjectedInitializer`, which generates an initializer that injects the constants of a
/// type.
public struct InjectedInitializerMacro: MemberMacro {
  /// Disabled, since the generated code is formatted already.
  public static var formatMode: FormatMode { .disabled }

  /// Returns the initializers, or reports why the type cannot have them.
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

    let access = initializer.access.map { $0 + " " } ?? ""
    let injections = properties.map { property in
      initializer.injects(property) ? initializer.injection(of: property, context) : nil
    }
    let parameters = zip(properties, injections).map { property, injection in
      guard let injection, !initializer.isAsynchronous else { return parameter(property) }
      return "\(parameter(property)) = \(injection.reading("wrappedValue"))"
    }
    let assignments = properties.map { "\n    self.\($0.name) = \($0.name)" }.joined()
    let initializers: [DeclSyntax] = [
      """
      \(raw: access)init(\(raw: parameters.joined(separator: ", "))) {\(raw: assignments)
      }
      """
    ]
    guard let name = declaration.asProtocol((any NamedDeclSyntax).self)?.name.text,
      injections.contains(where: { $0 != nil })
    else { return initializers }

    let passed = zip(properties, injections).compactMap { property, injection in
      injection == nil ? parameter(property) : nil
    }
    let isAsynchronous = initializer.isAsynchronous
    let values = zip(properties, injections).map { property, injection in
      let value = injection.map {
        isAsynchronous ? "try await " + $0.awaiting : "try " + $0.reading("loadedValue()")
      }
      return "\n    self.\(property.name) = " + (value ?? property.name)
    }
    // The argument `injecting` distinguishes the initializer from one of a superclass.
    let list = (["injecting _: \(name).Type"] + passed).joined(separator: ", ")
    return initializers + [
      """
      \(raw: access)init(\(raw: list)) \(raw: isAsynchronous ? "async " : "")throws {\(raw: values.joined())
      }
      """
    ] + needs(initializer, properties, of: declaration, named: name)
  }

  /// Returns a static property that lists the injected dependencies. Verification reads this
  /// property.
  ///
  /// The property is a member of the type, so that type names mean the same as in the type's
  /// declaration.
  private static func needs(
    _ initializer: InjectedInitializer, _ properties: [StoredProperty],
    of declaration: some DeclGroupSyntax, named name: String
  ) -> [DeclSyntax] {
    guard declaration.attributes.attribute(named: "Registerable") != nil,
      let needs = initializer.needs(properties)
    else { return [] }
    let lazy = InjectedProperty.all(in: declaration).compactMap(\.need)
    let list = (needs + lazy).joined(separator: ", ")
    return [
      """
      nonisolated static var \(raw: InjectedInitializer.needsName(of: name)): [_DependencyRequest] {
          [\(raw: list)]
      }
      """
    ]
  }

  /// Returns the source code of the parameter for a property.
  private static func parameter(_ property: StoredProperty) -> String {
    let isEscaping =
      InjectedType(property.type).isFunction && !property.type.is(OptionalTypeSyntax.self)
    return "\(property.name): \(isEscaping ? "@escaping " : "")\(property.type.trimmedText)"
      + (property.hasImplicitValue ? " = nil" : "")
  }

  /// Throws a diagnostic for the first property or argument that makes the initializer impossible.
  private static func check(
    _ properties: [StoredProperty], of declaration: some DeclGroupSyntax,
    _ initializer: InjectedInitializer, _ node: AttributeSyntax
  ) throws {
    let names = properties.map(\.name.withoutBackticks)
    if let unknown = initializer.ignored.first(where: { !names.contains($0) }) {
      throw InjectedInitializerDiagnostic.at(node, .unknownIgnoredProperty(unknown))
    }
    let injected = properties.filter(initializer.injects).map(\.name.withoutBackticks)
    if let key = initializer.keys.first(where: { !injected.contains($0.property) }) {
      throw InjectedInitializerDiagnostic.at(node, .unknownInjectedProperty(key.property))
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
    if initializer.isAsynchronous,
      let property = properties.first(where: {
        initializer.injects($0) && InjectedType($0.type).isNeverSendable
      })
    {
      let type = property.type.trimmedText
      throw InjectedInitializerDiagnostic.at(
        node, .cannotAwaitProperty(property.name, type: type),
        fixIts: [.ignoring(property.name, in: node)])
    }
  }
}

/// The arguments of an `@InjectedInitializer` attribute.
struct InjectedInitializer {
  /// The way in which properties are injected: by type or by name.
  let strategy: InjectedType.Strategy

  /// Whether the injecting initializer is asynchronous.
  let isAsynchronous: Bool

  /// The names of the constants that are not injected.
  let ignored: [String]

  /// The lookup keys that the attribute gives for single constants. Each key is an argument in
  /// source code, such as `name: "Drafts"`.
  let keys: [(property: String, argument: String)]

  /// The access level of the initializer, or `nil` if it is internal.
  let access: String?

  /// Reads the arguments of the attribute, or returns `nil` if they are malformed.
  init?(_ attribute: AttributeSyntax) {
    guard
      let arguments = AttributeArguments(
        of: attribute,
        labels: ["access", "strategy", "asynchronous", "names", "values", "ignoring"]),
      let access = arguments.name(
        of: "access", among: ["internal", "package", "public"], standard: "internal"),
      let strategy = arguments.name(
        of: "strategy", among: InjectedType.Strategy.allCases.map(\.rawValue),
        standard: InjectedType.Strategy.stitcherByType.rawValue),
      let isAsynchronous = arguments.flag("asynchronous"),
      let names = arguments.pairs(of: "names"), let values = arguments.pairs(of: "values"),
      let ignored = arguments.texts(of: "ignoring")
    else { return nil }
    keys =
      names.map { ($0.key.withoutBackticks, "name: \($0.value)") }
      + values.map { ($0.key.withoutBackticks, "value: \($0.value)") }
    guard Set(keys.map(\.property)).count == keys.count else { return nil }
    self.strategy = InjectedType.Strategy(rawValue: strategy) ?? .stitcherByType
    self.isAsynchronous = isAsynchronous
    self.ignored = ignored.map(\.withoutBackticks)
    self.access = access == "internal" ? nil : access
  }

  /// Returns whether a property is injected: it is a constant, and not ignored.
  func injects(_ property: StoredProperty) -> Bool {
    property.isConstant && !ignored.contains(property.name.withoutBackticks)
  }

  /// Returns the expression that injects a property.
  func injection(of property: StoredProperty, _ context: some MacroExpansionContext)
    -> Injection
  {
    if strategy == .stitcherTest {
      return Injection(
        type: InjectedType(property.type).expression(strategy, name: nil), arguments: nil)
    }
    let name = property.name.withoutBackticks
    var arguments: [String] = []
    if let key = keys.first(where: { $0.property == name }) {
      arguments.append(key.argument)
    } else if strategy == .stitcherByName {
      arguments.append("name: \"\(name)\"")
    }
    if let place = context.location(of: property.declaration) {
      arguments.append("file: \(place.file.trimmedText)")
      arguments.append("line: \(place.line.trimmedText)")
    }
    // `X!` is not a type, so `X` is injected.
    let asked =
      property.type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self)?.wrappedType.trimmed
      ?? property.type
    return Injection(
      type: "Injected<\(asked.trimmedText)>",
      arguments: "(\(arguments.joined(separator: ", ")))")
  }

  /// Returns the name of the static property that lists the dependencies of a type's initializer.
  static func needsName(of type: String) -> String { "_needsOf\(type.withoutBackticks)" }

  /// Returns the expressions that describe the injected dependencies. Verification evaluates these
  /// expressions.
  ///
  /// The result is `nil` if nothing is injected, or if a key is not a literal.
  func needs(_ properties: [StoredProperty]) -> [String]? {
    guard strategy != .stitcherTest, properties.contains(where: injects) else { return nil }
    var needs: [String] = []
    for property in properties where injects(property) {
      let name = property.name.withoutBackticks
      let type = InjectedType(property.type)
      let key = keys.first { $0.property == name }
      if let key, key.argument.hasPrefix("name: \""), key.argument.hasSuffix("\""),
        !key.argument.contains("\\")
      {
        needs.append(type.need(ofPropertyNamed: String(key.argument.dropFirst(6))))
      } else if key != nil {
        return nil
      } else if strategy == .stitcherByName {
        needs.append(type.need(ofPropertyNamed: "\"\(name)\""))
      } else if let need = type.need(strategy, name: name) {
        needs.append(need)
      }
    }
    return needs
  }

  /// The parts of an expression that creates an `Injected` property.
  struct Injection {
    /// The type of the property; in tests of the macro, a placeholder for the whole expression.
    fileprivate let type: String

    /// The arguments in parentheses; `nil` in tests of the macro, which use a placeholder.
    fileprivate let arguments: String?

    /// Returns the expression that reads a member of the property.
    func reading(_ member: String) -> String { arguments.map { "\(type)\($0).\(member)" } ?? type }

    /// The expression that injects asynchronously. The generated code writes `try await` before it.
    var awaiting: String { arguments.map { "\(type)._valueAsync\($0)" } ?? type }
  }
}
