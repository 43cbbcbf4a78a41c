internal import SwiftSyntax
internal import SwiftSyntaxMacros

/// A generator of the members that the macro `@Registerable` adds to a type.
struct RegistrationWriter {
  /// The name of the type, with generic arguments.
  let type: String

  let declaration: any DeclGroupSyntax

  /// The expression of the locator.
  let locator: String

  /// The arguments of the attribute.
  let configuration: RegisterableConfiguration

  /// The method with the attribute `@Teardown`, which closes an instance; `nil` if there is none.
  let teardown: TeardownMethod?

  /// The access modifier of the generated members, or `nil` if they need none.
  let access: String?

  /// The source location of the type's declaration.
  let place: AbstractSourceLocation?

  /// Whether the type is isolated to the main actor.
  private var isOnMainActor: Bool { declaration.attributes.attribute(named: "MainActor") != nil }

  /// The modifiers of the generated properties.
  private var modifiers: String {
    (access.map { $0 + " " } ?? "") + (isOnMainActor ? "nonisolated static" : "static")
  }

  /// Returns a static property that returns the lookup key, if the key is a name or a value.
  ///
  /// - Parameter choice: The initializers that the registration calls.
  func locatorMembers(_ choice: InitializerChoice) -> [String] {
    switch configuration.locator {
    case .name(let name, _):
      return ["    \(modifiers) var dependencyName: String { \(name) }"]
    case .value(let value, _):
      let type = choice.isAsynchronous ? "some Hashable & Sendable" : "AnyHashable"
      return ["    \(modifiers) var dependencyValue: \(type) { \(value) }"]
    case .ownType, .types, .custom, .abstractions, .conformances:
      return []
    }
  }

  /// Returns the registration, or one registration for each clause of an `#if` block.
  func registrations(_ choice: InitializerChoice) -> String {
    switch choice {
    case .always(let initializer): return registration(initializer)
    case .depending(let clauses):
      return clauses.map { "    \($0.clause)\n\(registration($0.initializer))\n" }.joined()
        + "    #endif"
    }
  }

  /// Returns the registration that calls an initializer.
  private func registration(_ initializer: RegisterableInitializer) -> String {
    let generated = "GeneratedDependencyRegistration<\(type)>"
    var arguments = [
      "locator: \(locator)",
      "scope: \(configuration.scope ?? ".automatic(for: \(type).self)")",
      "eagerness: \(configuration.eagerness)",
    ]
    if let place {
      arguments.append("file: \(place.file.trimmedText)")
      arguments.append("line: \(place.line.trimmedText)")
    }
    let margin = "        "
    let isTyped = isAmbiguous(initializer)
    var names = initializer.parameters
      .map { isTyped ? "\($0.name): \(InjectedType($0.type).type.trimmedText)" : $0.name }
      .joined(separator: ", ")
    if isTyped { names = "(\(names))" }
    if !names.isEmpty { names = " \(names) in" }
    let injecting = initializer.isInjected ? ["injecting: \(type).self"] : []
    let passed = initializer.parameters.map { ($0.label.map { $0 + ": " } ?? "") + $0.name }
    let call =
      (initializer.isThrowing ? "try " : "") + (initializer.isAsynchronous ? "await " : "")
      + "\(type)(\((injecting + passed).joined(separator: ", ")))"
    // An asynchronous factory switches to the main actor for the call, so it needs no isolation.
    let isOnMainActor = initializer.isOnMainActor ?? isOnMainActor
    let label =
      initializer.isAsynchronous
      ? "dependencyProvider" : isOnMainActor ? "onMainActor" : "nonisolated"
    arguments.append("\(label): {\(names)\n\(margin)        \(call)\n\(margin)    }")
    let list = arguments.map { "\(margin)    \($0)" }.joined(separator: ",\n")
    let name = declaration.asProtocol((any NamedDeclSyntax).self)?.name.text ?? ""
    let needing =
      initializer.needsSuffix.map { suffix in
        "\n\(margin)._requesting(\(type).\(InjectedInitializer.needsName(of: name) + suffix))"
      } ?? ""
    let closing = teardown.map { "\n\(margin).teardown\($0.call)" } ?? ""
    // A computed property compiles faster than a stored one, and generic types have no stored
    // static properties.
    return """
          \(modifiers) var dependencyRegistration: \(generated) {
              \(generated)(
      \(list)
              )\(needing)\(closing)
          }
      """
  }

  /// Returns whether another initializer has the same argument labels. If so, the call must contain
  /// the types of the parameters.
  private func isAmbiguous(_ initializer: RegisterableInitializer) -> Bool {
    let search = InitializerSearch(viewMode: .sourceAccurate)
    search.walk(declaration.memberBlock)
    let labels = initializer.labels
    return search.found.count { written in
      guard written != initializer.declaration else { return false }
      return written.signature.parameterClause.parameters.map(\.label) == labels
    } > 0
  }
}

/// A search for the initializers of a type, which skips those of nested types.
private final class InitializerSearch: SyntaxVisitor {
  /// The initializers in the order of the source code.
  private(set) var found: [InitializerDeclSyntax] = []

  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    found.append(node)
    return .skipChildren
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
