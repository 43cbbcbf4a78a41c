internal import StitcherSyntax

extension FactCollector {
  /// Records an injection through a graph or a property wrapper of `Stitcher`.
  func noteInjection(_ node: SyntaxTree.Node, _ callee: Callee, _ context: Context) {
    guard let requested = callee.substitution("$sxD") else { return }
    let isProperty = callee.owner.type != "DependencyGraph"
    let result = node.text(.type).map(TypeNames.text) ?? requested
    var key = KeyFact.unknown(.type)
    var demand = Demand.one
    var exact: String?
    if let name = node.argument("byName") ?? node.argument("name") {
      key = self.key(ofName: name)
      demand = self.demand(byKey: isProperty ? requested : result, isProperty)
    } else if let value = node.argument("byValue") ?? node.argument("value") {
      key = self.key(ofValue: value)
      demand = self.demand(byKey: isProperty ? requested : result, isProperty)
    } else if let type = node.argument("byType") ?? node.argument("type"), !Self.isWritten(type) {
      // The metatype is a variable, which may hold a subclass.
      key = .unknown(.type)
    } else {
      let request = TypeNames.request(requested)
      key = TypeNames.isGeneric(request.type) ? .unknown(.type) : .type(request.type)
      demand = request.demand
      exact = request.type == requested ? nil : requested
      if !isProperty, demand == .one, TypeNames.request(result).demand == .optional,
        !context.isForced
      {
        demand = .optional
        exact = "Swift.Optional<\(requested)>"
      }
    }
    // A property with a weak reference is optional.
    if callee.owner.type == "WeakInjected", demand == .one { demand = .optional }
    let parameters = parameters(node, callee)
    let isDeclared = context.isProperty || context.isDeclaration && !context.reads.isEmpty
    facts.injections.append(
      InjectionFact(
        key: key, demand: demand, isLazy: isProperty && !context.isRead,
        isCertain: context.isCertain && !context.isTolerated, isTolerated: context.isTolerated,
        parameters: parameters, values: values(ofParametersOf: node, parameters, context),
        exact: exact, graph: requestedGraph(callee), reads: isProperty ? context.reads : [],
        unit: facts.functions[context.unit].id,
        owner: isProperty && isDeclared ? context.type : nil,
        place: place(node, context)))
  }

  /// The closure of the graph that an injection uses, if the same function creates that graph.
  private func requestedGraph(_ callee: Callee) -> String? {
    guard let receiver = callee.receiver?.unwrapped else { return nil }
    if receiver.kind == .memberRef, receiver[.decl]?.text(.baseName) == "process",
      receiver[.decl]?.text(.declUSR).map(Callee.owner(of:)) == callee.owner
    {
      return InjectionFact.processGraph
    }
    guard receiver.kind == .declRef, let declaration = receiver[.decl],
      declaration.text(.declUSR)?.isEmpty != false
    else { return nil }
    return declaration.text(.baseName).flatMap { localGraphs[$0] }
  }

  /// Whether an argument is a literal type expression such as `App.self`, without a conversion.
  static func isWritten(_ node: SyntaxTree.Node) -> Bool {
    node.kind == .dotSelf || node.kind == .typeExpr
  }

  /// Returns whether an injection by name or value requires one dependency, or accepts none.
  private func demand(byKey type: String, _ isProperty: Bool) -> Demand {
    let isOptional = TypeNames.base(type) == "Swift.Optional"
    return isOptional || isProperty && TypeNames.request(type).demand != .one ? .optional : .one
  }

  /// Returns the types of the parameters that an injection passes to the factory.
  private func parameters(_ node: SyntaxTree.Node, _ callee: Callee) -> [String]? {
    guard let pack = callee.pack else { return [] }
    let labels = node.arguments.map(\.label)
    if labels.contains("parameters") || callee.owner.type != "DependencyGraph" { return pack }
    // The method accepts parameters, but the call passes none.
    if pack.isEmpty, !labels.contains("") { return [] }
    // The first argument without a label is declared outside of the parameter pack.
    guard
      let position = callee.substitutions.firstIndex(where: { TypeNames.pack($0.type) != nil }),
      position > 0
    else { return nil }
    return [callee.substitutions[position - 1].type] + pack
  }
}
