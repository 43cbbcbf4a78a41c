internal import SwiftSyntax
internal import SwiftSyntaxMacros

/// Writes the members of a registerable type's extension.
struct RegistrationWriter {
  /// What the extension extends.
  let type: String

  /// The declaration of the type.
  let declaration: any DeclGroupSyntax

  /// The expression of the locator.
  let locator: String

  /// The arguments of the attribute.
  let configuration: RegisterableConfiguration

  /// Whether static properties cannot be stored, as in generic types.
  let isComputed: Bool

  /// The method that closes an instance; nil if none is marked.
  let teardown: TeardownMethod?

  /// Where the type is declared.
  let place: AbstractSourceLocation?

  /// Whether the type belongs to the main actor.
  private var isOnMainActor: Bool { declaration.attributes.attribute(named: "MainActor") != nil }

  /// The words before `let` or `var`: the access level of the type, so that the members can witness
  /// the protocol, and `static`.
  private var modifiers: String {
    var access = declaration.modifiers.access
    if access == "open" { access = "public" }
    // The members of a `private` type are visible where the type is: in its file.
    if access == "private" { access = "fileprivate" }
    let isolation = isOnMainActor ? "nonisolated " : ""
    return (access.map { $0 + " " } ?? "") + isolation + "static"
  }

  /// Returns the property with the name or the value that the dependency is found by, if there is
  /// one.
  ///
  /// - Parameter choice: How the dependency is made.
  func locatorMembers(_ choice: InitializerChoice) -> [String] {
    switch configuration.locator {
    case .name(let name, _):
      return [
        isComputed
          ? "    \(modifiers) var dependencyName: String { \(name) }"
          : "    \(modifiers) let dependencyName: String = \(name)"
      ]
    case .value(let value, _):
      // A stored one would have to be Sendable.
      let type = choice.isAsynchronous ? "some Hashable & Sendable" : "AnyHashable"
      return ["    \(modifiers) var dependencyValue: \(type) { \(value) }"]
    case .ownType, .types, .custom, .abstractions, .conformances:
      return []
    }
  }

  /// The registration, or one for each clause of an `#if`.
  func registrations(_ choice: InitializerChoice) -> String {
    switch choice {
    case .always(let initializer): return registration(initializer)
    case .depending(let clauses):
      return clauses.map { "    \($0.clause)\n\(registration($0.initializer))\n" }.joined()
        + "    #endif"
    }
  }

  /// The registration that calls an initializer.
  private func registration(_ initializer: RegisterableInitializer) -> String {
    let generated = "GeneratedDependencyRegistration<\(type)>"
    // What the other macro writes may not be there yet when the type of the property is needed.
    let declared = initializer.needsSuffix == nil ? "" : ": \(generated)"
    let head =
      isComputed
      ? "    \(modifiers) var dependencyRegistration: \(generated) {\n        \(generated)("
      : "    \(modifiers) let dependencyRegistration\(declared) = \(generated)("
    var arguments = [
      "locator: \(locator)",
      "scope: \(configuration.scope ?? ".automatic(for: \(type).self)")",
      "eagerness: \(configuration.eagerness)",
    ]
    if let place {
      arguments.append("file: \(place.file.trimmedDescription)")
      arguments.append("line: \(place.line.trimmedDescription)")
    }
    let margin = isComputed ? "        " : "    "
    let isTyped = isAmbiguous(initializer)
    var names = initializer.parameters
      .map { isTyped ? "\($0.name): \(InjectedType($0.type).type.trimmedDescription)" : $0.name }
      .joined(separator: ", ")
    if isTyped { names = "(\(names))" }
    if !names.isEmpty { names = " \(names) in" }
    let injecting = initializer.isInjected ? ["injecting: \(type).self"] : []
    let passed = initializer.parameters.map { ($0.label.map { $0 + ": " } ?? "") + $0.name }
    let call =
      (initializer.isThrowing ? "try " : "") + (initializer.isAsynchronous ? "await " : "")
      + "\(type)(\((injecting + passed).joined(separator: ", ")))"
    let factory: String
    // Whoever awaits goes to the main actor for the call.
    if initializer.isOnMainActor ?? isOnMainActor, !initializer.isAsynchronous {
      arguments.append("onMainActor: {\(names)\n\(margin)        \(call)\n\(margin)    }")
      factory = "\(margin))"
    } else {
      factory = "\(margin)) {\(names)\n\(margin)    \(call)\n\(margin)}"
    }
    let list = arguments.map { "\(margin)    \($0)" }.joined(separator: ",\n")
    let name = declaration.asProtocol((any NamedDeclSyntax).self)?.name.text ?? ""
    let needing =
      initializer.needsSuffix.map { suffix in
        "\n\(margin)._needing(\(type).\(InjectedInitializer.needsName(of: name) + suffix))"
      } ?? ""
    let closing = teardown.map { "\n\(margin).teardown\($0.call)" } ?? ""
    return "\(head)\n\(list)\n\(factory)\(needing)\(closing)\(isComputed ? "\n    }" : "")"
  }

  /// Whether another initializer has the same labels, so that the types of the parameters
  /// must be said.
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

/// Finds the initializers of a type, but not those of types in it.
private final class InitializerSearch: SyntaxVisitor {
  /// Those of the type itself, in the order of the source.
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
