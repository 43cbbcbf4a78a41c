internal import StitcherSyntax

extension FactCollector {
  /// Visits a call expression.
  func visitCall(_ node: SyntaxTree.Node, _ context: Context) {
    if let function = node[.fn]?.unwrapped, function.kind == .closure {
      // A closure that the expression itself calls.
      if let body = function[.body] { visit(body, context) }
      return visitArguments(node, context)
    }
    guard let callee = Callee(call: node) else {
      if let function = node[.fn]?.unwrapped { noteUse(ofLocal: function, as: .function, context) }
      return visitChildren(node, context)
    }
    if callee.isOurs {
      if callee.owner.module == "Stitcher", visitStitcher(node, callee, context) { return }
      if visitFrontEnd(node, callee, context) { return }
    } else if callee.owner == Callee.Owner(module: "Stitcher", type: "Dependency") {
      noteOpening(nil, "an unknown method is called on a dependency", node, context)
    }
    visitPlainCall(node, callee, context)
  }

  /// Visits a call of a declaration outside of the library.
  func visitPlainCall(_ node: SyntaxTree.Node, _ callee: Callee, _ context: Context) {
    note(call: callee.usr, context)
    var inside = context
    // A function of the user may change the registrations in its closure.
    if context.builder != nil, !callee.isOurs {
      inside = context.within(node)
      inside.builder?.isConditional = true
    }
    if Self.takesFailures(callee) { inside.isTolerated = true }
    if let receiver = callee.receiver { visit(receiver, inside) }
    visitArguments(node, inside)
  }

  /// Whether a callee catches errors of its closures, such as `Result { … }` or a test's
  /// expectation of an error.
  ///
  /// A value that a test expects is created before the call.
  private static func takesFailures(_ callee: Callee) -> Bool {
    let usr = callee.usr
    if usr.hasPrefix("s:7Testing") {
      return !callee.name.hasPrefix("__check") || callee.name.contains("Closure")
    }
    return usr.hasPrefix("s:6XCTest") || usr.hasPrefix("s:s6ResultO") && usr.contains("8catching")
  }

  /// Visits the arguments of a call.
  func visitArguments(_ node: SyntaxTree.Node, _ context: Context) {
    let callee = Callee(call: node)
    for (position, argument) in node.arguments.enumerated() {
      if argument.value.kind == .defaultArgument {
        if let callee { note(call: "\(callee.usr)#\(position)", context) }
      } else {
        visit(argument.value, context)
      }
    }
  }

  /// Records a call in the current function or closure.
  ///
  /// - Parameter isOwnRead: Whether the call reads a property of `self`, or a property wrapper that
  ///   the current function has created.
  func note(call usr: String, _ context: Context, isOwnRead: Bool = false) {
    // Functions of the standard library and of this library inject no dependencies of the user.
    if usr.hasPrefix("s:s") || usr.hasPrefix("s:S") || usr.hasPrefix("s:8Stitcher")
      || usr.hasPrefix("s:19DependencyInjection") || usr.hasPrefix("s:23SwiftDependencyInjector")
    {
      return
    }
    let isCertain = context.isCertain && !context.isTolerated
    facts.functions[context.unit].calls.append(
      .init(callee: usr, isCertain: isCertain, isOwnRead: isOwnRead ? true : nil))
  }

  /// Visits a reference to a member, and records a call, since the member's getter may run.
  func visitMemberReference(_ node: SyntaxTree.Node, _ context: Context) {
    if isReadOfWrapper(node, context) { return }
    if let usr = node[.decl]?.text(.declUSR), !usr.isEmpty {
      note(call: usr, context, isOwnRead: Self.isSelf(node[.base]))
    }
    visitChildren(node, context)
  }

