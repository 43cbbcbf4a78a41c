internal import StitcherSyntax

/// The declaration that a call refers to, with the types of its generic parameters.
struct Callee {
  /// The declaration's symbol identifier (USR), such as `s:8Stitcher15DependencyGraphC…`.
  let usr: String

  /// The name of the declaration, such as `inject` or `init`.
  let name: String

  /// The full names of the types for the generic parameters, in the order of the parameters.
  let substitutions: [(parameter: String, type: String)]

  /// The expression in front of the dot of a method call, such as `graph` in `graph.inject()`.
  let receiver: SyntaxTree.Node?

  /// The module and the type that declare the declaration. The type is empty for a free function.
  let owner: Owner

  /// Whether a module of the library declares the declaration, rather than an extension in the
  /// user's code.
  let isOurs: Bool

  /// A type that declares members.
  struct Owner: Hashable {
    let module: String
    let type: String
  }

  /// Reads the called declaration of a call expression, or returns `nil` if the tree does not name
  /// one.
  init?(call: SyntaxTree.Node) {
    guard let function = call[.fn].map(Self.unwrapped) else { return nil }
    switch function.kind {
    case .dotCall, .constructorCall:
      guard let inner = function[.fn].map(Self.unwrapped),
        inner.kind == .declRef || inner.kind == .initializerRef
      else { return nil }
      self.init(reference: inner, receiver: function[.args]?.list(.args).first?[.expr])
    case .declRef:
      self.init(reference: function, receiver: nil)
    default:
      return nil
    }
  }

  /// Reads the declaration behind a reference expression, such as a function's name.
  init?(reference: SyntaxTree.Node, receiver: SyntaxTree.Node?) {
    guard let declaration = reference[.decl], let usr = declaration.text(.declUSR), !usr.isEmpty
    else { return nil }
    self.usr = usr
    name = declaration.text(.baseName) ?? ""
    self.receiver = receiver
    owner = Self.owner(of: usr)
    isOurs = Self.isOurs(usr)
    substitutions =
      declaration[.substitutions]?.list(.substitutions).compactMap { substitution in
        guard let parameter = substitution.text(.genericParam),
          let type = substitution.text(.replacementType)
        else { return nil }
        return (parameter, TypeNames.text(type))
      } ?? []
  }

  /// Returns the type that a call substitutes for a generic parameter, such as `$sxD`.
  func substitution(_ parameter: String) -> String? {
    substitutions.first { $0.parameter == parameter }?.type
  }

  /// The types in the parameter pack of a variadic declaration, or `nil` if there is no pack.
  var pack: [String]? { substitutions.lazy.compactMap { TypeNames.pack($0.type) }.first }

  /// Removes conversions, parentheses and the module qualification around an expression.
  static func unwrapped(_ node: SyntaxTree.Node) -> SyntaxTree.Node {
    var node = node
    while true {
      let inner: SyntaxTree.Node? =
        switch node.kind {
        case .qualified: node[.rhs]
        case .other: node[.subExpr]
        default: nil
        }
      guard let inner else { return node }
      node = inner
    }
  }

  /// Whether a symbol identifier belongs to a declaration in one of the library's modules.
  static func isOurs(_ usr: String) -> Bool {
    let modules = [
      "s:8Stitcher", "s:19DependencyInjection", "s:23SwiftDependencyInjector", "s:6Stitch",
    ]
    guard modules.contains(where: usr.hasPrefix) else { return false }
    let text = TypeNames.text("$s" + usr.dropFirst(2))
    guard let start = text.firstRange(of: "(extension in ") else { return true }
    return LibraryModules.all.contains(String(text[start.upperBound...].prefix { $0 != ")" }))
  }

  /// Parses the module and the type of a symbol identifier such as
  /// `s:8Stitcher15DependencyGraphC…`.
  static func owner(of usr: String) -> Owner {
    var text = Substring(usr)
    if text.hasPrefix("s:e:") { text.removeFirst(2) }
    guard text.hasPrefix("s:") else { return Owner(module: "", type: "") }
    text.removeFirst(2)
    guard let module = identifier(&text) else { return Owner(module: "", type: "") }
    // In a mangled name, `AA` is a type that has the name of its module, such as `Stitch.Stitch`.
    let isNamesake = text.hasPrefix("AA")
    if isNamesake { text.removeFirst(2) }
    guard let type = isNamesake ? module : identifier(&text), let kind = text.first,
      "CVOP".contains(kind)
    else { return Owner(module: "", type: "") }
    return Owner(module: module, type: type)
  }

  /// Parses one identifier of a mangled name: its length, then its text. Returns `nil` for
  /// abbreviated names.
  private static func identifier(_ text: inout Substring) -> String? {
    let digits = text.prefix(while: \.isNumber)
    guard digits.first != "0", let length = Int(digits), length > 0 else { return nil }
    text = text.dropFirst(digits.count)
    guard text.utf8.count >= length else { return nil }
    let name = text.prefix(length)
    text = text.dropFirst(length)
    return String(name)
  }
}

extension SyntaxTree.Node {
  /// The arguments of a call, with their labels.
  var arguments: [(label: String, value: SyntaxTree.Node)] {
    self[.args]?.list(.args).compactMap { argument in
      argument[.expr].map { (argument.text(.label) ?? "", $0) }
    } ?? []
  }

  /// The argument with a label, or `nil` if the call leaves the default.
  func argument(_ label: String) -> SyntaxTree.Node? {
    arguments.first { $0.label == label && $0.value.kind != .defaultArgument }?.value
  }

  /// The node without the conversions and parentheses around it.
  var unwrapped: SyntaxTree.Node { Callee.unwrapped(self) }
}
