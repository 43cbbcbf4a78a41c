internal import SwiftSyntax

/// A generator of the type that forwards a protocol.
struct InterceptionWriter {
  private let intercepted: InterceptedProtocol

  /// The names of the generated type and its members.
  private let names: InterceptionNames

  /// Creates a generator for a protocol without problems.
  init(_ intercepted: InterceptedProtocol) {
    self.intercepted = intercepted
    names = InterceptionNames(intercepted)
  }

  /// The source code of the generated type.
  var type: String {
    let declaration = intercepted.declaration
    let attributes = declaration.attributes.forwarded.map { $0 + "\n" }.joined()
    let modifiers = [
      declaration.modifiers.access, declaration.modifiers.has("nonisolated") ? "nonisolated" : nil,
      intercepted.isClassBound ? "final class" : "struct",
    ]
    let members = texts(of: declaration.memberBlock.members)
    let bridges = InterceptedCall.Route.allCases.compactMap { route in
      routes.contains(route) ? bridge(route) : nil
    }
    return """
      \(attributes)\(modifiers.compactMap { $0 }.joined(separator: " ")) \(names.wrapper): \
      \(intercepted.name) {
      \(([storage] + members + bridges).joined(separator: "\n\n"))
      }
      """
  }

  /// The access level of the members as a prefix, or an empty string if the members need none.
  private var access: String {
    let level = intercepted.declaration.modifiers.access
    return level == "public" || level == "package" ? "\(level ?? "") " : ""
  }

  /// The source code of the stored properties and the initializer.
  private var storage: String {
    """
        private \(isMutable ? "var" : "let") \(names.inner): any \(intercepted.name)
        private let \(names.interceptor): any StitcherMacros.Interceptor

        \(access)init(
            _ inner: any \(intercepted.name), by interceptor: some StitcherMacros.Interceptor
        ) {
            self.\(names.inner) = inner
            self.\(names.interceptor) = interceptor
        }
    """
  }

  /// Returns the source code of the helper function for a way of calling the interceptor; `nil` for
  /// a direct call.
  ///
  /// The function is compiled with the same settings as the members. So an asynchronous closure has
  /// the same isolation in both, and runs where the member itself would run.
  private func bridge(_ route: InterceptedCall.Route) -> String? {
    guard let name = names.bridge(route) else { return nil }
    let concurrent = route == .concurrent ? "@concurrent " : ""
    let isolation = intercepted.actor == nil ? "" : "nonisolated "
    return """
          \(concurrent)\(isolation)private static func \(name)<Value, Failure>(
              _ interceptor: any StitcherMacros.Interceptor,
              _ invocation: StitcherMacros.Invocation,
              _ proceed: \(concurrent)() async throws(Failure) -> Value
          ) async throws(Failure) -> Value {
              try await interceptor.intercept(invocation) { () async throws(Failure) -> Value in
                  try await proceed()
              }
          }
      """
  }

  /// Whether a member mutates the wrapped instance, so that the property that holds it must be a
  /// variable.
  private var isMutable: Bool {
    !intercepted.isClassBound
      && intercepted.members.contains { member in
        if let function = member.as(FunctionDeclSyntax.self) {
          return function.modifiers.has("mutating")
        }
        let accessors =
          member.as(SubscriptDeclSyntax.self).map { [$0.accessors] }
          ?? member.as(VariableDeclSyntax.self)?.requirements.map(\.accessors) ?? []
        return accessors.joined().contains { accessor in
          let isSetter = accessor.accessorSpecifier.tokenKind == .keyword(.set)
          return accessor.modifier?.name.text == "mutating"
            || (isSetter && accessor.modifier?.name.text != "nonmutating")
        }
      }
  }

  /// The ways in which the asynchronous members call the interceptor.
  private var routes: Set<InterceptedCall.Route> {
    Set(
      intercepted.members.compactMap { member in
        if let function = member.as(FunctionDeclSyntax.self) {
          guard function.signature.effectSpecifiers?.asyncSpecifier != nil else { return nil }
          return route(function.attributes, function.modifiers)
        }
        if let variable = member.as(VariableDeclSyntax.self),
          variable.requirements.contains(where: { $0.accessors.isAsynchronous })
        {
          return route(variable.attributes, variable.modifiers)
        }
        if let member = member.as(SubscriptDeclSyntax.self), member.accessors.isAsynchronous {
          return route(member.attributes, member.modifiers)
        }
        return nil
      })
  }

  /// Returns the way in which an asynchronous member calls the interceptor.
  private func route(
    _ attributes: AttributeListSyntax, _ modifiers: DeclModifierListSyntax
  ) -> InterceptedCall.Route {
    if attributes.attribute(named: "concurrent") != nil { return .concurrent }
    if let modifier = modifiers.first(where: { $0.name.text == "nonisolated" }) {
      return modifier.detail == nil ? .bridge : .direct
    }
    return attributes.globalActor == nil && intercepted.actor == nil ? .bridge : .direct
  }
}

// MARK: - Members

