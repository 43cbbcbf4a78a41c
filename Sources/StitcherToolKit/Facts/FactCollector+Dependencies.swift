internal import StitcherSyntax

extension FactCollector {
  /// Visits `Dependency { … }` and its modifiers.
  ///
  /// - Returns: `false` if the call is neither.
  func visitDependency(
    _ node: SyntaxTree.Node, _ callee: Callee, _ context: Context
  ) -> Bool {
    // The loop goes from the outermost call to the innermost: the last modifier comes first.
    var words: [(callee: Callee, call: SyntaxTree.Node)] = []
    var current = node
    var currentCallee = callee
    while currentCallee.name != "init" {
      words.append((currentCallee, current))
      guard let receiver = currentCallee.receiver?.unwrapped else { return false }
      guard receiver.kind == .call, let next = Callee(call: receiver),
        next.owner == callee.owner
      else {
        noteOpening(nil, "a dependency is modified outside of its declaration", node, context)
        visitPlainCall(node, callee, context)
        return true
      }
      current = receiver
      currentCallee = next
    }
    var fact = registration(at: current, context)
    fact.product = currentCallee.substitution("$sxD")
    fact.scope = automaticScope(fact.product, current)
    readInitializer(of: current, currentCallee, into: &fact, context)
    for word in words.reversed() { read(word.callee, word.call, into: &fact, context) }
    if !context.isStatement { fact.scope = nil }
    add(fact, node, context)
    return true
  }

  /// Adds a registration.
  ///
  /// If a key is computed at run time, the method also records that the code may register any key.
  func add(_ fact: RegistrationFact, _ node: SyntaxTree.Node, _ context: Context) {
    for key in fact.keys {
      switch key {
      case .type(let type) where TypeNames.isGeneric(type):
        noteOpening(.type, "a type parameter is registered", node, context)
      case .unknown(.type):
        noteOpening(.type, "a type is only known at run time", node, context)
      case .unknown(.name):
        noteOpening(.name, "a name is only known at run time", node, context)
      case .unknown(.value):
        noteOpening(.value, "a value is only known at run time", node, context)
      default: break
      }
    }
    facts.registrations.append(fact)
  }

  /// Reads the arguments of `Dependency(…)` into the record of a registration.
  private func readInitializer(
    of call: SyntaxTree.Node, _ callee: Callee, into fact: inout RegistrationFact,
    _ context: Context
  ) {
    fact.keys = [.type(fact.product ?? "")]
    // The initializer for factories without parameters has no parameter pack.
    fact.parameters = callee.pack ?? []
    let method = callee.substitution("$sqd__D")
    for argument in call.arguments where argument.value.kind != .defaultArgument {
      switch argument.label {
      case "conformingTo", "inheritingFrom":
        if let method { fact.keys.append(.type(method)) }
      case "named": fact.keys = [key(ofName: argument.value)]
      case "for": fact.keys = [key(ofValue: argument.value)]
      case "autowired", "autowiredAsync", "autowiredOnMainActor":
        fact.parameters = []
        fact.isDeclared = true
        // An initializer with keys has a type parameter for the first parameter of the function.
        let first = call.arguments.contains { $0.label == "by" } ? method : nil
        fact.declared = ([first].compactMap(\.self) + (callee.pack ?? [])).map { type in
          let request = TypeNames.request(type)
          return .init(
            key: .type(request.type), demand: request.demand,
            exact: request.type == type ? nil : type)
        }
        fact.isAsync = argument.label == "autowiredAsync"
        fact.factory = factory(argument.value, &fact, context)
      case "dependency", "dependecy":
        fact.isAsync = argument.value.text(.type).map(TypeNames.text)?.contains(" async ") ?? false
        fact.factory = factory(argument.value, &fact, context)
      default: break
      }
    }
    readKeys(of: call, into: &fact)
  }

  /// Reads the keys that a registration states for the parameters of an autowired factory.
  private func readKeys(of call: SyntaxTree.Node, into fact: inout RegistrationFact) {
    let arguments = call.arguments
    guard fact.isDeclared, let first = arguments.firstIndex(where: { $0.label == "by" }) else {
      return
    }
    // The elements of a pack are arguments; all but the first have no label.
    let keys = arguments[first...].prefix { $0.label == "by" || $0.label.isEmpty }
    for (position, key) in keys.enumerated() where position < fact.declared.count {
      guard let key = self.key(ofAutowiring: key.value) else { continue }
      fact.declared[position].key = key
      fact.declared[position].exact = nil
    }
  }

