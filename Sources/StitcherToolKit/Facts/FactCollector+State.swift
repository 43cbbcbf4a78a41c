internal import StitcherSyntax

// State that a container's closure reads may change later. A variable that `if let`, `switch` or
// `for` binds to the state keeps the old value.
extension FactCollector {
  /// Returns the names that a statement binds to mutable state: to a property or a function's
  /// result.
  ///
  /// A name that is bound to a parameter or a constant is not among them.
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

  /// Records the types of the constants that each instance of a type holds for its whole life.
  func noteHeld(_ node: SyntaxTree.Node, _ type: String) {
    let types = node.list(.members).filter { member in
      member.kind == .variable && member.isTrue(.constant) && !member.isTrue(.isStatic)
        && member.text(.readImplementation) == "stored"
    }
    .compactMap { $0.text(.interfaceType).map(TypeNames.text) }
    if !types.isEmpty { facts.held[type, default: []] += types }
  }

  /// Records a type with its supertypes, and whether the type is a protocol.
  func noteType(_ node: SyntaxTree.Node, _ type: String) {
    let inherits = node[.inherits]
    let protocols =
      (inherits?.list(.protocols).map(\.string) ?? [])
      + (inherits?.list(.conformances) ?? []).compactMap { $0.text(.protocolUSR) }
    var supertypes = protocols.filter { $0.hasPrefix("s:") && $0.hasSuffix("P") }
      .filter { !$0.hasPrefix("s:s") }
      .map { TypeNames.text("$s\($0.dropFirst(2).dropLast())_pD") }
    if let superclass = inherits?.text(.superclassType) {
      supertypes.append(TypeNames.base(TypeNames.text(superclass)))
    }
    let isProtocol = node.kind == .protocolType
    if isProtocol || !supertypes.isEmpty || node.kind != .extending {
      facts.types.append(TypeFact(name: type, isProtocol: isProtocol, supertypes: supertypes))
    }
  }

  /// Records a user's collection type of dependencies, or a type that may resolve dependencies in
  /// its own way.
  func noteConformances(_ node: SyntaxTree.Node, _ type: String, _ context: Context) {
    for conformance in node[.inherits]?.list(.conformances) ?? [] {
      guard let usr = conformance.text(.protocolUSR) else { continue }
      if usr == "s:8Stitcher30DependencyContainingCollectionP" { facts.collections.append(type) }
      if usr.hasPrefix("s:19DependencyInjection"), usr.hasSuffix("ResolvingP") {
        facts.openings.append(
          OpeningFact(
            frontEnd: .dependencyInjection, locating: nil,
            reason: "\(TypeNames.short(type)) resolves in its own way", place: place(node, context))
        )
      }
    }
  }

  /// Records the properties of a type that Observation tracks.
  func noteObserved(_ node: SyntaxTree.Node) {
    guard Self.has(node, macro: "Observable") else { return }
    for member in node.list(.members) where member.kind == .variable {
      guard !member.isTrue(.constant), !member.isTrue(.isStatic), let usr = member.text(.usr),
        !Self.has(member, macro: "ObservationIgnored")
      else { continue }
      facts.observed.append(usr)
    }
  }

  /// Whether a macro of the module Observation is attached to a declaration.
  private static func has(_ node: SyntaxTree.Node, macro: String) -> Bool {
    node.list(.attrs).contains { attribute in
      guard let declaration = attribute[.macro] else { return false }
      return declaration.text(.baseName) == macro
        && declaration.text(.declUSR)?.hasPrefix("s:11Observation") == true
    }
  }

  /// Returns the properties that a statement's constants are initialized from, keyed by the
  /// constant's name.
  func propertiesRead(by statement: SyntaxTree.Node) -> [String: [String]] {
    var reads: [String: [String]] = [:]
    guard statement.kind == .patternBinding else { return reads }
    for entry in statement.list(.patternEntries) {
      guard let value = entry[.processedInit] ?? entry[.originalInit] else { continue }
      var names: Set<String> = []
      entry[.pattern].map { collectNames(in: $0, into: &names) }
      let properties = properties(in: value).sorted()
      if !properties.isEmpty { for name in names { reads[name] = properties } }
    }
    return reads
  }

  /// Returns the symbol identifiers of the properties that an expression reads.
  private func properties(in node: SyntaxTree.Node) -> Set<String> {
    var found: Set<String> = []
    var pending = [node]
    while let next = pending.popLast() {
      if next.kind == .memberRef, let usr = next[.decl]?.text(.declUSR) { found.insert(usr) }
      // A closure reads the property when the closure runs, which may be later.
      if next.kind == .closure { continue }
      for child in next.children where child.record.key != .decl {
        if child.record.shape == .object { pending.append(child) }
        if child.record.shape == .array { pending += child.children }
      }
    }
    return found
  }

  /// Whether the given expression creates a `ChangeSource`.
  ///
  /// A managed scope names such a source.
  func isNewSource(_ node: SyntaxTree.Node) -> Bool {
    guard let callee = Callee(call: node.unwrapped), callee.name == "init" else { return false }
    return callee.owner == Callee.Owner(module: "Stitcher", type: "ChangeSource")
  }

  /// Whether an expression reads a property or calls a function outside of the standard library.
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

  /// Adds the variable names that a pattern binds.
  func collectNames(in pattern: SyntaxTree.Node, into names: inout Set<String>) {
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
