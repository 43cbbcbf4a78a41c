internal import StitcherSyntax

// The local declarations of a function: functions, closures, `async let` and property wrappers.
// They run, or inject, where the function uses them.
extension FactCollector {
  /// A local function, closure, `async let` or property wrapper. Its code runs, or its value is
  /// injected, where the function uses it.
  struct Local {
    /// How a function uses a local declaration.
    enum Use {
      /// The function calls a local function or closure.
      case function
      /// The function reads the name of an `async let`.
      case value
      /// The function reads the value of a property wrapper.
      case wrapper
    }

    /// The identifier of the code that runs, or of the property wrapper that is read.
    var unit: String
    /// How the function uses the local declaration.
    var use: Use
  }

  /// Returns the identifier of the local function or closure at a node.
  func localUnit(of node: SyntaxTree.Node) -> String {
    "local:\(facts.file):\(node.range?.lowerBound ?? 0)"
  }

  /// Records a local function, which may be called before its declaration.
  func noteLocalFunction(_ statement: SyntaxTree.Node) {
    guard statement.kind == .function, statement.text(.usr)?.isEmpty != false,
      let name = statement[.name]?[.baseName]?.text(.name), let function,
      Self.isDeclaredOnce(name, in: function)
    else { return }
    locals[name] = Local(unit: localUnit(of: statement), use: .function)
  }

  /// Visits the initial value of a local variable, if that value runs or is injected where the
  /// variable is used.
  ///
  /// - Returns: `false` if the value runs at the declaration.
  func visitLocal(
    _ entry: SyntaxTree.Node, _ value: SyntaxTree.Node, _ context: Context
  ) -> Bool {
    guard let pattern = entry[.pattern], let function else { return false }
    var names: Set<String> = []
    collectNames(in: pattern, into: &names)
    names = names.filter { Self.isDeclaredOnce($0, in: function) }
    let expression = value.unwrapped
    if expression.kind == .closure {
      let closure = visitClosure(expression, context)
      if names.count == 1 { locals[names.removeFirst()] = Local(unit: closure, use: .function) }
      return true
    }
    // A task begins at once; its error is thrown where its value is awaited.
    guard expression.kind == .call, expression.isTrue(.implicit),
      let task = expression[.fn]?.unwrapped, task.kind == .autoclosure
    else { return false }
    let closure = visitClosure(task, context)
    for name in names { locals[name] = Local(unit: closure, use: .value) }
    return true
  }

  /// Whether an expression creates a property wrapper of the library, such as `Injected<Clock>()`.
  static func isWrapper(_ value: SyntaxTree.Node) -> Bool {
    guard let callee = Callee(call: value.unwrapped) else { return false }
    return callee.isOurs && callee.name == "init"
  }

  /// Returns the identifiers of the reads that make a variable's property wrapper inject.
  ///
  /// - Parameters:
  ///   - name: The name of the variable that is bound, which may be the storage of a wrapped one.
  ///   - isSynthesized: Whether the compiler has written the binding.
  func reads(of name: String?, isSynthesized: Bool, _ context: Context) -> [String] {
    guard let name else { return [] }
    if context.isDeclaration {
      let wrapped = isSynthesized && name.hasPrefix("_") ? String(name.dropFirst()) : nil
      return [variables[name].map { "wrapper:" + $0 }, wrapped.flatMap { variables[$0] }]
        .compactMap(\.self)
    }
    let read = "local:\(facts.file):\(facts.functions.count):\(facts.injections.count):\(name)"
    guard let function, Self.isDeclaredOnce(name, in: function) else { return [] }
    locals[name] = Local(unit: read, use: .wrapper)
    return [read]
  }

  /// Records the use of a local function, closure, `async let` or property wrapper.
  func noteUse(ofLocal node: SyntaxTree.Node, as use: Local.Use, _ context: Context) {
    guard node.kind == .declRef, let declaration = node[.decl],
      declaration.text(.declUSR)?.isEmpty != false,
      let local = declaration.text(.baseName).flatMap({ locals[$0] }), local.use == use
    else { return }
    note(call: local.unit, context, isOwnRead: true)
  }

