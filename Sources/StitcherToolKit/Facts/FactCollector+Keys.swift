internal import StitcherSyntax

extension FactCollector {
  /// Reads the key of a dependency that is registered or injected by name.
  func key(ofName node: SyntaxTree.Node) -> KeyFact {
    let node = node.unwrapped
    if node.kind == .stringLiteral, let text = node.text(.value) { return .name(text) }
    if let usr = constant(node) {
      let isCase = node.kind == .dotCall
      return .nameOf(usr, type: isCase ? node.text(.type).map(TypeNames.text) ?? "" : "")
    }
    return .unknown(.name)
  }

  /// Reads the key of a dependency that is registered or injected by value.
  func key(ofValue node: SyntaxTree.Node) -> KeyFact {
    let node = node.unwrapped
    let type = node.text(.type).map(TypeNames.text) ?? ""
    switch node.kind {
    case .stringLiteral, .integerLiteral, .booleanLiteral:
      return .value(type: type, text: node.text(.value) ?? "")
    default:
      return constant(node).map { .value(type: type, text: $0) } ?? .unknown(.value)
    }
  }

  /// Returns the symbol identifier of a constant, or of an enumeration case without a payload.
  private func constant(_ node: SyntaxTree.Node) -> String? {
    switch node.kind {
    case .dotCall:
      guard let reference = node[.fn]?.unwrapped, reference.kind == .declRef else { return nil }
      return reference[.decl]?.text(.declUSR)
    case .memberRef, .declRef:
      // Only constants: globals and static properties.
      guard let usr = node[.decl]?.text(.declUSR) else { return nil }
      if usr.hasSuffix("vpZ") { return usr }
      return usr.hasSuffix("vp") && node.kind == .declRef ? usr : nil
    default:
      return nil
    }
  }

  /// Reads the keys of a locator, such as `.name("clock")`.
  func keys(ofLocator node: SyntaxTree.Node) -> [KeyFact] {
    let node = node.unwrapped
    guard let callee = Callee(call: node), callee.owner.type == "DependencyLocator" else {
      return KeyFact.anything
    }
    switch callee.name {
    case "type":
      return callee.substitutions.flatMap { substitution in
        (TypeNames.pack(substitution.type) ?? [substitution.type]).map { KeyFact.type($0) }
      }
    case "name":
      return [node.arguments.first.map { key(ofName: $0.value) } ?? .unknown(.name)]
    case "value":
      return [node.arguments.first.map { key(ofValue: $0.value) } ?? .unknown(.value)]
    default:
      return KeyFact.anything
    }
  }

  /// Reads the name of a scope, or returns `nil` if the scope is not a literal expression.
  func scope(_ node: SyntaxTree.Node) -> String? {
    let node = node.unwrapped
    let name: String?
    switch node.kind {
    case .dotCall: name = node[.fn]?.unwrapped[.decl]?.text(.baseName)
    case .call: name = Callee(call: node)?.name
    default: name = nil
    }
    guard let name else { return nil }
    if name == "automatic" { return automaticScope(Callee(call: node)?.substitution("$sxD"), node) }
    return ["instance", "shared", "singleton", "managed", "scoped"].contains(name) ? name : nil
  }

  /// Returns the symbol identifier of the source that a managed scope names.
  func source(ofScope node: SyntaxTree.Node) -> String? {
    let node = node.unwrapped
    guard node.kind == .call, Callee(call: node)?.name == "managed" else { return nil }
    return node.argument("by").flatMap { constant($0.unwrapped) }
  }

  /// Returns the default scope of a product, or `nil` if the product may be a class or a value.
  ///
  /// The scope is `shared` for a class and `instance` for a value.
  func automaticScope(_ product: String?, _ node: SyntaxTree.Node) -> String? {
    guard let callee = Callee(call: node),
      let mangled = node[.fn].map(Callee.unwrapped)?.typeOfProduct(callee)
    else { return nil }
    if mangled.hasSuffix("CD") { return "shared" }
    return ["VD", "OD", "_pD", "SSD", "SiD", "SbD", "SdD"].contains { mangled.hasSuffix($0) }
      ? "instance" : nil
  }
}

extension SyntaxTree.Node {
  /// Returns the mangled type of the callee's first generic parameter.
  fileprivate func typeOfProduct(_ callee: Callee) -> String? {
    let reference = kind == .declRef ? self : self[.fn]?.unwrapped
    return reference?[.decl]?[.substitutions]?.list(.substitutions)
      .first { $0.text(.genericParam) == "$sxD" }?.text(.replacementType)
  }
}
