internal import StitcherSyntax

extension FactCollector {
  /// Visits the declaration of a type or an extension.
  func visitType(_ node: SyntaxTree.Node, _ context: Context) {
    var inside = context
    inside.isDeclaration = true
    inside.builder = nil
    let type = node.text(.extendedType) ?? node.text(.interfaceType)
    inside.type = type.map(Self.typeName)
    if let type = inside.type {
      // Each initializer evaluates the initial values of properties.
      inside.unit = unit("init:\(type)", name: TypeNames.short(type), at: offset(node, context))
      noteRepresentation(node, type, inside)
      noteRegisterable(node, type, inside)
      noteInjectorMacros(node, inside)
      noteKey(node, type, inside)
      noteHeld(node, type)
      noteObserved(node)
      noteType(node, type)
      noteConformances(node, type, inside)
      if node.kind == .enumeration { noteRawTexts(node) }
    }
    visitMembers(node.list(.members), of: node, inside)
  }

  /// The offset of a node in the file, or the offset of the macro that generated the node.
  func offset(_ node: SyntaxTree.Node, _ context: Context) -> Int {
    context.attribute ?? node.range?.lowerBound ?? 0
  }

  /// Visits a function, and collects the function's calls and injections.
  func visitFunction(_ node: SyntaxTree.Node, _ context: Context) {
    guard let usr = node.text(.usr), !usr.isEmpty else {
      // A local function runs where the enclosing function calls it, and maybe elsewhere.
      let closure = visitClosure(node, context)
      if let name = node[.name]?[.baseName]?.text(.name), let local = locals[name],
        local.unit == localUnit(of: node)
      {
        let unit = unit(
          local.unit, name: facts.functions[context.unit].name, at: offset(node, context))
        facts.functions[unit].calls.append(.init(callee: closure, isCertain: true))
      }
      return
    }
    noteOverride(node)
    if node.kind == .subscripting {
      for accessor in node.list(.accessors) { visit(accessor, context) }
      return
    }
    var inside = context
    inside.builder = nil
    inside.isDeclaration = false
    inside.isCertain = true
    inside.isTolerated = false
    inside.code = node
    let name = node[.name]?[.baseName]?.text(.name) ?? (node.kind == .constructor ? "init" : "get")
    let title = [context.type.map(TypeNames.short), name].compactMap { $0 }.joined(separator: ".")
    let id = node.kind == .accessor ? Self.variable(ofGetter: usr) : usr
    inside.unit = unit(id, name: title, at: offset(node, context))
    // `@Registerable` generates this property in the body of a nested type.
    if usr.hasSuffix("14dependencyNameSSvgZ"),
      let result = node[.body]?.list(.elements).first?[.result]?.unwrapped,
      result.kind == .stringLiteral
    {
      facts.texts[id] = result.text(.value)
    }
    if node.kind == .constructor, let type = context.type {
      // A memberwise initializer takes arguments in place of the initial values.
      let isMemberwise = node.isTrue(.implicit) && !(node[.name]?.list(.args) ?? []).isEmpty
      facts.functions[inside.unit].calls.append(
        .init(callee: "init:\(type)", isCertain: !isMemberwise))
    }
    // A default argument runs if the call leaves the argument out.
    for (position, parameter) in (node[.params]?.list(.params) ?? []).enumerated() {
      guard let expression = parameter[.expression] else { continue }
      var argument = inside
      argument.unit = unit("\(usr)#\(position)", name: title, at: offset(node, context))
      visit(expression, argument)
    }
    let outer = (localGraphs, locals, function)
    (localGraphs, locals, function) = ([:], [:], node)
    if let body = node[.body] { visit(body, inside) }
    (localGraphs, locals, function) = outer
  }

  /// Records that a method, property or subscript overrides a member of a superclass.
  func noteOverride(_ node: SyntaxTree.Node) {
    // Overrides of initializers do not matter, since each call names the type.
    guard let member = node.text(.usr), node.kind != .constructor, node.kind != .accessor else {
      return
    }
    for base in node.list(.overridden).map(\.string) {
      facts.overrides.append(OverrideFact(base: base, member: member))
    }
  }

  /// Returns the symbol identifier of the variable or subscript to which a getter belongs.
  static func variable(ofGetter usr: String) -> String {
    for (getter, variable) in [("vgZ", "vpZ"), ("vg", "vp"), ("cigZ", "cipZ"), ("cig", "cip")]
    where usr.hasSuffix(getter) {
      return usr.dropLast(getter.count) + variable
    }
    return usr
  }

  /// Visits the initial values of variables.
  func visitBinding(_ node: SyntaxTree.Node, _ context: Context) {
    for entry in node.list(.patternEntries) {
      guard let value = entry[.processedInit] ?? entry[.originalInit] else { continue }
      let name = entry[.pattern].flatMap(Self.boundName)
      // The storage of a property wrapper has a binding of its own.
      if let name, variables["_" + name] != nil { continue }
      let usr = name.flatMap { variables[$0] }
      if context.isDeclaration, let usr, value.unwrapped.kind == .stringLiteral {
        facts.texts[usr] = value.unwrapped.text(.value)
      }
      if context.isDeclaration, let usr, isNewSource(value) { facts.sources.append(usr) }
      var inside = context
      inside.isProperty = name?.hasPrefix("_") ?? false
      if Self.isWrapper(value) {
        inside.reads = reads(of: name, isSynthesized: node.isTrue(.implicit), context)
      }
      // Globals, static and lazy properties are initialized at their first use.
      let isLazy = name.map(lazyVariables.contains) ?? false
      if context.isDeclaration, let usr, usr.hasSuffix("vpZ") || context.type == nil || isLazy {
        let title = [context.type.map(TypeNames.short), name].compactMap { $0 }
        inside.unit = unit(
          usr, name: title.joined(separator: "."), at: offset(node, context))
        inside.isDeclaration = false
      }
      if !context.isDeclaration, visitLocal(entry, value, inside) { continue }
      visit(value, inside)
      if let name, !context.isDeclaration { noteLocalGraph(name, value) }
    }
  }

