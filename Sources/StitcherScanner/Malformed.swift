internal import SwiftSyntax

extension DeclGroupSyntax {
  /// Whether something in front of the members cannot be parsed, so that the name or the conditions
  /// may be wrong.
  var isMalformed: Bool {
    children(viewMode: .all).contains {
      $0.id != memberBlock.id && ($0.hasError || $0.is(UnexpectedNodesSyntax.self))
    }
  }
}

extension IfConfigDeclSyntax {
  /// Whether the directives cannot be parsed, so that what they say of their clauses is not known.
  var isMalformed: Bool {
    var isLast = false
    for clause in clauses {
      if isLast { return true }
      let isElse = clause.poundKeyword.tokenKind == .poundElse
      guard isElse == (clause.condition == nil) else { return true }
      isLast = isElse
      let isWrong = clause.children(viewMode: .all).contains {
        $0.id != clause.elements?.id && ($0.hasError || $0.is(UnexpectedNodesSyntax.self))
      }
      if isWrong { return true }
    }
    return false
  }
}

extension TypeSyntax {
  /// Whether this is a name, or a name in another one, without generic arguments.
  var isPlainName: Bool {
    if let name = self.as(IdentifierTypeSyntax.self) { return name.genericArgumentClause == nil }
    guard let member = self.as(MemberTypeSyntax.self) else { return false }
    return member.genericArgumentClause == nil && member.baseType.isPlainName
  }

  /// The name as the catalog has it: without comments and spaces, if it is plain.
  var typeName: String {
    isPlainName
      ? tokens(viewMode: .sourceAccurate).map(\.text).joined() : trimmedDescription
  }
}
