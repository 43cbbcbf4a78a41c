internal import StitcherSyntax

/// Collects the facts about dependencies from the tree of a file.
final class FactCollector {
  /// The surroundings of a piece of code.
  struct Context {
    /// The unit that runs it.
    var unit: Int
    /// Whether it runs whenever the unit does.
    var isCertain = true
    /// Whether `try?` is around it.
    var isTolerated = false
    /// Whether `!` is around it.
    var isForced = false
    /// The container or group that it builds.
    var builder: Builder?
    /// The full name of the type that it is a member of.
    var type: String?
    /// Whether it is the initial value of a property that is injected.
    var isProperty = false
    /// The identifiers of the reads of the variable with this initial value.
    var reads: [String] = []
    /// Whether the wrapper that it makes is read at once.
    var isRead = false
    /// The function or closure that is the unit.
    var code: SyntaxTree.Node?
    /// Where to point to, if it is what a macro has written.
    var attribute: Int?
    /// Whether the code is outside of functions.
    var isDeclaration = true
    /// Whether it is a whole statement of a container: nothing more is said of it elsewhere.
    var isStatement = false

    /// The same in a branch of its own.
    func within(_ node: SyntaxTree.Node) -> Context {
      var inside = self
      inside.builder?.branch += "/\(node.range?.lowerBound ?? 0)"
      return inside
    }
  }

  /// A closure that builds a container or a group.
  struct Builder {
    /// The closure.
    var block: String
    /// The name of the container.
    var container: String?
    /// Whether the registrations in it exist only under a condition.
    var isConditional = false
    /// Whether it is the closure of a graph.
    var isOfGraph = false
    /// The branch of conditions around it. The registrations of one branch exist together.
    var branch = ""
    /// Whether a group gives an identity to all registrations in it.
    var hasIdentity = false
    /// The innermost group that says it.
    var identity: String?
    /// The names that conditions have bound.
    var bound: Set<String> = []
    /// The properties that constants before this place were read from, by their names.
    var reads: [String: [String]] = [:]
  }

  /// The facts collected so far.
  var facts: FileFacts

  /// The declarations of the sibling variables, by name.
  var variables: [String: String] = [:]

  /// The names of those among them that are made when they are first read.
  var lazyVariables: Set<String> = []

  /// The number of containers so far in each closure of a graph. A container separates the
  /// registrations before it from those after it.
  var parts: [String: Int] = [:]

  /// The closures of graphs that constants of the function are made with, by their names.
  var localGraphs: [String: String] = [:]

  /// The local functions, closures, `async let` values and property wrappers of the current
  /// function, by name. See ``Local``.
  var locals: [String: Local] = [:]

  /// The function that is walked through, or the closure, if that is a factory or in no function.
  var function: SyntaxTree.Node?

  /// Where the macros stand that are attached to types, by the names of the types.
  private var attributes: [String: Int] = [:]

  /// The source.
  private let text: [UInt8]

  /// Where lines begin.
  private let lines: LineTable

  /// Starts with a file.
  init(file: String, module: String, source: String) {
    facts = FileFacts(file: file, module: module)
    lines = LineTable(source)
    text = Array(source.utf8)
  }

  /// Walks through a whole file.
  func collect(_ tree: SyntaxTree) {
    let top = unit("file:\(facts.file)", name: facts.module, at: 0)
    let context = Context(unit: top)
    visitMembers(tree.root.list(.items), of: nil, context)
    var used = Set(facts.injections.map(\.unit))
    used.formUnion(facts.registrations.compactMap(\.factory))
    used.formUnion(facts.representations.compactMap(\.factory))
    used.formUnion(facts.decorations.map(\.factory))
    used.formUnion(facts.units.flatMap { $0.calls.map(\.callee) + $0.closures })
    facts.units.removeAll { $0.calls.isEmpty && $0.closures.isEmpty && !used.contains($0.id) }
  }

  // MARK: Places

  /// The place of an offset in the file.
  func place(_ offset: Int) -> SourcePlace { lines.place(offset, in: facts.file) }

  /// Returns the place of a node, or the place of the macro that has written the node.
  func place(_ node: SyntaxTree.Node, _ context: Context) -> SourcePlace {
    // Code of macros passes the place of the macro on.
    if let line = node.argument("line")?.unwrapped, line.kind == .integerLiteral,
      let number = line.text(.value).flatMap(Int.init),
      node.argument("file")?.unwrapped.kind == .stringLiteral
    {
      return SourcePlace(file: facts.file, line: number, column: 1)
    }
    return place(context.attribute ?? node.range?.lowerBound ?? 0)
  }

