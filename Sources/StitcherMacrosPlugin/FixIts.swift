// The fix-its of the plugin's diagnostics.

internal import SwiftDiagnostics
internal import SwiftSyntax

/// What a fix-it says that it does.
struct FixItText: FixItMessage {
  /// What an editor shows beside the fix.
  let message: String

  /// The text identifies it.
  var fixItID: MessageID { MessageID(domain: "StitcherMacros", id: message) }
}

extension FixIt {
  /// Removes an attribute.
  ///
  /// - Parameter attribute: The attribute.
  static func removing(_ attribute: AttributeSyntax) -> FixIt {
    let name = "@\(attribute.attributeName.trimmedDescription)"
    let nothing = MissingExprSyntax(placeholder: .identifier("", presence: .missing))
    return FixIt(
      message: FixItText(message: "Remove '\(name)'"),
      changes: [.replace(oldNode: Syntax(attribute), newNode: Syntax(nothing))])
  }

  /// Adds a name to the ignored ones of an attribute.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - attribute: The attribute, which has a list of arguments or none.
  static func ignoring(_ name: String, in attribute: AttributeSyntax) -> FixIt {
    FixIt(
      message: FixItText(message: "Ignore '\(name)'"),
      changes: [
        .replace(oldNode: Syntax(attribute), newNode: Syntax(attribute.ignoring(name)))
      ])
  }

  /// Replaces a modifier.
  ///
  /// - Parameters:
  ///   - modifier: The modifier.
  ///   - name: The new one.
  static func replacing(_ modifier: DeclModifierSyntax, with name: Keyword) -> FixIt {
    let new = TokenSyntax.keyword(
      name, leadingTrivia: modifier.name.leadingTrivia,
      trailingTrivia: modifier.name.trailingTrivia)
    return FixIt(
      message: FixItText(message: "Replace '\(modifier.name.text)' with '\(new.text)'"),
      changes: [.replace(oldNode: Syntax(modifier.name), newNode: Syntax(new))])
  }

  /// Adds an attribute to an initializer.
  ///
  /// - Parameter initializer: The initializer.
  static func preferring(_ initializer: InitializerDeclSyntax) -> FixIt {
    var preferred = initializer
    let attribute = AttributeSyntax(
      attributeName: IdentifierTypeSyntax(name: .identifier("PreferredInitializer")))
    preferred.leadingTrivia = []
    preferred.attributes.insert(
      .attribute(attribute.with(\.trailingTrivia, .space)), at: preferred.attributes.startIndex)
    preferred.leadingTrivia = initializer.leadingTrivia
    let signature = initializer.signature.parameterClause.parameters
      .map { "\($0.firstName.text):" }.joined()
    return FixIt(
      message: FixItText(message: "Prefer 'init(\(signature))'"),
      changes: [.replace(oldNode: Syntax(initializer), newNode: Syntax(preferred))])
  }
}
