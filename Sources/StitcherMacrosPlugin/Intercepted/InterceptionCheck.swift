internal import SwiftSyntax

/// A check of a protocol for declarations that a generated type cannot forward.
struct InterceptionCheck {
  /// A declaration that cannot be forwarded.
  struct Problem {
    /// The source code with the problem.
    let node: Syntax

    /// The diagnostic code.
    let code: InterceptedDiagnostic.DiagnosticCode
  }

  private let intercepted: InterceptedProtocol

  /// The problems in the order of the source code.
  private(set) var problems: [Problem] = []

  /// Creates a check of a protocol; `run()` performs it.
  init(_ intercepted: InterceptedProtocol) { self.intercepted = intercepted }

  /// Checks the protocol with its inherited types and members, and adds each obstacle to
  /// `problems`.
  mutating func run() {
    let attributes = intercepted.declaration.attributes
    if let attribute = attributes.attribute(named: "objc") { report(attribute, .objectiveC) }
    for type in intercepted.inherited { check(inherited: type) }
    check(intercepted.declaration.memberBlock.members)
  }

  /// Adds a problem at the given source code to `problems`.
  private mutating func report(
    _ node: some SyntaxProtocol, _ code: InterceptedDiagnostic.DiagnosticCode
  ) {
    problems.append(Problem(node: Syntax(node), code: code))
  }

  /// Reports an inherited type, unless it has no members.
  private mutating func check(inherited type: TypeSyntax) {
    if type.is(ClassRestrictionTypeSyntax.self) { return }
    if type.is(SuppressedTypeSyntax.self) {
      report(type, .suppressed(type.trimmedText))
    } else if ["Actor", "AnyActor", "DistributedActor"].contains(type.lastName) {
      report(type, .actor)
    } else if !["AnyObject", "Copyable", "Escapable", "Sendable", "SendableMetatype"]
      .contains(type.lastName)
    {
      report(type, .inherited(type.trimmedText, by: intercepted.name))
    }
  }

  /// Checks members, including those in `#if` blocks, and reports each one that cannot be
  /// forwarded.
  private mutating func check(_ members: MemberBlockItemListSyntax) {
    for member in members.map(\.decl) {
      switch member.as(DeclSyntaxEnum.self) {
      case .functionDecl(let function): check(function)
      case .variableDecl(let variable): check(variable)
      case .subscriptDecl(let member): check(member)
      case .typeAliasDecl: break
      case .associatedTypeDecl(let type): report(type, .associatedType(type.name.text))
      case .initializerDecl(let initializer): report(initializer, .initializer)
      case .ifConfigDecl(let block):
        for clause in block.clauses {
          if case .decls(let members)? = clause.elements { check(members) }
        }
      default: report(member, .unreadableMember)
      }
    }
  }

  private mutating func check(_ function: FunctionDeclSyntax) {
    let name = function.fullName
    guard check(function.modifiers, of: function, name) else { return }
    check(function.signature.parameterClause.parameters, of: name)
    if let clause = function.signature.returnClause { check(result: clause, of: name) }
  }

  /// Checks the properties of one declaration.
  private mutating func check(_ variable: VariableDeclSyntax) {
    for requirement in variable.requirements {
      let name = requirement.name.withoutBackticks
      guard check(variable.modifiers, of: variable, name) else { return }
      check(requirement.accessors, of: name)
      check(requirement.type, requirement.accessors, of: name)
    }
  }

  private mutating func check(_ member: SubscriptDeclSyntax) {
    let name = member.fullName
    guard check(member.modifiers, of: member, name) else { return }
    check(member.parameterClause.parameters, of: name)
    check(member.accessors, of: name)
    check(member.returnClause.type, member.accessors, of: name)
    check(sending: member.returnClause.type, of: name)
  }

  /// Checks the modifiers of a member; returns `false` if no further checks of the member are
  /// needed.
  private mutating func check(
    _ modifiers: DeclModifierListSyntax, of member: some DeclSyntaxProtocol, _ name: String
  ) -> Bool {
    if modifiers.has("static") || modifiers.has("class") {
      report(member, .staticMember(name))
      return false
    }
    let known: Set = ["mutating", "nonmutating", "nonisolated", "override"]
    for modifier in modifiers where !known.contains(modifier.name.text) {
      report(modifier, .modifier(modifier.name.text, member: name))
    }
    if let actor = intercepted.actor, !intercepted.isSendable, modifiers.has("nonisolated") {
      report(
        member, .nonisolatedMember(name, actor: "@\(actor.lastName)", of: intercepted.name))
    }
    return true
  }

  /// Reports accessors other than `get` and `set`, and modifiers of accessors that cannot be
  /// forwarded.
  private mutating func check(_ accessors: AccessorDeclListSyntax, of name: String) {
    for accessor in accessors {
      let keyword = accessor.accessorSpecifier
      if ![.keyword(.get), .keyword(.set)].contains(keyword.tokenKind) {
        report(accessor, .accessor(keyword.text, member: name))
      }
      if let modifier = accessor.modifier,
        !["mutating", "nonmutating"].contains(modifier.name.text)
      {
        report(modifier, .modifier(modifier.name.text, member: name))
      }
    }
  }

  /// Reports a property or a subscript that uses `Self` in a way that cannot be forwarded.
  private mutating func check(
    _ type: TypeSyntax, _ accessors: AccessorDeclListSyntax, of name: String
  ) {
    guard type.mentionsSelf else { return }
    if type.trimmedText != "Self" || accessors.accessor(.set) != nil {
      report(type, .selfType(member: name))
    }
  }

  /// Reports parameters that cannot be forwarded.
  private mutating func check(_ parameters: FunctionParameterListSyntax, of member: String) {
    for parameter in parameters {
      let name = parameter.internalName.text.withoutBackticks
      if parameter.ellipsis != nil {
        report(parameter, .variadicParameter(name, member: member))
      }
      let known: Set = ["inout", "escaping", "autoclosure", "nonisolated"]
      for word in InjectedType(parameter.type).specifiers.subtracting(known).sorted() {
        report(parameter, .parameter(name, specifier: word, member: member))
      }
      if parameter.type.mentionsSelf { report(parameter, .selfType(member: member)) }
    }
  }

  /// Reports a result that cannot be forwarded.
  private mutating func check(result clause: ReturnClauseSyntax, of member: String) {
    check(sending: clause.type, of: member)
    if clause.type.mentionsSelf, clause.type.trimmedText != "Self" {
      report(clause.type, .selfType(member: member))
    }
  }

  /// Reports a result that is `sending`.
  private mutating func check(sending type: TypeSyntax, of member: String) {
    if InjectedType(type).specifiers.contains("sending") {
      report(type, .sendingResult(member: member))
    }
  }
}

extension FunctionDeclSyntax {
  /// The name with the labels of the parameters, such as `save(_:to:)`.
  var fullName: String {
    let labels = signature.parameterClause.parameters.map { $0.firstName.text.withoutBackticks }
    return name.text.withoutBackticks + "(" + labels.map { $0 + ":" }.joined() + ")"
  }
}

extension SubscriptDeclSyntax {
  /// The name with the labels of the parameters, such as `subscript(_:)`.
  var fullName: String {
    let labels = parameterClause.parameters.map { $0.subscriptLabel ?? "_" }
    return "subscript(" + labels.map { $0.withoutBackticks + ":" }.joined() + ")"
  }
}

extension FunctionParameterSyntax {
  /// The label of a subscript's argument, or `nil`; a single name in a subscript is no label.
  var subscriptLabel: String? { secondName == nil ? nil : label }
}
