internal import StitcherSyntax

// `Stitch`: each key of the map is a registration, since the key has a default. A property of the
// map reads a key, and a key path names a property.
extension FactCollector {
  /// Reads `resolve` and the property wrappers of `Stitch`.
  func visitMapCall(
    _ node: SyntaxTree.Node, _ callee: Callee, _ context: Context
  ) -> Bool {
    switch callee.name {
    case "resolve":
      if node.argument("key") != nil, let key = callee.substitution("$sqd__D") {
        facts.injections.append(
          InjectionFact(
            frontEnd: .stitch, key: TypeNames.isGeneric(key) ? .unknown(.type) : .type(key),
            demand: .one, isCertain: context.isCertain && !context.isTolerated, parameters: [],
            values: .fixed, unit: facts.functions[context.unit].id, place: place(node, context)))
      } else if let property = node.arguments.first.flatMap({ mapProperty($0.value) }) {
        note(call: property, context)
      } else {
        return false
      }
    case "register":
      // The key's default may never be created. A call in a property's setter does not count.
      let unit = facts.functions[context.unit].id
      if let property = node.arguments.first.flatMap({ mapProperty($0.value) }) {
        facts.replaced.append(property)
      } else if node.argument("key") != nil, !unit.hasSuffix("vs"), !unit.hasSuffix("vsZ"),
        let key = callee.substitution("$sqd__D") ?? callee.substitutions.last?.type
      {
        facts.replaced.append(key)
      }
      return false
    case "init" where callee.owner.type.hasPrefix("Stitch"):
      // A `Stitch` property reads the map only when the property is read.
      guard let property = node.arguments.first.flatMap({ mapProperty($0.value) }) else {
        return false
      }
      var later = context
      later.isCertain = false
      note(call: property, later)
      for read in context.reads {
        let name = facts.functions[context.unit].name
        let reading = unit(read, name: name, at: offset(node, context))
        facts.functions[reading].calls.append(.init(callee: property, isCertain: true))
      }
    default:
      return false
    }
    visitArguments(node, context)
    return true
  }

  /// Returns the property of the dependency map that a key path names.
  private func mapProperty(_ node: SyntaxTree.Node) -> String? {
    var pending = [node]
    while let next = pending.popLast() {
      if next.kind == .keyPath {
        return next.list(.components).first?[.decl]?.text(.declUSR)
      }
      for child in next.children where child.record.shape == .object { pending.append(child) }
    }
    return nil
  }

  /// Records the registration of a type that conforms to `DependencyKey` of `Stitch`.
  func noteKey(_ node: SyntaxTree.Node, _ type: String, _ context: Context) {
    let conformances = node[.inherits]?.list(.conformances) ?? []
    guard conformances.contains(where: { $0.text(.protocolUSR) == "s:6Stitch13DependencyKeyP" })
    else { return }
    let value = node.list(.members).first {
      $0.kind == .variable && $0[.name]?[.baseName]?.text(.name) == "dependency"
    }
    var fact = registration(at: node, context)
    fact.frontEnd = .stitch
    fact.keys = [.type(type)]
    fact.product = value?.text(.interfaceType).map(TypeNames.text)
    fact.scope = "singleton"
    fact.isConditional = true
    fact.parameters = []
    fact.factory = value?.text(.usr)
    facts.registrations.append(fact)
  }
}