  // MARK: Units

  /// Adds a unit.
  func unit(_ id: String, name: String, at offset: Int) -> Int {
    facts.units.append(UnitFact(id: id, name: name, place: place(offset)))
    return facts.units.count - 1
  }

  /// Adds a unit for a closure, which a callee may run, and visits the closure.
  ///
  /// - Parameters:
  ///   - isFactory: Whether it is the factory of a registration.
  ///   - isContainer: Whether it builds a container, which is active as a whole.
  func visitClosure(
    _ node: SyntaxTree.Node, _ context: Context, isFactory: Bool = false, isContainer: Bool = false
  ) -> String {
    let offset = context.attribute ?? node.range?.lowerBound ?? 0
    let id = "closure:\(facts.file):\(offset):\(facts.units.count)"
    let name = facts.units[context.unit].name
    let inner = unit(id, name: name, at: offset)
    if !isFactory { facts.units[context.unit].closures.append(id) }
    var inside = context
    inside.unit = inner
    inside.isCertain = true
    inside.isForced = false
    inside.isProperty = false
    inside.reads = []
    inside.isRead = false
    inside.code = node
    inside.isDeclaration = false
    inside.isStatement = false
    let outer = (localGraphs, locals, function)
    if isFactory || function == nil { function = node }
    defer { if isFactory || outer.2 == nil { (localGraphs, locals, function) = outer } }
    if isFactory {
      inside.builder = nil
      inside.isTolerated = false
    } else if Self.isBuilder(node) {
      var builder = context.builder ?? Builder(block: id, container: name, isConditional: true)
      if context.builder == nil, isContainer { builder.isConditional = false }
      if context.builder == nil {
        builder.block = id
        builder.isOfGraph = node.text(.type)?.contains("DependencyGraphContents") == true
        if builder.isOfGraph { facts.makesGraphs = true }
      }
      inside.builder = builder
    } else {
      inside.builder = nil
    }
    if let body = node[.body] ?? node[.singleExpression] ?? node[.subExpr] { visit(body, inside) }
    return id
  }

  /// Whether a closure builds a container or a group.
  private static func isBuilder(_ node: SyntaxTree.Node) -> Bool {
    guard let type = node.text(.type),
      type.contains("DependenciesRegistrar") || type.contains("DependencyGraphContents")
    else { return false }
    let text = TypeNames.text(type)
    return text.hasSuffix("-> Stitcher.DependenciesRegistrar")
      || text.hasSuffix("-> Stitcher.DependencyGraphContents")
  }

  // MARK: Walking

  /// Walks through the members of a type or a file.
  func visitMembers(_ members: [SyntaxTree.Node], of owner: SyntaxTree.Node?, _ context: Context) {
    let outer = (variables, lazyVariables)
    defer { (variables, lazyVariables) = outer }
    (variables, lazyVariables) = ([:], [])
    for member in members where member.kind == .variable {
      guard let name = member[.name]?[.baseName]?.text(.name) else { continue }
      variables[name] = member.text(.usr)
      if member.isTrue(.lazy) { lazyVariables.insert(name) }
    }
    // Code of macros comes last, with offsets of its own.
    var end = -1
    let attribute = owner.flatMap { macroAttribute(of: $0) }
    // A peer macro of a function adds functions of the same name, anywhere in the list.
    var peers: [String: Int] = [:]
    for member in members where member.kind == .function || member.kind == .constructor {
      if let attribute = macroAttribute(of: member) { peers[Self.name(of: member)] = attribute }
    }
    for member in members {
      var inside = context
      if context.attribute == nil, let range = member.range, !member.isTrue(.implicit),
        member.kind != .variable
      {
        if let peer = peers[Self.name(of: member)], !isWritten(member, range) {
          inside.attribute = peer
        } else if range.lowerBound < end {
          inside.attribute = attribute ?? self.attribute(ofExtension: member) ?? 0
        } else {
          end = max(end, range.upperBound)
        }
      }
      if let attribute = macroAttribute(of: member), let usr = member.text(.interfaceType) {
        attributes[Self.typeName(usr)] = attribute
      }
      noteWord(member, inside)
      visit(member, inside)
    }
  }