  /// Reads the key for one parameter of an autowired factory, or returns `nil` if the key is the
  /// parameter's type.
  private func key(ofAutowiring node: SyntaxTree.Node) -> KeyFact? {
    let node = node.unwrapped
    guard let callee = Callee(call: node), callee.owner.type == "ParameterKey" else {
      let usr = node[.decl]?.text(.declUSR) ?? ""
      return usr.hasPrefix("s:8Stitcher12ParameterKeyV4type") ? nil : .unknown(.type)
    }
    let argument = node.arguments.first?.value
    switch callee.name {
    case "name": return argument.map(key(ofName:)) ?? .unknown(.name)
    case "value": return argument.map(key(ofValue:)) ?? .unknown(.value)
    default: return .unknown(.type)
    }
  }

  /// Visits a factory, and returns the identifier of its closure or function.
  func factory(
    _ node: SyntaxTree.Node, _ fact: inout RegistrationFact, _ context: Context
  ) -> String {
    let inner = node.unwrapped
    if inner.kind == .closure || inner.kind == .autoclosure {
      if let builder = context.builder, !builder.bound.isEmpty || !builder.reads.isEmpty {
        let names = capturedNames(inner)
        fact.captures = names.intersection(builder.bound).sorted()
        fact.reads = builder.reads.filter { names.contains($0.key) }
      }
      return visitClosure(inner, context, isFactory: true)
    }
    // If the factory is a function's name, the closure around that name calls the function.
    let id = visitClosure(node, context, isFactory: true)
    if let usr = functionReference(inner),
      let position = facts.functions.firstIndex(where: { $0.id == id })
    {
      facts.functions[position].calls.append(.init(callee: usr, isCertain: true))
      fact.function = usr
    }
    return id
  }

  /// Returns the symbol identifier of a function that is passed by name.
  private func functionReference(_ node: SyntaxTree.Node) -> String? {
    if let usr = node[.decl]?.text(.declUSR), !usr.isEmpty { return usr }
    return node[.fn]?.unwrapped[.decl]?.text(.declUSR)
  }

  /// Returns the names that a closure uses.
  private func capturedNames(_ node: SyntaxTree.Node) -> Set<String> {
    var names: Set<String> = []
    var pending = [node]
    while let next = pending.popLast() {
      if next.kind == .declRef, let name = next[.decl]?.text(.baseName) { names.insert(name) }
      for child in next.children {
        if child.record.shape == .object { pending.append(child) }
        if child.record.shape == .array { pending += child.children }
      }
    }
    return names
  }

  /// Reads a modifier of a dependency, such as `.scope(_:)`, into the record of its registration.
  private func read(
    _ callee: Callee, _ call: SyntaxTree.Node, into fact: inout RegistrationFact,
    _ context: Context
  ) {
    let argument = call.arguments.first?.value
    switch callee.name {
    case "scope":
      fact.scope = argument.flatMap(scope)
      fact.statesScope = true
      fact.source = argument.flatMap(source(ofScope:))
    case "eagerness":
      fact.isEager = argument?.unwrapped[.fn]?.unwrapped[.decl]?.text(.baseName) == "eager"
    case "named": fact.keys = [argument.map(key(ofName:)) ?? .unknown(.name)]
    case "associated": fact.keys = [argument.map(key(ofValue:)) ?? .unknown(.value)]
    case "conforms", "inherits":
      if let type = callee.substitution("$sqd__D") { fact.keys.append(.type(type)) }
    case "id":
      fact.hasIdentity = true
      fact.hasOwnIdentity = true
      fact.identity = nil
    default: break
    }
    visitArguments(call, context)
  }

  /// Reads a registration from a static property that a macro has generated or the user has
  /// written.
  func noteGenerated(_ node: SyntaxTree.Node, _ callee: Callee, _ context: Context) {
    if isRegisterable(context) { return }
    var fact = registration(at: node, context)
    fact.product = callee.substitution("$sxD")
    fact.parameters = callee.pack
    fact.keys = node.argument("locator").map(keys(ofLocator:)) ?? [.type(fact.product ?? "")]
    fact.scope = node.argument("scope").flatMap(scope)
    fact.statesScope = true
    fact.source = node.argument("scope").flatMap(source(ofScope:))
    fact.isEager =
      node.argument("eagerness")?.unwrapped[.fn]?.unwrapped[.decl]?.text(.baseName) == "eager"
    for label in ["dependencyProvider", "nonisolated", "onMainActor"] {
      guard let provider = node.argument(label) else { continue }
      fact.isAsync = provider.text(.type).map(TypeNames.text)?.contains(" async ") ?? false
      fact.factory = factory(provider, &fact, context)
    }
    add(fact, node, context)
  }
}
