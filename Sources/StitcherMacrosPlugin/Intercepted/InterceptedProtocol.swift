internal import SwiftSyntax

/// A protocol that is to be forwarded, as far as its declaration shows.
struct InterceptedProtocol {
  /// The declaration.
  let declaration: ProtocolDeclSyntax

  /// What it inherits, also by its `where` clause.
  let inherited: [TypeSyntax]

  /// The global actor that it belongs to, as an attribute.
  let actor: AttributeSyntax?

  /// Reads a declaration.
  init(_ declaration: ProtocolDeclSyntax) {
    self.declaration = declaration
    let written = declaration.inheritanceClause?.inheritedTypes.map(\.type) ?? []
    let required = declaration.genericWhereClause?.requirements.compactMap {
      requirement -> TypeSyntax? in
      guard case .conformanceRequirement(let conformance) = requirement.requirement,
        conformance.leftType.trimmedDescription == "Self"
      else { return nil }
      return conformance.rightType
    }
    inherited = (written + (required ?? [])).flatMap(Self.components)
    actor = declaration.attributes.globalActor
  }

  /// The name.
  var name: String { declaration.name.text }

  /// Whether only classes conform.
  var isClassBound: Bool {
    inherited.contains { $0.is(ClassRestrictionTypeSyntax.self) || $0.lastName == "AnyObject" }
  }

  /// Whether what conforms is Sendable, as far as it is written.
  var isSendable: Bool { inherited.contains { $0.lastName == "Sendable" } }

  /// The members, also those that depend on conditions.
  var members: [DeclSyntax] { Self.members(of: declaration.memberBlock.members) }

  /// The members of a list, and of the conditional blocks in it.
  private static func members(of list: MemberBlockItemListSyntax) -> [DeclSyntax] {
    list.map(\.decl).flatMap { member -> [DeclSyntax] in
      guard let block = member.as(IfConfigDeclSyntax.self) else { return [member] }
      return block.clauses.flatMap { clause -> [DeclSyntax] in
        guard case .decls(let members)? = clause.elements else { return [] }
        return Self.members(of: members)
      }
    }
  }

  /// The types that a composition has, or the only one, without attributes such as `@unchecked`.
  private static func components(_ type: TypeSyntax) -> [TypeSyntax] {
    if let composition = type.as(CompositionTypeSyntax.self) {
      return composition.elements.flatMap { components($0.type) }
    }
    if let attributed = type.as(AttributedTypeSyntax.self) {
      return components(attributed.baseType)
    }
    return [type]
  }
}

extension TypeSyntax {
  /// The name without the module or type that it is declared in.
  var lastName: String {
    String(trimmedDescription.split(separator: ".").last ?? "")
  }

  /// Whether the type of who conforms occurs in it.
  var mentionsSelf: Bool {
    tokens(viewMode: .sourceAccurate).contains { $0.tokenKind == .keyword(.Self) }
  }
}

extension AttributeSyntax {
  /// Whether it names a global actor, as far as names tell.
  var isGlobalActor: Bool { lastName.hasSuffix("Actor") }
}

extension AttributeListSyntax {
  /// The attribute that names a global actor.
  var globalActor: AttributeSyntax? {
    lazy.compactMap { $0.as(AttributeSyntax.self) }.first(where: \.isGlobalActor)
  }

  /// The texts of the attributes that what forwards a declaration has as well: those of the
  /// language and global actors, but not macros.
  var forwarded: [String] {
    compactMap { element in
      guard case .attribute(let attribute) = element else { return nil }
      let name = attribute.lastName
      let isKept = attribute.isGlobalActor || name == "Sendable" || name.first?.isUppercase == false
      return isKept && !["preconcurrency", "_typeEraser", "_marker"].contains(name)
        ? attribute.trimmedDescription : nil
    }
  }
}

extension VariableDeclSyntax {
  /// The names of what is declared, with their types and accessors; a type follows the last name.
  var requirements: [(name: String, type: TypeSyntax, accessors: AccessorDeclListSyntax)] {
    bindings.compactMap { binding in
      guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self),
        let type = binding.typeAnnotation?.type,
        case .accessors(let accessors)? = binding.accessorBlock?.accessors
      else { return nil }
      return (pattern.identifier.text, type, accessors)
    }
  }
}

extension SubscriptDeclSyntax {
  /// The accessors.
  var accessors: AccessorDeclListSyntax {
    guard case .accessors(let accessors)? = accessorBlock?.accessors else { return [] }
    return accessors
  }
}

extension AccessorDeclListSyntax {
  /// Whether the getter is asynchronous.
  var isAsynchronous: Bool { contains { $0.effectSpecifiers?.asyncSpecifier != nil } }

  /// The accessor of a keyword.
  func accessor(_ keyword: Keyword) -> AccessorDeclSyntax? {
    first { $0.accessorSpecifier.tokenKind == .keyword(keyword) }
  }
}
