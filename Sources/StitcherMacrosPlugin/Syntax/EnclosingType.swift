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

  /// Returns the access level of generated members that only the users of a type can use, or `nil`
  /// for the default.
  ///
  /// The level is that of the type, but at most that of the given enclosing declarations. An
  /// extension without a modifier is omitted, since it does not show the level of its type.
  func access(of declaration: some DeclGroupSyntax, inside enclosing: [Syntax]) -> String? {
    let levels = ["fileprivate", "internal", "package", "public"]
    let declared = enclosing.compactMap {
      $0.access ?? ($0.is(ExtensionDeclSyntax.self) ? nil : "internal")
    }
    // A modifier of an extension is the default of its members.
    let standard = enclosing.first.flatMap { $0.is(ExtensionDeclSyntax.self) ? $0.access : nil }
    let own = Syntax(declaration).access
    let all = declared + [own ?? standard ?? "internal"]
    let lowest = levels.first(where: all.contains)
    return lowest == "internal" && own != lowest ? nil : lowest
  }
}

extension Syntax {
  /// The declared access level of a type, as its members have it: those of a `private` type can be
  /// used in the whole file of the type, and only classes are `open`.
  fileprivate var access: String? {
    switch asProtocol((any WithModifiersSyntax).self)?.modifiers.access {
    case "private": "fileprivate"
    case "open": "public"
    case let access: access
    }
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
