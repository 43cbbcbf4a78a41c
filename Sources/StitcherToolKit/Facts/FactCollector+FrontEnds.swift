internal import StitcherSyntax

// The other libraries of the package. The declaring module identifies their members. For a member
// of a protocol extension, the conforming type is the first generic parameter.
extension FactCollector {
  /// Visits a call of a member of `Stitch`, `DependencyInjection` or `SwiftDependencyInjector`.
  ///
  /// - Returns: Whether the call was handled; if not, the caller treats the call as any other.
  func visitFrontEnd(_ node: SyntaxTree.Node, _ callee: Callee, _ context: Context) -> Bool {
    if callee.usr.hasPrefix("s:19DependencyInjection") {
      return visitContainerCall(node, callee, context)
    }
    if callee.usr.hasPrefix("s:23SwiftDependencyInjector") {
      return visitInjectorCall(node, callee, context)
    }
    if callee.usr.hasPrefix("s:6Stitch") { return visitMapCall(node, callee, context) }
    return false
  }

  /// Returns the generic arguments of a call, without `Self`.
  private func types(_ callee: Callee) -> [String] {
    let own = callee.substitutions.filter { $0.parameter.hasPrefix("$sqd_") }
    return (own.isEmpty ? callee.substitutions : own).map(\.type)
  }

  // MARK: DependencyInjection

  /// Reads `register`, `autoregister`, `resolve` and the property wrappers of
  /// `DependencyInjection`.
  private func visitContainerCall(
    _ node: SyntaxTree.Node, _ callee: Callee, _ context: Context
  ) -> Bool {
    let types = types(callee)
    switch callee.name {
    case "register", "autoregister":
      guard let type = types.first else { return false }
      noteContainerRegistration(node, callee, type, Array(types.dropFirst()), context)
    case "resolve", "tryResolve":
      guard let type = types.first else { return false }
      let arguments = callee.pack ?? Array(types.dropFirst())
      noteInjection(of: type, .dependencyInjection, arguments, node, context)
      if let receiver = callee.receiver { visit(receiver, context) }
      visitArguments(node, context)
    case "init":
      let isLazy = callee.owner.type == "LazyInjected"
      guard callee.owner.type == "Injected" || isLazy, let type = types.first else { return false }
      noteInjection(of: type, .dependencyInjection, [], node, context, isLazy: isLazy)
      visitArguments(node, context)
    default:
      return false
    }
    return true
  }

  /// Records a registration in a container of `DependencyInjection`.
  private func noteContainerRegistration(
    _ node: SyntaxTree.Node, _ callee: Callee, _ type: String, _ others: [String],
    _ context: Context
  ) {
    var fact = registration(at: node, context)
    fact.frontEnd = .dependencyInjection
    fact.keys = [.type(type)]
    fact.product = type
    fact.scope = "shared"
    fact.isConditional = true
    let argument = node.argument("argument")
    if callee.name == "autoregister" {
      // With an argument, the parameters of the initializer follow it one by one.
      let needs = argument == nil ? callee.pack ?? [] : Array(others.dropFirst())
      fact.parameters = argument == nil ? [] : Array(others.prefix(1))
      fact.declared = needs.map { .init(key: .type($0), demand: .one) }
      fact.isDeclared = true
    } else {
      fact.parameters = callee.pack ?? []
    }
    if fact.parameters?.isEmpty == false { fact.scope = "new" }
    for argument in node.arguments where argument.value.kind != .defaultArgument {
      switch argument.label {
      case "in": fact.scope = argument.value.unwrapped[.fn]?.unwrapped[.decl]?.text(.baseName)
      case "factory", "dependency", "initializer":
        fact.factory = factory(argument.value, &fact, context)
      default: visit(argument.value, context)
      }
    }
    if let receiver = callee.receiver { visit(receiver, context) }
    addOther(fact, node, context)
  }

  /// Adds a registration through another front end, such as `DependencyInjection`.
  ///
  /// For a registered type parameter, the method also records that the code may register any type.
  private func addOther(
    _ fact: RegistrationFact, _ node: SyntaxTree.Node, _ context: Context
  ) {
    if case .type(let type) = fact.keys.first, TypeNames.isGeneric(type) {
      facts.openings.append(
        OpeningFact(
          frontEnd: fact.frontEnd, locating: .type, reason: "a type parameter is registered",
          place: place(node, context)))
    }
    facts.registrations.append(fact)
  }

  /// Records an injection through another front end, such as `DependencyInjection`.
  private func noteInjection(
    of type: String, _ frontEnd: FrontEnd, _ arguments: [String], _ node: SyntaxTree.Node,
    _ context: Context, demand: Demand = .one, isLazy: Bool = false
  ) {
    facts.injections.append(
      InjectionFact(
        frontEnd: frontEnd, key: TypeNames.isGeneric(type) ? .unknown(.type) : .type(type),
        demand: demand, isLazy: isLazy, isCertain: context.isCertain && !context.isTolerated,
        isTolerated: context.isTolerated, parameters: arguments,
        values: values(ofParametersOf: node, arguments, context),
        reads: isLazy ? context.reads : [], unit: facts.functions[context.unit].id,
        owner: isLazy ? context.type : nil, place: place(node, context)))
  }

  // MARK: SwiftDependencyInjector

  /// Reads `register`, `get` and the property wrappers of `SwiftDependencyInjector`.
  private func visitInjectorCall(
    _ node: SyntaxTree.Node, _ callee: Callee, _ context: Context
  ) -> Bool {
    guard let type = types(callee).first else { return false }
    switch callee.name {
    case "register", "add", "addOrRegister":
      var fact = registration(at: node, context)
      fact.frontEnd = .swiftDependencyInjector
      fact.keys = [.type(type)]
      fact.isConditional = true
      for argument in node.arguments where argument.value.kind != .defaultArgument {
        let value = argument.value.unwrapped
        if value.kind == .closure || value.kind == .autoclosure {
          fact.factory = factory(value, &fact, context)
        } else {
          visit(argument.value, context)
        }
      }
      addOther(fact, node, context)
    case "get":
      noteInjection(of: type, .swiftDependencyInjector, [], node, context)
      visitArguments(node, context)
    case "init":
      // Wrappers with these suffixes are `nil` without a registration.
      let optional = ["Injectable", "ObservedInjectable"]
      let name = callee.owner.type
      guard optional.contains(name) || ["Inject", "ObservedInject"].contains(name) else {
        return false
      }
      noteInjection(
        of: type, .swiftDependencyInjector, [], node, context,
        demand: optional.contains(name) ? .optional : .one, isLazy: true)
      visitArguments(node, context)
    default:
      return false
    }
    return true
  }

  /// Records that macros of `SwiftDependencyInjector` may add registrations, which no syntax tree
  /// contains.
  func noteInjectorMacros(_ node: SyntaxTree.Node, _ context: Context) {
    for attribute in node.list(.attrs) where attribute.kind == .customAttribute {
      guard let usr = attribute[.macro]?.text(.declUSR),
        usr.hasPrefix("s:23SwiftDependencyInjector")
      else { continue }
      facts.openings.append(
        OpeningFact(
          frontEnd: .swiftDependencyInjector, locating: nil,
          reason: "a macro registers implementations", place: place(attribute, context)))
    }
  }
}
