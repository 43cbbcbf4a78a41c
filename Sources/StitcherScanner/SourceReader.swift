internal import SwiftSyntax

/// Reads the registerable types of a file.
struct SourceReader {
  /// The types around what is read, as far as they matter.
  private struct Surroundings {
    /// Their names.
    var path: [String] = []

    /// Why what is in them cannot be named.
    var obstacle: Obstacle?

    /// Under which conditions they exist.
    var availability: [String] = []
  }

  /// The path of the file.
  private let path: String

  /// The tree of the file.
  private let tree: SourceFileSyntax

  /// What is known of the module's types.
  private let catalog: TypeCatalog

  /// Converts positions to places.
  private let converter: SourceLocationConverter

  /// The types that are left out.
  private(set) var notes: [ScanNote] = []

  /// Creates a reader.
  init(file: SourceFile, tree: SourceFileSyntax, catalog: TypeCatalog) {
    path = file.path
    self.tree = tree
    self.catalog = catalog
    converter = SourceLocationConverter(fileName: file.path, tree: tree)
  }

  /// Returns the registerable types of the file, within the `#if` blocks that they stand in.
  mutating func read() -> [RegisterableEntry] {
    read(statements: tree.statements, Surroundings())
  }

  /// Reads statements.
  private mutating func read(statements: CodeBlockItemListSyntax, _ around: Surroundings)
    -> [RegisterableEntry]
  {
    var entries: [RegisterableEntry] = []
    for statement in statements { entries += read(Syntax(statement.item), around) }
    return entries
  }

  /// Reads members.
  private mutating func read(members: MemberBlockItemListSyntax, _ around: Surroundings)
    -> [RegisterableEntry]
  {
    var entries: [RegisterableEntry] = []
    for member in members { entries += read(Syntax(member.decl), around) }
    return entries
  }

  /// Reads a declaration, or whatever stands in its place.
  private mutating func read(_ node: Syntax, _ around: Surroundings) -> [RegisterableEntry] {
    if let block = node.as(IfConfigDeclSyntax.self) { return read(block, around) }
    if let group = node.asProtocol((any DeclGroupSyntax).self) { return read(group, around) }
    // What remains can only have types in its bodies.
    let search = LocalTypes(viewMode: .sourceAccurate)
    search.walk(node)
    for declaration in search.found { leaveOut(declaration, around, .local) }
    return []
  }

  /// Reads the clauses of a conditional block.
  private mutating func read(_ block: IfConfigDeclSyntax, _ around: Surroundings)
    -> [RegisterableEntry]
  {
    var around = around
    if block.isMalformed { around.obstacle = around.obstacle ?? .malformed }
    var clauses: [RegisterableClause] = []
    for clause in block.clauses {
      let entries: [RegisterableEntry]
      switch clause.elements {
      case .statements(let statements)?: entries = read(statements: statements, around)
      case .decls(let members)?: entries = read(members: members, around)
      default: entries = []
      }
      clauses.append(RegisterableClause(directive: directive(of: clause), entries: entries))
    }
    return conditional(clauses)
  }

  /// Reads a type or an extension and what is in it.
  private mutating func read(_ group: any DeclGroupSyntax, _ around: Surroundings)
    -> [RegisterableEntry]
  {
    guard group.kind != .protocolDecl else { return [] }
    var inside = around
    if group.isMalformed { inside.obstacle = inside.obstacle ?? .malformed }
    if let extended = group.as(ExtensionDeclSyntax.self)?.extendedType {
      inside.path.append(extended.typeName)
      inside.obstacle =
        inside.obstacle ?? (extended.isPlainName ? catalog.obstacle(extended.typeName) : .generic)
    } else if let name = group.declaredName {
      inside.path.append(name)
    }
    inside.obstacle = inside.obstacle ?? group.obstacle
    for condition in Availability.conditions(of: group.attributes) {
      switch condition {
      case .unavailable: inside.obstacle = inside.obstacle ?? .unavailable
      case .since(let versions): inside.availability.append(versions)
      }
    }
    let own = group.declaredName == nil ? [] : mark(in: group.attributes, of: group, inside)
    return own + read(members: group.memberBlock.members, inside)
  }

  /// Returns the type if it carries the attribute, with the conditions of the attribute itself.
  private mutating func mark(
    in attributes: AttributeListSyntax, of group: any DeclGroupSyntax, _ inside: Surroundings
  ) -> [RegisterableEntry] {
    for element in attributes {
      if case .attribute(let attribute) = element, attribute.isRegisterable {
        guard inside.obstacle == nil else {
          leaveOut(group, inside, inside.obstacle ?? .private)
          return []
        }
        return [
          .type(
            RegisterableType(
              name: inside.path.joined(separator: "."), availability: inside.availability,
              place: place(of: group)))
        ]
      }
      guard case .ifConfigDecl(let block) = element else { continue }
      var clauses: [RegisterableClause] = []
      for clause in block.clauses {
        var entries: [RegisterableEntry] = []
        if case .attributes(let list)? = clause.elements {
          entries = mark(in: list, of: group, inside)
        }
        clauses.append(RegisterableClause(directive: directive(of: clause), entries: entries))
      }
      let entries = conditional(clauses)
      if !entries.isEmpty { return entries }
    }
    return []
  }

  /// Notes that a type is left out.
  private mutating func leaveOut(
    _ group: any DeclGroupSyntax, _ around: Surroundings, _ obstacle: Obstacle
  ) {
    let name =
      obstacle == .local
      ? group.declaredName ?? "" : around.path.joined(separator: ".")
    notes.append(ScanNote(place: place(of: group), typeName: name, reason: obstacle.reason))
  }

  /// The place of a declaration's name, or of its beginning.
  private func place(of group: any DeclGroupSyntax) -> SourcePlace {
    let name = group.asProtocol((any NamedDeclSyntax).self)?.name
    let location = converter.location(
      for: name?.positionAfterSkippingLeadingTrivia ?? group.positionAfterSkippingLeadingTrivia)
    return SourcePlace(path: path, line: location.line, column: location.column)
  }

  /// A clause without what is in it.
  private func directive(of clause: IfConfigClauseSyntax) -> String {
    let condition = clause.condition.map { " " + $0.trimmedDescription } ?? ""
    return clause.poundKeyword.text + condition
  }

  /// An entry for the clauses, unless nothing stands in them.
  private func conditional(_ clauses: [RegisterableClause]) -> [RegisterableEntry] {
    let last = clauses.lastIndex { !$0.entries.isEmpty }
    return last.map { [.conditional(Array(clauses[...$0]))] } ?? []
  }
}

extension AttributeSyntax {
  /// Whether this is `@Registerable`, however it is spelled.
  fileprivate var isRegisterable: Bool {
    let name =
      attributeName.as(MemberTypeSyntax.self)?.name.text
      ?? attributeName.as(IdentifierTypeSyntax.self)?.name.text
    return name == "Registerable"
  }
}

/// Finds registerable types in the bodies of functions.
private final class LocalTypes: SyntaxVisitor {
  /// Those that carry the attribute, in the order of the source.
  private(set) var found: [any DeclGroupSyntax] = []

  /// Takes a type that carries the attribute.
  private func take(_ node: some DeclGroupSyntax) -> SyntaxVisitorContinueKind {
    let isMarked = node.attributes.contains { element in
      if case .attribute(let attribute) = element { attribute.isRegisterable } else { false }
    }
    if isMarked { found.append(node) }
    return .visitChildren
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { take(node) }

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { take(node) }

  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { take(node) }

  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { take(node) }
}
