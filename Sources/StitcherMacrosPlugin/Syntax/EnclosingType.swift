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

  /// Returns the access level of the generated members of a type, or `nil` if the members need no
  /// modifier.
  ///
  /// In the type's body, the level is that of the type. In an extension of the type, it is the
  /// lowest of the levels of the type and the enclosing types. An enclosing extension sets no
  /// limit, because it does not state the level of the extended type.
  func access(of declaration: some DeclGroupSyntax, isInBody: Bool) -> String? {
    let declarations = [Syntax(declaration)] + lexicalContext
    let levels: [String] = declarations.indices.compactMap { position in
      if declarations[position].is(ExtensionDeclSyntax.self) { return nil }
      if let level = declarations[position].access { return level }
      // The modifier of an extension is the default for its members.
      let outer = declarations.dropFirst(position + 1).first
      return outer.flatMap { $0.is(ExtensionDeclSyntax.self) ? $0.access : nil } ?? "internal"
    }
    let lowest = ["fileprivate", "internal", "package", "public"]
      .first { levels.prefix(isInBody ? 1 : levels.count).contains($0) }
    return lowest == "internal" && declarations[0].access != lowest ? nil : lowest
  }
}

extension Syntax {
  /// The access level in the declaration's modifiers, converted to one that a static property can
  /// have; `nil` if there is none.
  ///
  /// `private` becomes `fileprivate`, since a `private` property could not be used outside the
  /// type. `open` becomes `public`, since a static property cannot be `open`.
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
