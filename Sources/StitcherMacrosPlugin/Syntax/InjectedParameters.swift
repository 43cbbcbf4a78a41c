internal import SwiftSyntax

/// What `@InjectedParameters` says of a function or an initializer: which parameters stay, and how
/// the others are injected.
struct InjectedParameters {
  /// How parameters are injected.
  let strategy: InjectedType.Strategy

  /// The kind of the enclosing type, as the attribute says.
  let parent: EnclosingType?

  /// Whether the second form injects asynchronously, whatever the first one is.
  let isAsynchronous: Bool

  /// The names that are ignored, without backticks.
  let ignored: [String]

  /// Reads the arguments of the attribute.
  ///
  /// - Parameter attribute: The attribute.
  /// - Returns: The arguments, or nil if they are malformed.
  init?(_ attribute: AttributeSyntax) {
    guard
      let arguments = AttributeArguments(
        of: attribute, labels: ["parent", "strategy", "asynchronous", "ignoring"]),
      let parent = arguments.name(
        of: "parent", among: EnclosingType.parents, standard: "classParent"),
      let strategy = arguments.name(
        of: "strategy", among: InjectedType.Strategy.allCases.map(\.rawValue),
        standard: InjectedType.Strategy.stitcherByType.rawValue),
      let isAsynchronous = arguments.flag("asynchronous"),
      let ignored = arguments.texts(of: "ignoring")
    else { return nil }
    self.parent = EnclosingType(parent: parent)
    self.strategy = InjectedType.Strategy(rawValue: strategy) ?? .stitcherByType
    self.isAsynchronous = isAsynchronous
    self.ignored = ignored.map(\.withoutBackticks)
  }

  /// Whether a parameter stays one.
  func ignores(_ parameter: FunctionParameterSyntax) -> Bool {
    ignored.contains(parameter.firstName.text.withoutBackticks)
      || ignored.contains(parameter.internalName.text.withoutBackticks)
  }

  /// What tells the property that says what a form injects from those of other initializers of the
  /// type: the text of the parameters, as far as it can stand in a name. Nil if nothing is said.
  func needsSuffix(of parameters: [FunctionParameterSyntax]) -> String? {
    if strategy == .stitcherTest { return nil }
    let words = parameters.map(\.declaration).joined(separator: " ")
      .split { !$0.isLetter && !$0.isNumber }
    return "_" + words.joined(separator: "_")
  }

  /// The expressions that tell a registration what is injected.
  func needs(_ parameters: [FunctionParameterSyntax]) -> [String] {
    parameters.filter { !ignores($0) }
      .compactMap { InjectedType($0.type).need(strategy, name: $0.givenName) }
  }

  /// The first ignored name that no parameter has.
  func unknownName(among parameters: FunctionParameterListSyntax) -> String? {
    let names = parameters.flatMap { [$0.firstName, $0.secondName].compactMap { $0 } }
      .map(\.text.withoutBackticks)
    return ignored.first { !names.contains($0) }
  }
}

extension FunctionParameterSyntax {
  /// The name inside the function.
  var internalName: TokenSyntax { secondName ?? firstName }

  /// The name inside the function as it is compared; nil if there is none.
  var givenName: String? {
    internalName.text == "_" ? nil : internalName.text.withoutBackticks
  }

  /// The label of an argument, if it has one.
  var label: String? { firstName.text == "_" ? nil : firstName.text.asLabel }

  /// The parameter without comments, white space around it, and comma.
  var declaration: String { with(\.trailingComma, nil).trimmedDescription }
}

extension String {
  /// An identifier as it is compared.
  var withoutBackticks: String {
    count > 2 && hasPrefix("`") && hasSuffix("`") ? String(dropFirst().dropLast()) : self
  }

  /// An identifier as the label of an argument, where hardly a keyword is escaped.
  var asLabel: String {
    let name = withoutBackticks
    let isWord = name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    return isWord && !["inout", "let", "var"].contains(name) ? name : self
  }
}

extension DeclModifierListSyntax {
  /// The access level that is written, if one is.
  var access: String? {
    let levels: Set = ["open", "public", "package", "internal", "fileprivate", "private"]
    // `private(set)` says nothing of the declaration itself.
    return first { levels.contains($0.name.text) && $0.detail == nil }?.name.text
  }

  /// Whether a modifier is written.
  func has(_ name: String) -> Bool { contains { $0.name.text == name } }
}
