internal import StitcherSyntax

extension FactCollector {
  /// Records a decorator, and visits its closure.
  func noteDecorator(_ node: SyntaxTree.Node, _ callee: Callee, _ context: Context) {
    // A decorator may be declared wherever a registration may.
    var around = registration(at: node, context)
    var fact = DecorationFact(
      key: .unknown(.type), type: typeParameters(callee).last, factory: around.block,
      owner: facts.functions[context.unit].name, block: around.block, container: around.container,
      branch: around.branch, isOfGraph: context.builder?.isOfGraph ?? false, place: around.place)
    if let type = callee.substitution("$sxD"), !TypeNames.isGeneric(type) {
      fact.key = .type(type)
    }
    for argument in node.arguments where argument.value.kind != .defaultArgument {
      switch argument.label {
      case "autowired":
        fact.isDeclared = true
        fact.declared = (callee.pack ?? []).map { type in
          let request = TypeNames.request(type)
          return .init(
            key: TypeNames.isGeneric(request.type) ? .unknown(.type) : .type(request.type),
            demand: request.demand, exact: request.type == type ? nil : type)
        }
        fact.factory = factory(argument.value, &around, context)
      case "decorate":
        fact.factory = factory(argument.value, &around, context)
      case "named":
        fact.key = key(ofName: argument.value)
        visit(argument.value, context)
      case "value":
        fact.key = key(ofValue: argument.value)
        visit(argument.value, context)
      case "":
        // The metatype is a variable, which may hold a subclass.
        if !Self.isWritten(argument.value) { fact.key = .unknown(.type) }
        visit(argument.value, context)
      default:
        visit(argument.value, context)
      }
    }
    facts.decorations.append(fact)
  }

  /// The generic arguments of a decorator call before its parameter pack. The last one is the
  /// decorated type.
  private func typeParameters(_ callee: Callee) -> [String] {
    Array(callee.substitutions.map(\.type).prefix { TypeNames.pack($0) == nil })
  }
}
