internal import StitcherSyntax

// Code of a function runs at each call if it is in no branch and after no possible exit.
extension FactCollector {
  /// Visits statements. The statements after a possible early exit may not run.
  func visitStatements(_ statements: [SyntaxTree.Node], _ context: Context) {
    var inside = context
    statements.forEach(noteLocalFunction)
    for statement in statements {
      visit(statement, inside)
      if inside.builder != nil {
        inside.builder?.reads.merge(propertiesRead(by: statement)) { $1 }
      }
      if statement.kind == .guardStatement || Self.mayLeave(statement) { inside.isCertain = false }
    }
  }

  /// Whether a statement may exit the enclosing code early.
  static func mayLeave(_ node: SyntaxTree.Node) -> Bool {
    switch node.kind {
    case .returnStatement, .throwStatement, .breakStatement, .continueStatement: true
    case .ifStatement, .switchStatement, .catchStatement, .forEach, .whileStatement,
      .repeatStatement, .brace, .caseStatement, .guardStatement:
      node.children.contains { child in
        child.record.shape == .array
          ? child.children.contains(where: mayLeave)
          : child.record.shape == .object && mayLeave(child)
      }
    default: false
    }
  }

  /// Visits a statement with branches. Code inside the branches may not run.
  func visitBranches(_ node: SyntaxTree.Node, _ context: Context) {
    var branch = context
    branch.isCertain = false
    let bindsUnderCondition = node.kind != .catchStatement
    if bindsUnderCondition, branch.builder != nil {
      branch.builder?.isConditional = true
      branch.builder?.bound.formUnion(namesBoundToState(in: node))
    }
    var always = context
    for child in node.children {
      switch child.record.key {
      case .conditions:
        // The first condition is always evaluated.
        for (position, condition) in child.children.enumerated() {
          if position == 1 { always.isCertain = false }
          visitChildren(condition, always)
          if condition.kind == .call || condition.kind == .memberRef { visit(condition, always) }
        }
      case .body where node.kind == .catchStatement || node.kind == .repeatStatement:
        visit(child, context)
      case .attrs, .range, .decl: continue
      default:
        let isSubject = child.record.key == .parsedSequence || child.record.key == .subjectExpr
        let inside = isSubject && node.kind == .switchStatement ? context : branch
        if child.record.shape == .object {
          visit(child, inside.within(child))
        } else if child.record.shape == .array {
          for element in child.children where element.record.shape == .object {
            visit(element, branch.within(element))
          }
        }
      }
    }
  }
}