extension InterceptionWriter {
  /// Returns the source code of members, including those in `#if` blocks.
  private func texts(of members: MemberBlockItemListSyntax) -> [String] {
    members.map(\.decl).flatMap { member -> [String] in
      switch member.as(DeclSyntaxEnum.self) {
      case .functionDecl(let function): [text(of: function)]
      case .variableDecl(let variable):
        variable.requirements.map { text(of: variable, $0.name, $0.type, $0.accessors) }
      case .subscriptDecl(let member): [text(of: member)]
      case .ifConfigDecl(let block): [text(of: block)]
      default: []
      }
    }
  }

  /// Returns the source code of an `#if` block.
  private func text(of block: IfConfigDeclSyntax) -> String {
    let clauses = block.clauses.map { clause in
      let condition = clause.condition.map { " " + $0.trimmedText } ?? ""
      var members: [String] = []
      if case .decls(let list)? = clause.elements { members = texts(of: list) }
      return (["    " + clause.poundKeyword.text + condition] + members).joined(separator: "\n")
    }
    return (clauses + ["    #endif"]).joined(separator: "\n")
  }

  /// Returns the source code of a method.
  private func text(of function: FunctionDeclSyntax) -> String {
    let parameters = ForwardedParameter.all(of: function.signature)
    let result = function.signature.returnClause?.type
    let arguments = parameters.map(\.argument)
    var call = InterceptedCall(
      names: names, protocolName: intercepted.name, member: function.fullName, kind: ".method",
      parameters: parameters, effects: Effects(function.signature.effectSpecifiers),
      route: route(function.attributes, function.modifiers),
      expression:
        "self.\(names.inner).\(function.name.text)(\(arguments.joined(separator: ", ")))")
    call.setResult(result)
    var head =
      "func \(function.name.text)\(function.genericParameterClause?.trimmedText ?? "")"
    head += "(" + parameters.map(\.declaration).joined(separator: ", ") + ")"
    if let effects = function.signature.effectSpecifiers {
      head += " " + effects.trimmedText
    }
    if let result { head += " -> " + names.witness(of: result) }
    if let clause = function.genericWhereClause { head += " " + clause.trimmedText }
    return member(function.attributes, function.modifiers, head, call.text(indent: 8))
  }

  /// Returns the source code of a property.
  private func text(
    of variable: VariableDeclSyntax, _ name: String, _ type: TypeSyntax,
    _ accessors: AccessorDeclListSyntax
  ) -> String {
    let body = texts(
      of: accessors, named: name.withoutBackticks, [], type,
      route: route(variable.attributes, variable.modifiers),
      expression: "self.\(names.inner).\(name)")
    return member(
      variable.attributes, variable.modifiers, "var \(name): \(names.witness(of: type))", body)
  }

  /// Returns the source code of a subscript.
  private func text(of member: SubscriptDeclSyntax) -> String {
    let parameters = ForwardedParameter.all(of: member)
    let arguments = parameters.map(\.argument)
    let type = member.returnClause.type
    var head = "subscript\(member.genericParameterClause?.trimmedText ?? "")"
    head += "(" + parameters.map(\.declaration).joined(separator: ", ") + ")"
    head += " -> " + names.witness(of: type)
    if let clause = member.genericWhereClause { head += " " + clause.trimmedText }
    let body = texts(
      of: member.accessors, named: member.fullName, parameters, type,
      route: route(member.attributes, member.modifiers),
      expression: "self.\(names.inner)[\(arguments.joined(separator: ", "))]")
    return self.member(member.attributes, member.modifiers, head, body)
  }

  /// Returns the source code of accessors.
  private func texts(
    of accessors: AccessorDeclListSyntax, named name: String, _ parameters: [ForwardedParameter],
    _ type: TypeSyntax, route: InterceptedCall.Route, expression: String
  ) -> String {
    accessors.map { accessor in
      let isSetter = accessor.accessorSpecifier.tokenKind == .keyword(.set)
      // In a class, accessors cannot be `mutating` or `nonmutating`.
      let modifier = intercepted.isClassBound ? nil : accessor.modifier?.name.text
      var call = InterceptedCall(
        names: names, protocolName: intercepted.name, member: name,
        kind: isSetter ? ".setter" : ".getter", parameters: parameters,
        effects: Effects(accessor.effectSpecifiers), route: route, expression: expression)
      var head = modifier.map { $0 + " " } ?? ""
      if isSetter {
        let value = ForwardedParameter.newValue(beside: parameters)
        call.expression += " = " + value
        call.setter = value
        head += value == "newValue" ? "set" : "set(\(value))"
      } else {
        call.setResult(type)
        head += "get"
        if let effects = accessor.effectSpecifiers { head += " " + effects.trimmedText }
      }
      return "        \(head) {\n\(call.text(indent: 12))\n        }"
    }.joined(separator: "\n")
  }

  /// Returns the source code of a member with its attributes, its modifiers and its body.
  private func member(
    _ attributes: AttributeListSyntax, _ modifiers: DeclModifierListSyntax, _ head: String,
    _ body: String
  ) -> String {
    let attributes = attributes.forwarded.map { "    \($0)\n" }.joined()
    let modifiers = modifiers.filter { $0.name.text != "override" }
      .filter { !intercepted.isClassBound || $0.name.text != "nonmutating" }
      .map { $0.trimmedText + " " }.joined()
    return "\(attributes)    \(access)\(modifiers)\(head) {\n\(body)\n    }"
  }
}
