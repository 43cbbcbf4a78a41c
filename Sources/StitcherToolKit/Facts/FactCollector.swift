internal import StitcherSyntax

/// Collects the registrations, injections and related declarations from the syntax tree of a file.
final class FactCollector {
  /// The surroundings of the syntax node that the collector visits.
  struct Context {
    /// The index of the enclosing function or closure in ``FileFacts/functions``.
    var unit: Int
    /// Whether the visited code runs at each call of the enclosing function or closure.
    var isCertain = true
    /// Whether the visited code is inside a `try?`.
    var isTolerated = false
    /// Whether the visited expression is force-unwrapped with `!`.
    var isForced = false
    /// The closure of the container or group that the visited code is in.
    var builder: Builder?
    /// The full name of the type that declares the visited member.
    var type: String?
    /// Whether the visited code is the initial value of an injected property.
    var isProperty = false
    /// The identifiers of the reads of the variable that the visited code initializes.
    var reads: [String] = []
    /// Whether the value of the property wrapper that the visited code creates is read at once.
    var isRead = false
    /// The syntax node of the enclosing function or closure.
    var code: SyntaxTree.Node?
    /// The offset of the macro that generated the visited code, or `nil` for code in the source.
    var attribute: Int?
    /// Whether the visited code is outside of functions.
    var isDeclaration = true
    /// Whether the visited expression is a complete statement of a container, so that no modifier
    /// follows.
    var isStatement = false

    /// Returns the context for the code in a conditional branch that begins at a node.
    func within(_ node: SyntaxTree.Node) -> Context {
      var inside = self
      inside.builder?.branch += "/\(node.range?.lowerBound ?? 0)"
      return inside
    }
  }

  /// The closure of a container, a group or a graph.
  struct Builder {
    /// The identifier of the closure.
    var block: String
    /// The name of the container.
    var container: String?
    /// Whether the registrations in the closure are active only under a condition.
    var isConditional = false
    /// Whether the closure is passed to a graph, not to a container.
    var isOfGraph = false
    /// The conditional branch of the visited code. The registrations of one branch are active
    /// together.
    var branch = ""
    /// Whether a group gives an identity to all registrations in its closure.
    var hasIdentity = false
    /// The position, as text, of the innermost group that gives its registrations an identity.
    var identity: String?
    /// The names that the enclosing conditions have bound.
    var bound: Set<String> = []
    /// The properties that earlier constants of the closure were initialized from, keyed by the
    /// constant's name.
    var reads: [String: [String]] = [:]
  }

  /// The registrations, injections and declarations that were collected so far.
  var facts: FileFacts

  /// The symbol identifiers of the sibling variables, by name.
  var variables: [String: String] = [:]

  /// The names of the sibling variables that are declared `lazy`.
  var lazyVariables: Set<String> = []

  /// The number of containers so far in each graph closure.
  ///
  /// A container separates the registrations before it from those after it.
  var parts: [String: Int] = [:]

  /// The closures of the graphs that local constants hold, keyed by the constant's name.
  var localGraphs: [String: String] = [:]

  /// The local functions, closures, `async let` values and property wrappers of the current
  /// function, by name. See ``Local``.
  var locals: [String: Local] = [:]

  /// The function that the collector visits.
  ///
  /// A closure takes its place if the closure is a factory or outside of functions.
  var function: SyntaxTree.Node?

  /// The offsets of the macros that are attached to types, by type name.
  private var attributes: [String: Int] = [:]

  private let text: [UInt8]

  /// The offsets of the lines.
  private let lines: LineTable

  /// Creates a collector for one source file.
  init(file: String, module: String, source: String) {
    facts = FileFacts(file: file, module: module)
    lines = LineTable(source)
    text = Array(source.utf8)
  }

  /// Visits the syntax tree of a whole file.
  func collect(_ tree: SyntaxTree) {
    let top = unit("file:\(facts.file)", name: facts.module, at: 0)
    let context = Context(unit: top)
    visitMembers(tree.root.list(.items), of: nil, context)
    noteListed(in: tree)
    var used = Set(facts.injections.map(\.unit))
    used.formUnion(facts.registrations.compactMap(\.factory))
    used.formUnion(facts.representations.compactMap(\.factory))
    used.formUnion(facts.decorations.map(\.factory))
    used.formUnion(facts.functions.flatMap { $0.calls.map(\.callee) + $0.closures })
    facts.functions.removeAll { $0.calls.isEmpty && $0.closures.isEmpty && !used.contains($0.id) }
  }

  // MARK: Places

  /// Returns the source location of an offset.
  func place(_ offset: Int) -> SourcePlace { lines.place(offset, in: facts.file) }

