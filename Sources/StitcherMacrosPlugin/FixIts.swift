// The fix-its of the plugin's diagnostics.

internal import SwiftDiagnostics
internal import SwiftSyntax

/// The text of a fix-it, with its identifier.
struct FixItText: FixItMessage {
  /// The text that an editor shows.
  let message: String

  /// The identifier of the fix-it, which contains the text.
  var fixItID: MessageID { MessageID(domain: "StitcherMacros", id: message) }
}

extension FixIt {
  /// Returns a fix-it that removes an attribute.
  static func removing(_ attribute: AttributeSyntax) -> FixIt {
    let name = "@\(attribute.attributeName.trimmedText)"
    let isOnItsOwnLine = attribute.trailingTrivia.isEmpty
    let nothing = MissingExprSyntax(
      placeholder: isOnItsOwnLine
        ? .identifier("", presence: .missing)
        // The code after the attribute moves to the start of the attribute.
        : .identifier("", leadingTrivia: attribute.leadingTrivia))
    return FixIt(
      message: FixItText(message: "Remove '\(name)'"),
      changes: [.replace(oldNode: Syntax(attribute), newNode: Syntax(nothing))])
  }

  /// Returns a fix-it that adds a name to the argument `ignoring` of an attribute.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - attribute: The attribute, with or without arguments.
  static func ignoring(_ name: String, in attribute: AttributeSyntax) -> FixIt {
    FixIt(
      message: FixItText(message: "Ignore '\(name)'"),
      changes: [
        .replace(oldNode: Syntax(attribute), newNode: Syntax(attribute.ignoring(name)))
      ])
  }

  /// Returns a fix-it that replaces a modifier.
  ///
  /// - Parameters:
  ///   - modifier: The modifier.
  ///   - name: The keyword of the replacement.
  static func replacing(_ modifier: DeclModifierSyntax, with name: Keyword) -> FixIt {
    let new = TokenSyntax.keyword(
      name, leadingTrivia: modifier.name.leadingTrivia,
      trailingTrivia: modifier.name.trailingTrivia)
    return FixIt(
      message: FixItText(message: "Replace '\(modifier.name.text)' with '\(new.text)'"),
      changes: [.replace(oldNode: Syntax(modifier.name), newNode: Syntax(new))])
  }

  /// Returns a fix-it that makes a private type fileprivate, or `nil` if the type is not private.
  static func makingFileprivate(_ declaration: some DeclGroupSyntax) -> FixIt? {
    declaration.modifiers.first { $0.name.tokenKind == .keyword(.private) && $0.detail == nil }
      .map { .replacing($0, with: .fileprivate) }
  }

  /// Returns a fix-it that adds `@PreferredInitializer` to an initializer.
  static func preferring(_ initializer: InitializerDeclSyntax) -> FixIt {
    let attribute = AttributeSyntax(
      attributeName: IdentifierTypeSyntax(name: .identifier("PreferredInitializer")))
    let preferred = initializer.with(attribute)
    return FixIt(
      message: FixItText(message: "Prefer '\(initializer.name)'"),
      changes: [.replace(oldNode: Syntax(initializer), newNode: Syntax(preferred))])
  }

  /// Returns a fix-it that injects the parameters that are not known to be `Hashable`.
  ///
  /// If the initializer only sets the properties, the fix-it replaces the initializer with
  /// `@InjectedInitializer`. Otherwise it adds `@InjectedParameters` to the initializer.
  static func injecting(
    _ initializer: InitializerDeclSyntax, of declaration: some DeclGroupSyntax,
    _ node: AttributeSyntax
  ) -> [FixIt] {
    let parameters = initializer.signature.parameterClause.parameters
    let ignored = parameters.filter { InjectedType($0.type).isKnownHashable }
    let adding = { (name: String, properties: [String]) in
      properties.reduce(
        AttributeSyntax(attributeName: IdentifierTypeSyntax(name: .identifier(name)))
      ) { $0.ignoring($1) }
    }
    let properties = (try? StoredProperty.withoutValue(in: declaration.memberBlock.members)) ?? []
    guard initializer.isMemberwise(of: properties) else {
      let names = ignored.compactMap(\.givenName)
      let injected = initializer.with(adding("InjectedParameters", names))
      return [
        FixIt(
          message: FixItText(
            message: "Inject parameters of '\(initializer.name)' with '@InjectedParameters'"),
          changes: [.replace(oldNode: Syntax(initializer), newNode: Syntax(injected))])
      ]
    }
    let constants = Set(properties.filter(\.isConstant).map(\.name))
    let names = ignored.map(\.firstName.text).filter(constants.contains).map(\.withoutBackticks)
    let attributes = AttributeListSyntax([
      .attribute(node.with(\.trailingTrivia, .space)),
      .attribute(
        adding("InjectedInitializer", names).with(\.trailingTrivia, node.trailingTrivia)),
    ])
    let members = declaration.memberBlock.members
    let rest = members.filter { $0.decl.id != initializer.id }
    return [
      FixIt(
        message: FixItText(message: "Replace '\(initializer.name)' with '@InjectedInitializer'"),
        changes: [
          .replace(oldNode: Syntax(node), newNode: Syntax(attributes)),
          .replace(oldNode: Syntax(members), newNode: Syntax(rest)),
        ])
    ]
  }
}

extension InitializerDeclSyntax {
  /// Returns a copy of the initializer with one more attribute, which precedes the others on the
  /// same line.
  fileprivate func with(_ attribute: AttributeSyntax) -> InitializerDeclSyntax {
    var result = self
    result.leadingTrivia = []
    result.attributes.insert(
      .attribute(attribute.with(\.trailingTrivia, .space)), at: result.attributes.startIndex)
    result.leadingTrivia = leadingTrivia
    return result
  }

  /// Returns whether the initializer does nothing but set the given properties, in order, to
  /// parameters with the names of the properties.
  fileprivate func isMemberwise(of properties: [StoredProperty]) -> Bool {
    let parameters = signature.parameterClause.parameters
    guard let statements = body?.statements, parameters.count == properties.count,
      statements.count == parameters.count,
      zip(parameters, properties).allSatisfy({
        $0.firstName.text == $1.name && $0.secondName == nil
      })
    else { return false }
    let texts = Set(statements.map { $0.trimmedText })
    return parameters.allSatisfy {
      texts.contains("self.\($0.firstName.text) = \($0.firstName.text)")
    }
  }
}
