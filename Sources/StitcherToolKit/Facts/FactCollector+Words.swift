internal import StitcherSyntax

// The names of declarations through which another file may register or override, although that
// file contains none of the library's words.
extension FactCollector {
  /// Records the name of an alias, protocol or function through which other files may use the
  /// library indirectly.
  func noteWord(_ node: SyntaxTree.Node, _ context: Context) {
    let name = node[.name]?[.baseName]?.text(.name)
    switch node.kind {
    case .alias:
      guard let name, let type = node.text(.type) else { return }
      if Self.namesLibrary(TypeNames.text(type)) { facts.words.append(name) }
      if type.hasSuffix("CD") { facts.classes.append(name) }
    case .function, .subscripting, .constructor:
      guard (node[.params]?.list(.params) ?? []).contains(where: Self.takesContents) else { return }
      let owner = context.type.map(TypeNames.short)?.split(separator: ".").last.map(String.init)
      if let name = node.kind == .function ? name : owner { facts.words.append(name) }
    case .protocolType:
      if let name, Self.refinesLibrary(node) { facts.words.append(name) }
    case .classType:
      if let name, !node.isTrue(.isFinal) { facts.classes.append(name) }
    default: break
    }
  }

  /// Whether a type belongs to the library, or has a library type as a generic argument.
  private static func namesLibrary(_ type: String) -> Bool {
    ["Stitcher", "DependencyInjection", "SwiftDependencyInjector", "Stitch"].contains {
      type.contains($0 + ".")
    }
  }

  /// Whether a parameter is a closure that contains registrations.
  private static func takesContents(_ node: SyntaxTree.Node) -> Bool {
    let type = node.text(.interfaceType).map(TypeNames.text) ?? ""
    return type.contains("Stitcher.DependenciesRegistrar")
      || type.contains("Stitcher.DependencyGraphRegistrations")
  }

  /// Whether a protocol refines or requires a protocol of the library.
  private static func refinesLibrary(_ node: SyntaxTree.Node) -> Bool {
    var pending = [node[.requirementSignature], node[.inherits]].compactMap { $0 }
    while let next = pending.popLast() {
      if let usr = next.text(.protocolUSR),
        ["s:8Stitcher", "s:19DependencyInjection", "s:23SwiftDependencyInjector", "s:6Stitch"]
          .contains(where: usr.hasPrefix)
      {
        return true
      }
      for child in next.children {
        if child.record.shape == .object { pending.append(child) }
        if child.record.shape == .array { pending += child.children }
      }
    }
    return false
  }
}
