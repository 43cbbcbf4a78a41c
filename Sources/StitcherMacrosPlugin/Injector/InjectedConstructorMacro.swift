internal import SwiftDiagnostics
public import SwiftSyntax
internal import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// The macro `@InjectedConstructor`, which generates properties for dependencies and an initializer
/// that injects them.
public struct InjectedConstructorMacro: MemberMacro {
  /// Disabled, since the generated code is formatted already.
  public static var formatMode: FormatMode { .disabled }

  /// Returns a property for each dependency, and the initializer.
  public static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    try members(of: declaration, node, "InjectedConstructor", propertyAttribute: "")
  }

  /// One dependency, read from an argument of the attribute.
  private struct Described {
    /// The protocol or type that is injected.
    let type: TypeArgument
    let name: String
    /// The source code of the injection type, such as `.regular`.
    let injectionType: String
    /// The key of the implementation, or `nil` for the default one.
    let key: String?
    /// Whether the argument has the form `Dependency(…)`.
    let isDetailed: Bool
  }

  /// Returns a property for each dependency, and the initializer.
  static func members(
    of declaration: some DeclGroupSyntax, _ node: AttributeSyntax, _ macro: String,
    propertyAttribute: String
  ) throws -> [DeclSyntax] {
    try declaration.requireInjectable(node, macro)
    let members = declaration.memberBlock.members.map(\.decl)
    let hasInitializer = members.contains { member in
      guard let initializer = member.as(InitializerDeclSyntax.self) else { return false }
      return !initializer.modifiers.contains { $0.name.text == "convenience" }
    }
    if hasInitializer { throw InjectorDiagnostic.at(node, .designatedInitializer(macro: macro)) }
    let dependencies = try node.argumentList.map { try read($0.expression, node) }
    var direct: Set<String> = []
    for dependency in dependencies where !dependency.isDetailed {
      if !direct.insert(dependency.type.type).inserted {
        throw InjectorDiagnostic.at(node, .duplicate(dependency.type.type))
      }
    }
    let parameters = try members.flatMap { try initParameters($0, node) }
    for parameter in parameters where dependencies.contains(where: { $0.name == parameter.name }) {
      throw InjectorDiagnostic.at(node, .conflictingName(parameter.name))
    }
    let properties: [DeclSyntax] = dependencies.map {
      "\(raw: propertyAttribute)private let \(raw: $0.name): \(raw: $0.type.type)"
    }
    let list =
      parameters.map { "    \($0.name): \($0.type)" }
      + dependencies.map { dependency in
        let key = dependency.key.map { ", constrainedTo: \"\($0)\"" } ?? ""
        return "    \(dependency.name): \(dependency.type.type) = Injector.global.get("
          + "injectionType: \(dependency.injectionType)\(key))"
      }
    let names = parameters.map(\.name) + dependencies.map(\.name)
    let body = names.map { "    self.\($0) = \($0)" }.joined(separator: "\n")
    return properties + [
      """
      init(
      \(raw: list.joined(separator: ",\n"))
      ) {
      \(raw: body)
      }
      """
    ]
  }

  /// Reads an argument: `P.self` or `Dependency(P.self, …)`.
  private static func read(_ expression: ExprSyntax, _ node: AttributeSyntax) throws -> Described {
    if let type = TypeArgument(expression) {
      return Described(
        type: type, name: type.propertyName, injectionType: ".regular", key: nil,
        isDetailed: false)
    }
    guard let call = expression.as(FunctionCallExprSyntax.self), call.isCall(of: "Dependency")
    else { throw InjectorDiagnostic.at(node, .invalidDependency) }
    guard let first = call.arguments.first, first.label == nil,
      let type = TypeArgument(first.expression)
    else { throw InjectorDiagnostic.at(node, .notPlainType) }
    let injectionType = call.arguments.first { $0.label?.text == "injectionType" }
    return Described(
      type: type, name: call.literal("name") ?? type.propertyName,
      injectionType: injectionType?.expression.trimmedText ?? ".regular",
      key: call.literal("constrainedTo"), isDetailed: true)
  }

  /// Returns the initializer's parameters for a property with `@InitParameter`, or none for other
  /// members.
  private static func initParameters(
    _ member: DeclSyntax, _ node: AttributeSyntax
  ) throws -> [(name: String, type: String)] {
    guard let variable = member.as(VariableDeclSyntax.self),
      variable.attributes.contains(where: {
        $0.as(AttributeSyntax.self)?.lastName == "InitParameter"
      })
    else { return [] }
    return try variable.bindings.map { binding in
      let name = binding.pattern.trimmedText
      guard let type = binding.typeAnnotation?.type.trimmedText else {
        throw InjectorDiagnostic.at(node, .missingType(name))
      }
      return (name, type)
    }
  }
}

/// The macro `@ObservableInjectedConstructor`, which generates the code of `@InjectedConstructor`
/// in an `@Observable` type.
public struct ObservableInjectedConstructorMacro: MemberMacro {
  /// Disabled, since the generated code is formatted already.
  public static var formatMode: FormatMode { .disabled }

  /// Returns a property for each dependency, and the initializer.
  public static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    try InjectedConstructorMacro.members(
      of: declaration, node, "ObservableInjectedConstructor",
      propertyAttribute: "@ObservationIgnored ")
  }
}

/// The macro `@InitParameter`, which marks a property as a parameter of the initializer, and
/// generates nothing.
public struct InitParameterMacro: PeerMacro {
  /// Returns no declarations.
  public static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] { [] }
}
