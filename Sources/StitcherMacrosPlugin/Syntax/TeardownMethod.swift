internal import SwiftDiagnostics
internal import SwiftSyntax

/// The marked teardown method of a `@Registerable` type, which closes an instance.
struct TeardownMethod {
  /// The source code that follows `.teardown` in the registration: the time limit and the closure.
  let call: String

  /// Reads a method with the attribute `@Teardown`; returns `nil` if the arguments of the attribute
  /// are malformed.
  ///
  /// - Parameter type: The type of the method, or `nil` to check the arguments only.
  init?(_ function: FunctionDeclSyntax, _ node: AttributeSyntax, of type: (any DeclGroupSyntax)?) {
    let labels = ["within", "withinSeconds"]
    guard let arguments = AttributeArguments(of: node, labels: Set(labels)) else { return nil }
    let limits = labels.flatMap { label in
      arguments[label].map { "(\(label): \($0.trimmedText))" }
    }
    guard limits.count <= 1 else { return nil }
    let limit = limits.first ?? ""
    let effects = function.signature.effectSpecifiers
    let isNonisolated = function.modifiers.has("nonisolated")
    let actor =
      function.attributes.globalActor ?? (isNonisolated ? nil : type?.attributes.globalActor)
    let isActors = type?.is(ActorDeclSyntax.self) == true && !isNonisolated
    let isAwaited = effects?.asyncSpecifier != nil || isActors
    let returned = function.signature.returnClause?.type.trimmedText
    let returnsValue = returned.map { !["Void", "()"].contains($0) } ?? false
    let mark = actor.map { isAwaited ? "" : "\($0.trimmedText) " } ?? ""
    call =
      "\(limit) { \(mark)instance in \(returnsValue ? "_ = " : "")"
      + (effects?.throwsClause == nil ? "" : "try ") + (isAwaited ? "await " : "")
      + "instance.\(function.name.text)() }"
  }

  /// Returns the method with the attribute `@Teardown` in the body of a type; `nil` if there is
  /// none.
  ///
  /// - Parameters:
  ///   - declaration: The type.
  ///   - configuration: The arguments of the `@Registerable` attribute.
  ///   - node: The `@Registerable` attribute.
  static func find(
    in declaration: some DeclGroupSyntax, _ configuration: RegisterableConfiguration,
    _ node: AttributeSyntax
  ) throws -> TeardownMethod? {
    let members = declaration.memberBlock.members
    for block in members.compactMap({ $0.decl.as(IfConfigDeclSyntax.self) }) {
      guard let (function, mark) = marked(in: block).first else { continue }
      throw TeardownDiagnostic.at(
        mark, .conditional(function.teardownName), fixIts: [.removing(mark)])
    }
    let marked = marked(in: members)
    guard let (function, mark) = marked.first else { return nil }
    if let (other, mark) = marked.dropFirst().first {
      throw TeardownDiagnostic.at(mark, .several(other.teardownName), fixIts: [.removing(mark)])
    }
    let isObject = declaration.is(ClassDeclSyntax.self) || declaration.is(ActorDeclSyntax.self)
    let scope = configuration.scope ?? (isObject ? "" : ".instance")
    if scope.split(separator: ".").last == "instance" {
      throw TeardownDiagnostic.at(mark, .notKept, fixIts: [.keeping(node)])
    }
    return TeardownMethod(function, mark, of: declaration)
  }

  /// Returns the methods with the attribute `@Teardown`, each with this attribute.
  private static func marked(
    in members: MemberBlockItemListSyntax
  ) -> [(FunctionDeclSyntax, AttributeSyntax)] {
    members.compactMap { member in
      guard let function = member.decl.as(FunctionDeclSyntax.self),
        let mark = function.attributes.attribute(named: "Teardown")
      else { return nil }
      return (function, mark)
    }
  }

  /// Returns the methods with the attribute `@Teardown` in an `#if` block and its nested blocks.
  private static func marked(
    in block: IfConfigDeclSyntax
  ) -> [(FunctionDeclSyntax, AttributeSyntax)] {
    block.clauses.flatMap { clause -> [(FunctionDeclSyntax, AttributeSyntax)] in
      guard case .decls(let members)? = clause.elements else { return [] }
      return marked(in: members)
        + members.compactMap { $0.decl.as(IfConfigDeclSyntax.self) }.flatMap { marked(in: $0) }
    }
  }
}

extension FunctionDeclSyntax {
  /// The name with the labels, such as `close(now:)`.
  var teardownName: String {
    let labels = signature.parameterClause.parameters.map { "\($0.firstName.text):" }
    return "\(name.text)(\(labels.joined()))"
  }
}
