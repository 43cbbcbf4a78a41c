internal import SwiftDiagnostics
public import SwiftSyntax
internal import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// The macro `@InjectedParameters`, which generates an overload that injects parameters. The
/// overload has only the ignored parameters.
public struct InjectedParametersMacro: PeerMacro {
  /// Disabled, since the generated code is formatted already.
  public static var formatMode: FormatMode { .disabled }

  /// Returns the overload, or reports why the declaration cannot have one.
  public static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let injection = InjectedParameters(node) else {
      throw InjectedParametersDiagnostic.at(node, .malformedArguments)
    }
    guard let callable = Callable(declaration) else {
      throw InjectedParametersDiagnostic.at(
        node, .unexpectedDeclarationKind, fixIts: [.removing(node)])
    }
    let parameters = callable.signature.parameterClause.parameters
    if parameters.isEmpty { return [] }
    if let name = injection.unknownName(among: parameters) {
      throw InjectedParametersDiagnostic.at(node, .unknownIgnoredParameter(name))
    }
    let type = registerableType(of: callable, injection, in: context)
    let isAwaited = injection.isAsynchronous || (type != nil && callable.isAsynchronous)
    try check(callable, injection, isAwaited: isAwaited, node)
    let parent = EnclosingType(in: context)
    if parent == .protocol {
      throw InjectedParametersDiagnostic.at(node, .protocolRequirement, fixIts: [.removing(node)])
    }
    if parameters.allSatisfy(injection.ignores) {
      context.diagnose(
        Diagnostic(
          node: node, message: InjectedParametersDiagnostic(.nothingToInject),
          fixIts: [.removing(node)]))
      return []
    }
    let kind = parent ?? injection.parent
    let peer = peer(of: callable, injection, parent: kind)
    guard let type else { return [peer] }
    return [peer, Self.peer(of: callable, injection, parent: kind, throwingFor: type)]
      + needs(injection, Array(parameters), of: type)
  }

  /// Returns a static property that lists the dependencies of the throwing overload, for
  /// verification.
  ///
  /// The property is a member of the type, so that type names mean the same as in the type's
  /// declaration.
  private static func needs(
    _ injection: InjectedParameters, _ parameters: [FunctionParameterSyntax], of type: String
  ) -> [DeclSyntax] {
    guard let suffix = injection.needsSuffix(of: parameters) else { return [] }
    let name = InjectedInitializer.needsName(of: type) + suffix
    return [
      """
      nonisolated static var \(raw: name): [_DependencyRequest] {
          [\(raw: injection.needs(parameters).joined(separator: ", "))]
      }
      """
    ]
  }

  /// Returns the name of the enclosing `@Registerable` type if its registration calls a throwing
  /// overload of the initializer, otherwise `nil`.
  private static func registerableType(
    of callable: Callable, _ injection: InjectedParameters, in context: some MacroExpansionContext
  ) -> String? {
    guard let type = context.lexicalContext.first, callable.isRegisterable,
      callable.attributes.attribute(named: "PreferredInitializer") == nil,
      type.asProtocol((any WithAttributesSyntax).self)?.attributes
        .attribute(named: "Registerable") != nil
    else { return nil }
    return type.asProtocol((any NamedDeclSyntax).self)?.name.text
  }

  /// Throws a diagnostic for the first parameter that can neither be injected nor forwarded.
  private static func check(
    _ callable: Callable, _ injection: InjectedParameters, isAwaited: Bool, _ node: AttributeSyntax
  ) throws {
    let isRethrowing =
      callable.signature.effectSpecifiers?.throwsClause?.throwsSpecifier.tokenKind
      == .keyword(.rethrows)
    let parameters = callable.signature.parameterClause.parameters
    let injected = parameters.filter { !injection.ignores($0) }
    let generics = Set(callable.genericParameters?.parameters.map(\.name.text) ?? [])
    if let parameter = injected.first(where: {
      InjectedType($0.type).isGeneric(over: generics)
    }) {
      let name = parameter.internalName.text
      throw InjectedParametersDiagnostic.at(
        node, .cannotInjectGenericParameter(name), fixIts: [.ignoring(name, in: node)])
    }
    if let parameter = parameters.first(where: { $0.ellipsis != nil }) {
      throw InjectedParametersDiagnostic.at(
        node, .cannotForwardVariadicParameter(parameter.internalName.text))
    }
    for parameter in injected {
      let name = parameter.internalName.text
      let type = InjectedType(parameter.type)
      let code: InjectedParametersDiagnostic.DiagnosticCode
      if type.specifiers.contains("inout") {
        code = .cannotInjectInoutParameter(name)
      } else if type.specifiers.contains("isolated") {
        code = .cannotInjectIsolatedParameter(name)
      } else if isAwaited, type.isNeverSendable {
        code = .cannotAwaitParameter(name, type: type.type.trimmedText)
      } else if isRethrowing, type.isFunction {
        code = .cannotInjectRethrownClosure(name)
      } else {
        continue
      }
      throw InjectedParametersDiagnostic.at(node, code, fixIts: [.ignoring(name, in: node)])
    }
  }

  /// Returns an overload of the given declaration, with only the ignored parameters.
  ///
  /// The overload injects the other parameters, and calls the original declaration.
  ///
  /// - Parameters:
  ///   - callable: The original declaration.
  ///   - injection: The arguments of the attribute.
  ///   - parent: The kind of the enclosing type.
  ///   - type: The name of the enclosing type if the overload throws on a failed injection,
  ///     otherwise `nil`.
  private static func peer(
    of callable: Callable, _ injection: InjectedParameters, parent: EnclosingType?,
    throwingFor type: String? = nil
  ) -> DeclSyntax {
    let isAwaited = injection.isAsynchronous || (type != nil && callable.isAsynchronous)
    let isThrowing = type != nil || isAwaited
    var ignored = type.map { ["injecting _: \($0).Type"] } ?? []
    var arguments: [String] = []
    var locals: [String] = []
    // Whether one of the arguments is an expression that may throw.
    var isTried = false
    for (index, parameter) in callable.signature.parameterClause.parameters.enumerated() {
      let label = parameter.label.map { "\($0): " } ?? ""
      let name = parameter.internalName.text
      let type = InjectedType(parameter.type)
      guard injection.ignores(parameter) else {
        let throwing = type.throwingExpression(
          injection.strategy, name: parameter.givenName, isAwaited: isAwaited)
        if !isThrowing {
          arguments.append(
            label + type.expression(injection.strategy, name: parameter.givenName))
        } else if type.specifiers.contains("autoclosure") {
          // An autoclosure is evaluated later, where it cannot throw.
          let local = "injected\(index)"
          locals.append(
            "let \(local): \(type.type.trimmedText) = \(isAwaited ? "try await" : "try") "
              + throwing)
          arguments.append(label + local)
        } else {
          isTried = true
          arguments.append(label + throwing)
        }
        continue
      }
      var kept = parameter
      var value = name
      if name == "_" {
        // A parameter without a name gets one, so that the overload can forward it.
        value = "unnamed\(index)"
        kept.firstName = parameter.firstName.with(\.trailingTrivia, .space)
        kept.secondName = .identifier(value)
      }
      ignored.append(kept.declaration)
      if type.specifiers.contains("inout") { value = "&" + value }
      if type.specifiers.contains("autoclosure") { value += "()" }
      if parameter.type.is(PackExpansionTypeSyntax.self) { value = "repeat each " + value }
      arguments.append(label + value)
    }
    let effects = callable.signature.effectSpecifiers
    var call = callable.callee + "(" + arguments.joined(separator: ", ") + ")"
    if callable.isAsynchronous || (isAwaited && isTried) { call = "await " + call }
    if effects?.throwsClause != nil || isTried { call = "try " + call }
    // A body with several statements needs a `return`.
    if callable.initializer == nil, !locals.isEmpty { call = "return " + call }

    var head = modifiers(of: callable, parent: parent).joined(separator: " ")
    if !head.isEmpty { head += " " }
    head += callable.head + "(" + ignored.joined(separator: ", ") + ")"
    let written = isThrowing ? (isAwaited ? "async throws" : "throws") : effects?.trimmedText
    for part in [written, callable.signature.returnClause?.trimmedText] where part != nil {
      head += " " + (part ?? "")
    }
    if let clause = callable.whereClause { head += " " + clause.trimmedText }
    return """
      \(raw: attributes(of: callable, injection, isMarked: type == nil).joined(separator: "\n"))
      \(raw: head) {
          \(raw: (locals + [call]).joined(separator: "\n    "))
      }
      """
  }

  /// Returns the attributes of the overload, one in each line.
  private static func attributes(
    of callable: Callable, _ injection: InjectedParameters, isMarked: Bool
  ) -> [String] {
    let dropped: Set = [
      "InjectedParameters", "PreferredInitializer", "_disfavoredOverload", "_cdecl", "c",
      "_silgen_name",
    ]
    var lines = callable.attributes.compactMap { element -> String? in
      guard case .attribute(let attribute) = element else { return element.trimmedText }
      if dropped.contains(attribute.lastName) { return nil }
      // The Objective-C name belongs to the original declaration.
      if attribute.lastName == "objc", attribute.arguments != nil { return nil }
      return attribute.trimmedText
    }
    lines.append("@_disfavoredOverload")
    if isMarked, callable.isRegisterable { lines.append("@PreferredInitializer") }
    return lines
  }

  /// Returns the modifiers of the overload.
  private static func modifiers(of callable: Callable, parent: EnclosingType?) -> [String] {
    var names = callable.modifiers.map(\.trimmedText)
      .filter { !["override", "required"].contains($0) }
    guard callable.initializer != nil else { return names }
    names.removeAll { $0 == "convenience" }
    if parent == .class { names.append("convenience") }
    return names
  }
}