  /// Returns the source location of a node, or of the macro that generated the node.
  func place(_ node: SyntaxTree.Node, _ context: Context) -> SourcePlace {
    // Code that a macro generates may state its location in the arguments `file` and `line`.
    if let line = node.argument("line")?.unwrapped, line.kind == .integerLiteral,
      let number = line.text(.value).flatMap(Int.init),
      node.argument("file")?.unwrapped.kind == .stringLiteral
    {
      return SourcePlace(file: facts.file, line: number, column: 1)
    }
    return place(context.attribute ?? node.range?.lowerBound ?? 0)
  }

  // MARK: Units

  /// Adds a function or closure, and returns its index in ``FileFacts/functions``.
  func unit(_ id: String, name: String, at offset: Int) -> Int {
    facts.functions.append(FunctionFact(id: id, name: name, place: place(offset)))
    return facts.functions.count - 1
  }

  /// Adds a closure, which a callee may run, and visits the closure's body.
  ///
  /// - Parameters:
  ///   - isFactory: Whether the closure is the factory of a registration.
  ///   - isContainer: Whether the closure builds a container, whose registrations are active
  ///     together.
  func visitClosure(
    _ node: SyntaxTree.Node, _ context: Context, isFactory: Bool = false, isContainer: Bool = false
  ) -> String {
    let offset = context.attribute ?? node.range?.lowerBound ?? 0
    let id = "closure:\(facts.file):\(offset):\(facts.functions.count)"
    let name = facts.functions[context.unit].name
    let inner = unit(id, name: name, at: offset)
    if !isFactory { facts.functions[context.unit].closures.append(id) }
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
        builder.isOfGraph = node.text(.type)?.contains("DependencyGraphRegistrations") == true
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
      type.contains("DependenciesRegistrar") || type.contains("DependencyGraphRegistrations")
    else { return false }
    let text = TypeNames.text(type)
    return text.hasSuffix("-> Stitcher.DependenciesRegistrar")
      || text.hasSuffix("-> Stitcher.DependencyGraphRegistrations")
  }

  // MARK: Walking

  /// Visits the members of a type or the declarations of a file.
  func visitMembers(_ members: [SyntaxTree.Node], of owner: SyntaxTree.Node?, _ context: Context) {
    let outer = (variables, lazyVariables)
    defer { (variables, lazyVariables) = outer }
    (variables, lazyVariables) = ([:], [])
    for member in members where member.kind == .variable {
      guard let name = member[.name]?[.baseName]?.text(.name) else { continue }
      variables[name] = member.text(.usr)
      if member.isTrue(.lazy) { lazyVariables.insert(name) }
    }
    // Generated members come last. Their offsets refer to the text of the macro expansion.
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

  /// Returns the name of a function, or `init` for an initializer.
  private static func name(of node: SyntaxTree.Node) -> String {
    node.kind == .constructor ? "init" : node[.name]?[.baseName]?.text(.name) ?? ""
  }

  /// Whether the source contains the name of a declaration in the given range.
  ///
  /// The code that a macro generated is not in the source.
  private func isWritten(_ node: SyntaxTree.Node, _ range: ClosedRange<Int>) -> Bool {
    guard range.upperBound < text.count else { return false }
    return String(decoding: text[range], as: UTF8.self).contains(Self.name(of: node))
  }

  /// Returns the offset of the macro that generated an extension, or `nil`.
  private func attribute(ofExtension node: SyntaxTree.Node) -> Int? {
    node.text(.extendedType).flatMap { attributes[Self.typeName($0)] }
  }

  /// Returns the full name of a declared or extended type, without generic arguments.
  static func typeName(_ mangled: String) -> String {
    var text = TypeNames.text(mangled)
    for suffix in [".Type", ".Protocol"] where text.hasSuffix(suffix) {
      text.removeLast(suffix.count)
    }
    return TypeNames.base(text)
  }

  /// Returns the offset of the first macro attached to a declaration, or `nil`.
  private func macroAttribute(of node: SyntaxTree.Node) -> Int? {
    node.list(.attrs).filter { $0.kind == .customAttribute && $0[.macro] != nil }
      .compactMap { $0.range?.lowerBound }.min()
  }

  /// Visits a node of the syntax tree.
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
      // A global variable is initialized at its first use.
      if let usr = node[.decl]?.text(.declUSR), usr.hasSuffix("vp") { note(call: usr, context) }
      noteUse(ofLocal: node, as: .value, context)
    case .binary, .prefixUnary, .postfixUnary:
      if let callee = Callee(call: node) { note(call: callee.usr, context) }
      visitChildren(node, context)
    case .deferStatement:
      // The body of `defer` runs whenever the statement is reached.
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

  /// Visits the child nodes of a node.
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
