internal import StitcherSyntax

extension FactCollector {
  /// Visits the expansion of an expression macro, which contains the macro's arguments a second
  /// time.
  ///
  /// An injection in an argument has the argument's location; any other has the location of the
  /// macro.
  ///
  /// An injection in an argument has the argument's place; any other has the place of the macro.
  func visitExpansion(_ node: SyntaxTree.Node, _ context: Context) {
    guard let expansion = node[.rewritten] else { return visitChildren(node, context) }
    let (before, partsBefore) = (facts, parts)
    visitArguments(node, context)
    var written = Array(facts.injections[before.injections.count...])
    (facts, parts) = (before, partsBefore)
    var inside = context
    inside.attribute = context.attribute ?? node.range?.lowerBound
    visit(expansion, inside)
    for index in facts.injections.indices.dropFirst(before.injections.count) {
      let injection = facts.injections[index]
      guard let position = written.firstIndex(where: { $0.key == injection.key }) else { continue }
      facts.injections[index].place = written.remove(at: position).place
    }
  }

  /// Records the registration that `@Registerable` generates for a type.
  ///
  /// The macro writes an extension, which the compiler leaves out of the tree of the file. So the
  /// registration is read from the attribute.
  func noteRegisterable(_ node: SyntaxTree.Node, _ type: String, _ context: Context) {
    for attribute in node.list(.attrs) where attribute.kind == .customAttribute {
      guard let macro = attribute[.macro], macro.text(.baseName) == "Registerable",
        let usr = macro.text(.declUSR), usr.hasPrefix("s:14StitcherMacros")
      else { continue }
      var inside = context
      inside.attribute = attribute.range?.lowerBound
      var fact = registration(at: attribute, inside)
      fact.block = "registerable:\(type)"
      fact.registerable = TypeNames.withoutArguments(type)
      fact.isConditional = true
      fact.product = type
      fact.keys = registerableKeys(attribute, node, type)
      fact.scope = node.kind == .classType || node.kind == .actorType ? "shared" : "instance"
      if let scope = attribute.argument("scope") {
        fact.scope = self.scope(scope)
        fact.statesScope = true
      }
      fact.isEager =
        attribute.argument("eagerness")?.unwrapped[.fn]?.unwrapped[.decl]?.text(.baseName)
        == "eager"
      if let initializer = chosenInitializer(of: node) {
        fact.factory = initializer.text(.usr)
        fact.parameters = (initializer[.params]?.list(.params) ?? [])
          .filter { $0.text(.apiName) != "injecting" }
          .compactMap { $0.text(.interfaceType).map(TypeNames.text) }
      }
      add(fact, attribute, inside)
    }
  }

  /// Whether the visited code is in the property that `@Registerable` generates for a type.
  ///
  /// The registration of that property is read from the attribute. The tree contains the property
  /// only if the type is nested in another one and its attribute has a key.
  func isRegisterable(_ context: Context) -> Bool {
    let unit = facts.functions[context.unit].id
    guard let type = TypeNames.owner(of: "dependencyRegistration", unit) else { return false }
    return facts.registrations.contains { $0.registerable == type }
  }

  /// Records the types in expressions of the file such as `Mailer.dependencyRegistration`.
  ///
  /// The plugin `StitcherAutoregistration` generates a file with a group of registrations. The
  /// registrations in that file are active only where another file uses the group.
  func noteListed(in tree: SyntaxTree) {
    if facts.file.hasSuffix("/DependencyGroup+AutoregisterableDependency.swift") { return }
    var listed: Set<String> = []
    // The compiler writes a getter for the property itself, which is no use of the registration.
    let declarations = tree.values(of: .decl) { $0.kind == .accessor && $0.isTrue(.implicit) }
    for declaration in declarations {
      guard let name = declaration.text(.baseName), Self.listingProperties.contains(name),
        let usr = declaration.text(.declUSR)
      else { continue }
      listed.insert(TypeNames.owner(of: name, usr) ?? usr)
    }
    facts.listed = listed.sorted()
  }

  /// The names of the static properties that return the registrations of `@Registerable` types.
  private static let listingProperties: Set<String> = [
    "dependencyRegistration", "autoregisteredDependencies",
  ]

  /// Returns the keys that `@Registerable` registers a type with.
  private func registerableKeys(
    _ attribute: SyntaxTree.Node, _ node: SyntaxTree.Node, _ type: String
  ) -> [KeyFact] {
    if let locator = attribute.argument("by") { return keys(ofLocator: locator) }
    var keys = [KeyFact.type(type)]
    for argument in attribute.arguments where argument.label == "as" || argument.label.isEmpty {
      for value in Self.elements(argument.value) {
        if let mangled = value.text(.type), value.kind == .dotSelf || value.kind == .typeExpr {
          var name = TypeNames.text(mangled)
          for suffix in [".Type", ".Protocol"] where name.hasSuffix(suffix) {
            name.removeLast(suffix.count)
          }
          keys.append(.type(name))
        } else if value[.fn]?.unwrapped[.decl]?.text(.baseName) == "conformances" {
          keys += Self.listedProtocols(node).map { .type($0) }
        }
      }
    }
    return keys
  }

  /// Returns the elements of an array literal or a variadic argument, or the argument itself.
  private static func elements(_ node: SyntaxTree.Node) -> [SyntaxTree.Node] {
    let inner = node.unwrapped
    switch inner.kind {
    case .varargs: return inner[.subExpr].map(elements) ?? []
    case .array: return inner.list(.elements).flatMap(elements)
    default: return [inner]
    }
  }

  /// Returns the protocols in a declaration's inheritance clause, without those of the standard
  /// library.
  private static func listedProtocols(_ node: SyntaxTree.Node) -> [String] {
    (node[.inherits]?.list(.conformances) ?? []).compactMap { conformance in
      guard conformance.text(.sourceKind) == "explicit",
        let usr = conformance.text(.protocolUSR), usr.hasPrefix("s:"), usr.hasSuffix("P"),
        !usr.hasPrefix("s:s"), !usr.hasPrefix("s:S")
      else { return nil }
      return TypeNames.text("$s\(usr.dropFirst(2).dropLast())_pD")
    }
  }

  /// Returns the initializer that `@Registerable` chooses as the factory.
  private func chosenInitializer(of node: SyntaxTree.Node) -> SyntaxTree.Node? {
    let all = node.list(.members).filter { $0.kind == .constructor }
    if let injecting = all.first(where: { initializer in
      initializer[.params]?.list(.params).first?.text(.apiName) == "injecting"
    }) {
      return injecting
    }
    if let preferred = all.first(where: { initializer in
      initializer.list(.attrs).contains { $0[.macro]?.text(.baseName) == "PreferredInitializer" }
    }) {
      return preferred
    }
    let written = all.filter { !$0.isTrue(.implicit) }
    return written.count == 1 ? written[0] : all.count == 1 ? all[0] : nil
  }
}