/// A function or an initializer with the attribute.
private struct Callable {
  let attributes: AttributeListSyntax

  let modifiers: DeclModifierListSyntax

  /// The parameters, the effects and the result.
  let signature: FunctionSignatureSyntax

  let genericParameters: GenericParameterClauseSyntax?

  /// The generic `where` clause.
  let whereClause: GenericWhereClauseSyntax?

  /// The declaration up to its parameters, such as `func name<T>` or `init?`.
  let head: String

  /// The expression by which the overload calls the original declaration: the function's name, or
  /// `self.init`.
  let callee: String

  /// The initializer, or `nil` for a function.
  let initializer: InitializerDeclSyntax?

  /// Whether the original declaration is asynchronous.
  var isAsynchronous: Bool { signature.effectSpecifiers?.asyncSpecifier != nil }

  /// Whether a registration can call the overload.
  var isRegisterable: Bool {
    initializer.map { $0.obstacle == nil } ?? false
  }

  /// Reads a declaration, or returns `nil` if it is an operator, or neither a function nor an
  /// initializer.
  init?(_ declaration: some DeclSyntaxProtocol) {
    if let function = declaration.as(FunctionDeclSyntax.self),
      case .identifier = function.name.tokenKind
    {
      attributes = function.attributes
      modifiers = function.modifiers
      signature = function.signature
      genericParameters = function.genericParameterClause
      whereClause = function.genericWhereClause
      callee = function.name.text
      head = "func " + callee + (genericParameters?.trimmedText ?? "")
      initializer = nil
    } else if let initializer = declaration.as(InitializerDeclSyntax.self) {
      attributes = initializer.attributes
      modifiers = initializer.modifiers
      signature = initializer.signature
      genericParameters = initializer.genericParameterClause
      whereClause = initializer.genericWhereClause
      callee = "self.init"
      head =
        "init" + (initializer.optionalMark?.text ?? "")
        + (genericParameters?.trimmedText ?? "")
      self.initializer = initializer
    } else {
      return nil
    }
  }
}
