internal import StitcherSyntax

/// The declaration that a call refers to.
struct Callee {
  /// The declaration's identifier.
  let usr: String

  /// The name, such as `inject`, or `init`.
  let name: String

  /// The full names of the types for the generic parameters, in order.
  let substitutions: [(parameter: String, type: String)]

  /// The expression in front of the dot of a method call.
  let receiver: SyntaxTree.Node?

  /// The module and the type that declare it, or that an extension is of; the type is empty for a
  /// free function.
  let owner: Owner

  /// Whether one of the library's modules declares it: not an extension of the user's.
  let isOurs: Bool

  /// A type that declares members.
  struct Owner: Hashable {
    let module: String
    let type: String
  }

  /// Returns what a call expression calls, if that is known.
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

  /// Describes a reference to a declaration.
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

  /// Returns the type for a generic parameter, such as `$sxD`.
  func substitution(_ parameter: String) -> String? {
    substitutions.first { $0.parameter == parameter }?.type
  }

  /// The types in the pack of a variadic declaration; nil if there is none.
  var pack: [String]? { substitutions.lazy.compactMap { TypeNames.pack($0.type) }.first }

  /// Takes away conversions and parentheses, and the module before a name.
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

  /// Whether an identifier is that of a declaration in one of the library's modules.
  static func isOurs(_ usr: String) -> Bool {
    let modules = [
      "s:8Stitcher", "s:19DependencyInjection", "s:23SwiftDependencyInjector", "s:6Stitch",
    ]
    guard modules.contains(where: usr.hasPrefix) else { return false }
    let text = TypeNames.text("$s" + usr.dropFirst(2))
    guard let start = text.firstRange(of: "(extension in ") else { return true }
    return LibraryModules.all.contains(String(text[start.upperBound...].prefix { $0 != ")" }))
  }

  /// Reads the module and the type from an identifier such as `s:8Stitcher15DependencyGraphC…`.
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

  /// Reads an identifier with its length before it, as long as nothing in it is abbreviated.
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

  /// The argument with a label, unless it is a default.
  func argument(_ label: String) -> SyntaxTree.Node? {
    arguments.first { $0.label == label && $0.value.kind != .defaultArgument }?.value
  }

  /// The node without conversions around it.
  var unwrapped: SyntaxTree.Node { Callee.unwrapped(self) }
}