  /// Visits an expression that reads an injecting property wrapper, and returns `false` for any
  /// other.
  func isReadOfWrapper(_ node: SyntaxTree.Node, _ context: Context) -> Bool {
    guard node[.decl]?.text(.baseName) == "wrappedValue",
      let usr = node[.decl]?.text(.declUSR), Callee.isOurs(usr), let base = node[.base]?.unwrapped
    else { return false }
    visitRead(ofWrapper: base, context)
    return true
  }

  /// Visits an expression that is a property wrapper of the library, and records a read of its
  /// value.
  func visitRead(ofWrapper base: SyntaxTree.Node, _ context: Context) {
    switch base.kind {
    case .memberRef:
      if let usr = base[.decl]?.text(.declUSR) {
        note(call: "wrapper:" + usr, context, isOwnRead: Self.isSelf(base[.base]))
      }
      visit(base, context)
    case .declRef:
      noteUse(ofLocal: base, as: .wrapper, context)
      visit(base, context)
    default:
      var inside = context
      inside.isRead = base.kind == .call
      visit(base, inside)
    }
  }

  /// Whether an expression is `self`.
  static func isSelf(_ node: SyntaxTree.Node?) -> Bool {
    guard let node = node?.unwrapped, node.kind == .declRef else { return false }
    return node[.decl]?.text(.baseName) == "self"
  }

  /// Whether a function declares a name exactly once, as a local function or a constant.
  static func isDeclaredOnce(_ name: String, in function: SyntaxTree.Node) -> Bool {
    var count = 0
    var pending = [function]
    while let next = pending.popLast() {
      if next[.name]?[.baseName]?.text(.name) == name, next.index != function.index {
        switch next.kind {
        case .namedPattern, .function: count += 1
        case .variable: if !next.isTrue(.constant) { return false }
        default: return false
        }
      }
      for child in next.children where child.record.key != .decl {
        if child.record.shape == .object { pending.append(child) }
        if child.record.shape == .array { pending += child.children }
      }
    }
    return count == 1
  }

  /// Returns where the values of an injection's parameters come from, or `nil` if the source does
  /// not show that.
  func values(
    ofParametersOf node: SyntaxTree.Node, _ types: [String]?, _ context: Context
  ) -> ParameterValues? {
    if types == [] { return .fixed }
    let labels = ["parameters", "arguments", "argument", ""]
    let values = node.arguments.filter {
      labels.contains($0.label) && $0.value.kind != .defaultArgument
    }
    .map(\.value.unwrapped)
    guard let types, values.count == types.count else { return nil }
    let isFixed = values.map { key(ofValue: $0).isConstant }
    if isFixed.allSatisfy(\.self) { return .fixed }
    let parameters = Self.parameters(of: context.code)
    let arePassed = zip(values, isFixed).allSatisfy { value, isFixed in
      isFixed
        || value.kind == .declRef && value[.decl]?.text(.declUSR)?.isEmpty != false
          && parameters.contains(value[.decl]?.text(.baseName) ?? "")
    }
    return arePassed ? .passed : nil
  }

  /// Returns the parameter names of a function or closure that no local variable shadows.
  private static func parameters(of code: SyntaxTree.Node?) -> Set<String> {
    guard let code else { return [] }
    let names = code[.params]?.list(.params).compactMap { $0[.name]?[.baseName]?.text(.name) }
    return Set(names ?? []).filter { name in
      var pending = [code[.body] ?? code[.singleExpression]].compactMap(\.self)
      while let next = pending.popLast() {
        if next.kind == .namedPattern, next[.name]?[.baseName]?.text(.name) == name { return false }
        for child in next.children where child.record.key != .decl {
          if child.record.shape == .object { pending.append(child) }
          if child.record.shape == .array { pending += child.children }
        }
      }
      return true
    }
  }
}
