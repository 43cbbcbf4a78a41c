internal import SwiftSyntax

/// The arguments of an `@InjectedParameters` attribute.
struct InjectedParameters {
  /// The way in which parameters are injected: by type or by name.
  let strategy: InjectedType.Strategy

  /// The kind of the enclosing type, which the attribute declares.
  let parent: EnclosingType?

  /// Whether the overload injects asynchronously, even if the original declaration is synchronous.
  let isAsynchronous: Bool

  /// The names of the ignored parameters, without backticks.
  let ignored: [String]

  /// Reads the arguments, or returns `nil` if they are malformed.
  ///
  /// - Parameter attribute: The attribute.
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

  /// Returns whether a parameter is ignored. The overload has all ignored parameters.
  func ignores(_ parameter: FunctionParameterSyntax) -> Bool {
    ignored.contains(parameter.firstName.text.withoutBackticks)
      || ignored.contains(parameter.internalName.text.withoutBackticks)
  }

  /// Returns the suffix in the name of the static property that lists an initializer's
  /// dependencies; `nil` if there is no such property.
  ///
  /// The suffix consists of the letters and digits of the parameters. It distinguishes the
  /// properties of several initializers.
  func needsSuffix(of parameters: [FunctionParameterSyntax]) -> String? {
    if strategy == .stitcherTest { return nil }
    let words = parameters.map(\.declaration).joined(separator: " ")
      .split { !$0.isLetter && !$0.isNumber }
    return "_" + words.joined(separator: "_")
  }

  /// Returns the expressions that describe the injected dependencies. Verification evaluates these
  /// expressions.
  func needs(_ parameters: [FunctionParameterSyntax]) -> [String] {
    parameters.filter { !ignores($0) }
      .compactMap { InjectedType($0.type).need(strategy, name: $0.givenName) }
  }

  /// Returns the first ignored name that does not match a parameter, or `nil`.
  func unknownName(among parameters: FunctionParameterListSyntax) -> String? {
    let names = parameters.flatMap { [$0.firstName, $0.secondName].compactMap { $0 } }
      .map(\.text.withoutBackticks)
    return ignored.first { !names.contains($0) }
  }
}

extension FunctionParameterSyntax {
  /// The name of the parameter inside the function.
  var internalName: TokenSyntax { secondName ?? firstName }

  /// The name of the parameter inside the function, without backticks; `nil` if the parameter has
  /// no name.
  var givenName: String? {
    internalName.text == "_" ? nil : internalName.text.withoutBackticks
  }

  /// The label of the argument, or `nil` if it has none.
  var label: String? { firstName.text == "_" ? nil : firstName.text.asLabel }

  /// The parameter without comments, surrounding white space, and comma.
  var declaration: String { with(\.trailingComma, nil).trimmedText }
}

extension String {
  /// The identifier without backticks.
  var withoutBackticks: String {
    count > 2 && hasPrefix("`") && hasSuffix("`") ? String(dropFirst().dropLast()) : self
  }

  /// The identifier as an argument label, in which only a few keywords need backticks.
  var asLabel: String {
    let name = withoutBackticks
    let isWord = name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    return isWord && !["inout", "let", "var"].contains(name) ? name : self
  }
}

extension DeclModifierListSyntax {
  /// The declared access level, or `nil`.
  var access: String? {
    let levels: Set = ["open", "public", "package", "internal", "fileprivate", "private"]
    // `private(set)` is not the access level of the declaration itself.
    return first { levels.contains($0.name.text) && $0.detail == nil }?.name.text
  }

  /// Returns whether the list contains a modifier.
  func has(_ name: String) -> Bool { contains { $0.name.text == name } }
}