  /// Visits a call of a member of `Stitcher`.
  ///
  /// - Returns: Whether the call was handled; if not, the caller treats the call as any other.
  private func visitStitcher(
    _ node: SyntaxTree.Node, _ callee: Callee, _ context: Context
  ) -> Bool {
    switch (callee.owner.type, callee.name) {
    case ("DependencyGraph", "inject"), ("DependencyGraph", "injectAsync"):
      noteInjection(node, callee, context)
      if let receiver = callee.receiver, receiver.kind != .typeExpr { visit(receiver, context) }
      visitArguments(node, context)
    case ("DependencyGraph", "attach"):
      facts.openings.append(
        OpeningFact(
          locating: nil, reason: "containers of other kinds are attached to the graph",
          place: place(node, context)))
      return false
    case ("DependencyGraph", "child"), ("DependencyGraph", "isolated"),
      ("DependencyGraph", "withOverrides"):
      facts.makesGraphs = true
      return false
    case ("Injected", "init"), ("WeakInjected", "init"), ("InjectedState", "init"):
      noteInjection(node, callee, context)
      visitArguments(node, context)
    case ("Injected", "loadedValue"), ("Injected", "loadIfNeeded"), ("Injected", "reload"),
      ("WeakInjected", "loadedValue"), ("WeakInjected", "loadIfNeeded"), ("WeakInjected", "reload"):
      guard let wrapper = callee.receiver?.unwrapped else { return false }
      visitRead(ofWrapper: wrapper, context)
    case ("Dependency", _):
      return visitDependency(node, callee, context)
    case ("GeneratedDependencyRegistration", "init"):
      noteGenerated(node, callee, context)
    case ("Decorator", "init"):
      noteDecorator(node, callee, context)
    case ("RawDependencyRegistration", "init"):
      facts.openings.append(
        OpeningFact(
          locating: nil, reason: "a registration is written by hand", place: place(node, context)))
      return false
    case ("DependencyContainer", "init"):
      visitContainer(node, context)
    case ("DependencyGroup", _):
      visitGroup(node, callee, context)
    case ("DependencyRegistrarBuilder", "buildExpression"),
      ("DependencyGraphBuilder", "buildExpression"):
      noteExpression(node, callee, context)
    default:
      return false
    }
    return true
  }

  /// Visits the closure of a container. All its registrations are active together.
  private func visitContainer(_ node: SyntaxTree.Node, _ context: Context) {
    for argument in node.arguments {
      let value = argument.value.unwrapped
      if argument.label == "dependencies", value.kind == .closure {
        var outside = context
        outside.builder = nil
        _ = visitClosure(value, outside, isContainer: true)
      } else if value.kind != .defaultArgument {
        visit(argument.value, context)
      }
    }
  }

  /// Visits a call that creates or modifies a `DependencyGroup`.
  private func visitGroup(_ node: SyntaxTree.Node, _ callee: Callee, _ context: Context) {
    var inside = context
    let isOwned = callee.name == "init" && (node.argument("id") ?? node.argument("for")) != nil
    if callee.name == "enabled" || (isOwned && node.argument("for") != nil) {
      inside.builder?.isConditional = true
      inside = inside.within(node)
    }
    if isOwned {
      inside.builder?.hasIdentity = true
      inside.builder?.identity = "\(node.range?.upperBound ?? 0)"
    }
    if let receiver = callee.receiver, receiver.kind != .typeExpr { visit(receiver, inside) }
    visitArguments(node, inside)
  }

  /// Records a registration that is not written with `Dependency`: an expression that creates the
  /// instance, or a user's type that describes the dependency.
  private func noteExpression(
    _ node: SyntaxTree.Node, _ callee: Callee, _ context: Context
  ) {
    guard callee.usr.contains("_4file4line"), let type = callee.substitution("$sxD"),
      !type.hasPrefix("Stitcher."), let value = node.arguments.first?.value
    else {
      var inside = context
      inside.isStatement = true
      visitArguments(node, inside)
      // A container, or the result of a builder.
      if callee.owner.type == "DependencyGraphBuilder", callee.substitutions.isEmpty {
        if let block = context.builder?.block { parts[block, default: 0] += 1 }
      }
      return
    }
    var fact = registration(at: node, context)
    if value.unwrapped.kind == .autoclosure {
      fact.keys = [.type(type)]
      fact.product = type
      fact.parameters = []
      fact.scope = automaticScope(type, node)
      fact.factory = factory(value, &fact, context)
    } else {
      visitArguments(node, context)
      fact.representation = type
    }
    if TypeNames.isGeneric(type) {
      noteOpening(nil, "a type parameter is registered", node, context)
    }
    facts.registrations.append(fact)
  }

  /// Records that code may add unknown registrations.
  func noteOpening(
    _ locating: KeyFact.Locating?, _ reason: String, _ node: SyntaxTree.Node, _ context: Context
  ) {
    facts.openings.append(
      OpeningFact(locating: locating, reason: reason, place: place(node, context)))
  }

  /// Creates the record of a registration at a node of the syntax tree.
  func registration(at node: SyntaxTree.Node, _ context: Context) -> RegistrationFact {
    RegistrationFact(
      keys: [], isConditional: context.builder?.isConditional ?? true,
      block: context.builder?.block ?? facts.functions[context.unit].id,
      container: context.builder?.container,
      branch: context.builder.map { $0.branch + (parts[$0.block].map { "#\($0)" } ?? "") },
      hasIdentity: context.builder?.hasIdentity ?? false, identity: context.builder?.identity,
      group: context.builder?.identity,
      place: place(node, context))
  }
}