  /// The name of a function; `init` of an initializer.
  private static func name(of node: SyntaxTree.Node) -> String {
    node.kind == .constructor ? "init" : node[.name]?[.baseName]?.text(.name) ?? ""
  }

  /// Whether the source has the name of a declaration where the declaration is said to be.
  private func isWritten(_ node: SyntaxTree.Node, _ range: ClosedRange<Int>) -> Bool {
    guard range.upperBound < text.count else { return false }
    return String(decoding: text[range], as: UTF8.self).contains(Self.name(of: node))
  }

  /// Where the macro stands that wrote an extension.
  private func attribute(ofExtension node: SyntaxTree.Node) -> Int? {
    node.text(.extendedType).flatMap { attributes[Self.typeName($0)] }
  }

  /// The full name of a type that is declared or extended.
  static func typeName(_ mangled: String) -> String {
    var text = TypeNames.text(mangled)
    for suffix in [".Type", ".Protocol"] where text.hasSuffix(suffix) {
      text.removeLast(suffix.count)
    }
    return TypeNames.base(text)
  }

  /// Where the first macro stands that is attached to a declaration.
  private func macroAttribute(of node: SyntaxTree.Node) -> Int? {
    node.list(.attrs).filter { $0.kind == .customAttribute && $0[.macro] != nil }
      .compactMap { $0.range?.lowerBound }.min()
  }

  /// Walks through a node.
  func visit(_ node: SyntaxTree.Node, _ context: Context) {
    switch node.kind {
    case .structure, .classType, .enumeration, .actorType, .extending, .protocolType:
      visitType(node, context)
    case .function, .constructor, .destructor, .accessor, .subscripting:
      visitFunction(node, context)
    case .patternBinding:
      visitBinding(node, context)
    case .variable:
      noteOverride(node)
      for accessor in node.list(.accessors) where !accessor.isTrue(.implicit) {
        visit(accessor, context)
      }
    case .call:
      visitCall(node, context)
    case .memberRef, .subscriptRef:
      visitMemberReference(node, context)
    case .declRef:
      // A global, which is made at its first use.
      if let usr = node[.decl]?.text(.declUSR), usr.hasSuffix("vp") { note(call: usr, context) }
      noteUse(ofLocal: node, as: .value, context)
    case .binary, .prefixUnary, .postfixUnary:
      if let callee = Callee(call: node) { note(call: callee.usr, context) }
      visitChildren(node, context)
    case .deferStatement:
      // It runs whenever it is reached.
      let body = node.children.first { $0.kind == .function }?[.body]
      if let body { visit(body, context) }
    case .closure, .autoclosure:
      _ = visitClosure(node, context)
    case .optionalTry:
      var inside = context
      inside.isTolerated = true
      visitChildren(node, inside)
    case .ifStatement, .guardStatement, .whileStatement, .repeatStatement, .forEach,
      .switchStatement, .ternary, .catchStatement:
      visitBranches(node, context)
    case .macroExpansion:
      visitExpansion(node, context)
    case .brace:
      visitStatements(node.list(.elements), context)
    case .defaultArgument, .importing, .customAttribute:
      break
    default:
      var inside = context
      let kind = node.text(.kind)
      let isForce = kind == "force_value_expr"
      inside.isForced = isForce || (context.isForced && node[.subExpr] != nil)
      // Of `a?.b(c)` only `a` surely runs.
      if kind == "optional_evaluation_expr" { inside.isCertain = false }
      visitChildren(node, inside)
    }
  }

  /// Walks through all that a node holds.
  func visitChildren(_ node: SyntaxTree.Node, _ context: Context) {
    let hasProcessed = node[.processedInit] != nil
    for child in node.children {
      switch child.record.key {
      case .attrs, .inherits, .substitutions, .genericSignature, .requirementSignature, .decl,
        .defaultArgsOwner, .reqs, .captures, .pattern, .range:
        continue
      case .originalInit where hasProcessed:
        continue
      case .dest:
        // The getter of an assigned variable may not run.
        var inside = context
        inside.isCertain = false
        visit(child, inside)
      default:
        if child.record.shape == .object {
          visit(child, context)
        } else if child.record.shape == .array {
          for element in child.children where element.record.shape == .object {
            visit(element, context)
          }
        }
      }
    }
  }
}