  /// Records which graph closure a local constant's graph is created with, if the constant's name
  /// is unique in the function.
  private func noteLocalGraph(_ name: String, _ value: SyntaxTree.Node) {
    let call = value.unwrapped
    guard call.kind == .call, let callee = Callee(call: call), callee.isOurs,
      callee.owner == Callee.Owner(module: "Stitcher", type: "DependencyGraph"),
      ["child", "isolated"].contains(callee.name),
      let closure = call.arguments.lazy.map(\.value.unwrapped).first(where: {
        $0.kind == .closure
      }), let function, Self.isDeclaredOnce(name, in: function)
    else { return }
    let prefix = "closure:\(facts.file):\(closure.range?.lowerBound ?? 0):"
    localGraphs[name] = facts.functions.last { $0.id.hasPrefix(prefix) }?.id
  }

  /// Returns the variable name that a pattern binds, or `nil` for a tuple or another kind of
  /// pattern.
  static func boundName(_ pattern: SyntaxTree.Node) -> String? {
    if pattern.kind == .namedPattern { return pattern[.name]?[.baseName]?.text(.name) }
    return pattern[.subPattern].flatMap(boundName)
  }

  /// Records the raw values of an enumeration's cases, if the raw values are strings.
  private func noteRawTexts(_ node: SyntaxTree.Node) {
    let members = node.list(.members)
    let rawValue = members.first {
      $0.kind == .variable && $0.isTrue(.implicit) && $0.text(.interfaceType) == "$sSSD"
        && $0[.name]?[.baseName]?.text(.name) == "rawValue"
    }
    guard let body = rawValue?.list(.accessors).first?[.body],
      let cases = body.list(.elements).first?.list(.cases)
    else { return }
    var declarations: [String: String] = [:]
    for element in members.filter({ $0.kind == .enumerationCase }).flatMap({ $0.list(.elements) }) {
      if let name = element[.name]?[.baseName]?.text(.name) {
        declarations[name] = element.text(.usr)
      }
    }
    for one in cases {
      let label = one.list(.labelItems).first?[.pattern]?[.element]?[.baseName]?.text(.name)
      let result = one[.body]?.list(.elements).first?[.result]
      if let usr = label.flatMap({ declarations[$0] }), let text = result?.text(.value) {
        facts.texts[usr] = text
      }
    }
  }

  /// Records the keys, scope and factory of a type that conforms to `DependencyRepresenting`.
  private func noteRepresentation(
    _ node: SyntaxTree.Node, _ type: String, _ context: Context
  ) {
    var fact = RepresentationFact(type: type, isImplied: Self.isImpliedRepresentation(node))
    for member in node.list(.members) where member.kind == .variable {
      guard let name = member[.name]?[.baseName]?.text(.name),
        let declared = member.text(.interfaceType).map(TypeNames.text)
      else { continue }
      let getter = member.list(.accessors).first { $0.isTrue(.get) }
      let value = getter?[.body].flatMap(Self.onlyResult)
      switch (name, TypeNames.base(declared)) {
      case ("locator", "Stitcher.DependencyLocator"):
        fact.keys = value.map(keys(ofLocator:)) ?? KeyFact.anything
      case ("scope", "Stitcher.DependencyScope"):
        fact.scope = value.flatMap(scope) ?? "unknown"
      case ("eagerness", "Stitcher.DependencyEagerness"):
        fact.isEager = value?.unwrapped[.fn]?[.decl]?.text(.baseName) == "eager"
      case ("dependencyProvider", "Stitcher.DependencyFactory.Provider"):
        fact.product = TypeNames.arguments(declared).first
        fact.factory = member.text(.usr)
        fact.parameters = value.flatMap { Callee(call: $0.unwrapped) }.map { $0.pack ?? [] }
      default: break
      }
    }
    guard fact.product != nil || fact.keys != nil || fact.isImplied else { return }
    facts.representations.append(fact)
  }

  /// Whether a type conforms to `DependencyRepresenting` only through another protocol that refines
  /// it.
  private static func isImpliedRepresentation(_ node: SyntaxTree.Node) -> Bool {
    (node[.inherits]?.list(.conformances) ?? []).contains {
      $0.text(.protocolUSR) == "s:8Stitcher22DependencyRepresentingP"
        && $0.text(.sourceKind) != "explicit"
    }
  }

  /// The expression that a function body returns, or `nil` if the body may return different
  /// expressions.
  private static func onlyResult(_ body: SyntaxTree.Node) -> SyntaxTree.Node? {
    let elements = body.list(.elements)
    guard let last = elements.last, !elements.dropLast().contains(where: mayLeave) else {
      return nil
    }
    return last.kind == .returnStatement ? last[.result] : last
  }
}
