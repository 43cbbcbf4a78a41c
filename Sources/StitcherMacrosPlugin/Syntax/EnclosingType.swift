internal import SwiftSyntax
internal import SwiftSyntaxMacros

extension MacroExpansionContext {
  /// Returns the name of the first private nested type among a declaration and its enclosing types,
  /// or `nil`.
  ///
  /// An extension cannot name such a type.
  func privateNestedType(of declaration: some DeclGroupSyntax) -> String? {
    let types: [any SyntaxProtocol] = [declaration] + lexicalContext
    let found = types.dropLast().first {
      $0.asProtocol((any WithModifiersSyntax).self)?.modifiers.access == "private"
    }
    return found?.asProtocol((any NamedDeclSyntax).self)?.name.text
  }
}

/// The kind of the declaration that contains a member.
enum EnclosingType {
  case actor
  case `class`
  case `enum`
  case `protocol`
  case `struct`

  /// Reads the kind from the context of a macro. Returns `nil` in an extension, since an extension
  /// does not show the kind of its type.
  init?(in context: some MacroExpansionContext) {
    guard let enclosing = context.lexicalContext.first else { return nil }
    switch enclosing.kind {
    case .actorDecl: self = .actor
    case .classDecl: self = .class
    case .enumDecl: self = .enum
    case .protocolDecl: self = .protocol
    case .structDecl: self = .struct
    default: return nil
    }
  }

  /// Reads the kind from the argument `parent`.
  init?(parent: String) {
    switch parent {
    case "actorParent": self = .actor
    case "classParent": self = .class
    case "enumParent": self = .enum
    case "structParent": self = .struct
    default: return nil
    }
  }

  /// The permitted values of the argument `parent`.
  static let parents = ["actorParent", "classParent", "enumParent", "structParent"]
}
