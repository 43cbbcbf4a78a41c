internal import SwiftSyntax

/// The declaration of a protocol with the `@Intercepted` attribute.
struct InterceptedProtocol {
  let declaration: ProtocolDeclSyntax

  /// The inherited types, including those of conformance requirements on `Self`.
  let inherited: [TypeSyntax]

  /// The attribute of the global actor to which the protocol is isolated, or `nil`.
  let actor: AttributeSyntax?

  init(_ declaration: ProtocolDeclSyntax) {
    self.declaration = declaration
    let written = declaration.inheritanceClause?.inheritedTypes.map(\.type) ?? []
    let required = declaration.genericWhereClause?.requirements.compactMap {
      requirement -> TypeSyntax? in
      guard case .conformanceRequirement(let conformance) = requirement.requirement,
        conformance.leftType.trimmedText == "Self"
      else { return nil }
      return conformance.rightType
    }
    inherited = (written + (required ?? [])).flatMap(Self.components)
    actor = declaration.attributes.globalActor
  }

  /// The name.
  var name: String { declaration.name.text }

  /// Whether only classes can conform.
  var isClassBound: Bool {
    inherited.contains { $0.is(ClassRestrictionTypeSyntax.self) || $0.lastName == "AnyObject" }
  }

  /// Whether the protocol inherits `Sendable`.
  var isSendable: Bool { inherited.contains { $0.lastName == "Sendable" } }

  /// The members, including those in `#if` blocks.
  var members: [DeclSyntax] { Self.members(of: declaration.memberBlock.members) }

  /// Returns the members of a list, including those in its `#if` blocks.
  private static func members(of list: MemberBlockItemListSyntax) -> [DeclSyntax] {
    list.map(\.decl).flatMap { member -> [DeclSyntax] in
      guard let block = member.as(IfConfigDeclSyntax.self) else { return [member] }
      return block.clauses.flatMap { clause -> [DeclSyntax] in
        guard case .decls(let members)? = clause.elements else { return [] }
        return Self.members(of: members)
      }
    }
  }

  /// Returns the types in a composition such as `A & B`, or a single type, without attributes such
  /// as `@unchecked`.
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
  /// The name without its module or enclosing type.
  var lastName: String {
    String(trimmedText.split(separator: ".").last ?? "")
  }

  /// Whether the type contains `Self`.
  var mentionsSelf: Bool {
    tokens(viewMode: .sourceAccurate).contains { $0.tokenKind == .keyword(.Self) }
  }
}

extension AttributeSyntax {
  /// Whether the attribute is a global actor: its name ends in `Actor`.
  var isGlobalActor: Bool { lastName.hasSuffix("Actor") }
}

extension AttributeListSyntax {
  /// The attribute of a global actor, or `nil`.
  var globalActor: AttributeSyntax? {
    lazy.compactMap { $0.as(AttributeSyntax.self) }.first(where: \.isGlobalActor)
  }

  /// The attributes that the forwarding declaration copies: global actors and attributes of the
  /// language, but not macros.
  var forwarded: [String] {
    compactMap { element in
      guard case .attribute(let attribute) = element else { return nil }
      let name = attribute.lastName
      let isKept = attribute.isGlobalActor || name == "Sendable" || name.first?.isUppercase == false
      return isKept && !["preconcurrency", "_typeEraser", "_marker"].contains(name)
        ? attribute.trimmedText : nil
    }
  }
}

extension VariableDeclSyntax {
  /// The names of the properties with their types and accessors.
  ///
  /// In `var a, b: Int { get }`, only the last name has a type and accessors.
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
  var accessors: AccessorDeclListSyntax {
    guard case .accessors(let accessors)? = accessorBlock?.accessors else { return [] }
    return accessors
  }
}

extension AccessorDeclListSyntax {
  var isAsynchronous: Bool { contains { $0.effectSpecifiers?.asyncSpecifier != nil } }

  /// Returns the accessor with the given keyword, or `nil`.
  func accessor(_ keyword: Keyword) -> AccessorDeclSyntax? {
    first { $0.accessorSpecifier.tokenKind == .keyword(keyword) }
  }
}
