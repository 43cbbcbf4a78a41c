internal import SwiftSyntax
internal import SwiftSyntaxMacros

extension MacroExpansionContext {
  /// Returns the name of a private type in another type, among a declaration and the types around
  /// it, or `nil`. No extension can name such a type.
  func privateNestedType(of declaration: some DeclGroupSyntax) -> String? {
    let types: [any SyntaxProtocol] = [declaration] + lexicalContext
    let found = types.dropLast().first {
      $0.asProtocol((any WithModifiersSyntax).self)?.modifiers.access == "private"
    }
    return found?.asProtocol((any NamedDeclSyntax).self)?.name.text
  }
}

/// The declaration that a member stands in.
enum EnclosingType {
  /// An actor.
  case actor
  /// A class.
  case `class`
  /// An enumeration.
  case `enum`
  /// A protocol.
  case `protocol`
  /// A structure.
  case `struct`

  /// Reads the kind from the context of a macro; nil in an extension, whose type may be anything.
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

  /// The names that the argument `parent` takes.
  static let parents = ["actorParent", "classParent", "enumParent", "structParent"]
}
