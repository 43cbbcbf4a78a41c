internal import SwiftSyntax

/// What is known of the types that a module declares, for the extensions of them.
struct TypeCatalog {
  /// Why other files cannot name a type.
  private var obstacles: [String: Obstacle] = [:]

  /// The names of all types.
  private var names: Set<String> = []

  /// Adds the types of a file.
  mutating func add(_ tree: SourceFileSyntax) {
    let collector = TypeCollector(viewMode: .sourceAccurate)
    collector.walk(tree)
    for (name, obstacle) in collector.types {
      names.insert(name)
      if let obstacle, obstacles[name] == nil { obstacles[name] = obstacle }
    }
  }

  /// Whether a type is declared in the module.
  func knows(_ name: String) -> Bool { names.contains(name) }

  /// Why members of a type cannot be named, if they cannot: for itself or for a type around it.
  func obstacle(_ name: String) -> Obstacle? {
    var components = name.split(separator: ".")
    while !components.isEmpty {
      if let obstacle = obstacles[components.joined(separator: ".")] { return obstacle }
      components.removeLast()
    }
    return nil
  }
}

/// Why another file cannot name a type.
enum Obstacle: Hashable {
  /// It is private, or in a private type.
  case `private`
  /// It is generic, or in a generic type.
  case generic
  /// It is declared in a function.
  case local
  /// It cannot be used at all.
  case unavailable
  /// What declares it, or a condition around it, cannot be parsed.
  case malformed

  /// What a note says.
  var reason: String {
    switch self {
    case .private: "it is private. Make it internal, or register it in its own file."
    case .generic: "it is generic. Register its specializations by hand."
    case .local: "it is declared in a function."
    case .unavailable: "it is unavailable."
    case .malformed: "its declaration has a syntax error, or a condition around it."
    }
  }
}

/// A declaration of a type or an extension.
typealias TypeDeclaration = any (DeclGroupSyntax & WithAttributesSyntax & WithModifiersSyntax)

extension DeclGroupSyntax {
  /// The name of the declared type; nil for an extension.
  var declaredName: String? {
    asProtocol((any NamedDeclSyntax).self)?.name.text
  }

  /// Why the declaration hinders others from naming what is in it.
  var obstacle: Obstacle? {
    if modifiers.contains(where: {
      ["private", "fileprivate"].contains($0.name.text) && $0.detail == nil
    }) {
      return .private
    }
    let isGeneric =
      asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause != nil
      || self.as(ExtensionDeclSyntax.self)?.genericWhereClause != nil
    return isGeneric ? .generic : nil
  }
}

/// Collects the types of a file with their obstacles.
private final class TypeCollector: SyntaxVisitor {
  /// The types: full name and obstacle.
  private(set) var types: [(String, Obstacle?)] = []

  /// The names of the types around.
  private var path: [String] = []

  /// Notes a type by its whole name, and what stands against naming it.
  private func enter(_ node: some DeclGroupSyntax, _ name: String) -> SyntaxVisitorContinueKind {
    path.append(name)
    types.append((path.joined(separator: "."), node.obstacle))
    return .visitChildren
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node, node.name.text)
  }

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node, node.name.text)
  }

  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node, node.name.text)
  }

  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node, node.name.text)
  }

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    path.append(node.extendedType.typeName)
    return .visitChildren
  }

  override func visitPost(_ node: ClassDeclSyntax) { path.removeLast() }

  override func visitPost(_ node: StructDeclSyntax) { path.removeLast() }

  override func visitPost(_ node: EnumDeclSyntax) { path.removeLast() }

  override func visitPost(_ node: ActorDeclSyntax) { path.removeLast() }

  override func visitPost(_ node: ExtensionDeclSyntax) { path.removeLast() }

  override func visit(_ node: CodeBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}

/// Collects the types that a file extends.
final class ExtendedTypes: SyntaxVisitor {
  /// The extended types, as they are written.
  private var names: [String] = []

  /// Returns the types that a file extends.
  static func names(in tree: SourceFileSyntax) -> [String] {
    let visitor = ExtendedTypes(viewMode: .sourceAccurate)
    visitor.walk(tree)
    return visitor.names
  }

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    names.append(node.extendedType.typeName)
    return .skipChildren
  }

  override func visit(_ node: CodeBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
