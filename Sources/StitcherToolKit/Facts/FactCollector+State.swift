// What a container reads while it is built may change later. What is bound to it by `if let`,
// `switch` or `for` is a value of before then.
extension FactCollector {
  /// The names that a statement binds to what is read: to a property or to what a function returns,
  /// but not to a plain parameter or constant, which stay as they are.
  func namesBoundToState(in node: SyntaxTree.Node) -> Set<String> {
    var names: Set<String> = []
    for condition in node.list(.conditions) {
      guard let initializer = condition[.initializer], readsState(initializer) else { continue }
      condition[.pattern].map { collectNames(in: $0, into: &names) }
    }
    if let pattern = node[.pattern], let sequence = node[.parsedSequence], readsState(sequence) {
      collectNames(in: pattern, into: &names)
    }
    if let subject = node[.subjectExpr], readsState(subject) {
      for item in node.list(.cases).flatMap({ $0.list(.labelItems) }) {
        item[.pattern].map { collectNames(in: $0, into: &names) }
      }
    }
    return names
  }

  /// Whether an expression reads a property or calls a function, but those of the standard library.
  private func readsState(_ node: SyntaxTree.Node) -> Bool {
    let reference: SyntaxTree.Node? =
      switch node.kind {
      case .memberRef: node[.decl]
      case .call: node[.fn]?.unwrapped[.decl] ?? node[.fn]?.unwrapped[.fn]?.unwrapped[.decl]
      default: nil
      }
    if let usr = reference?.text(.declUSR), !usr.hasPrefix("s:s"), !usr.hasPrefix("s:S") {
      return true
    }
    return node.children.contains { child in
      switch child.record.shape {
      case .object: child.record.key != .decl && readsState(child)
      case .array: child.children.contains(where: readsState)
      default: false
      }
    }
  }

  /// Adds the names that a pattern binds.
  private func collectNames(in pattern: SyntaxTree.Node, into names: inout Set<String>) {
    if pattern.kind == .namedPattern, let name = pattern[.name]?[.baseName]?.text(.name) {
      names.insert(name)
    }
    for child in pattern.children {
      if child.record.shape == .object { collectNames(in: child, into: &names) }
      if child.record.shape == .array {
        for element in child.children { collectNames(in: element, into: &names) }
      }
    }
  }
}
