internal import SwiftSyntax

/// An initializer that a registration can call, with the arguments of the call.
struct RegisterableInitializer {
  /// A parameter of the initializer, for which the injection passes an argument.
  struct Parameter {
    /// The label of the argument, or `nil` if it has none.
    let label: String?

    /// The name of the parameter in the factory's closure.
    let name: String

    /// The type of the parameter in the factory's closure.
    let type: TypeSyntax

    /// A word that says why an injection cannot pass an argument for the parameter, such as
    /// `variadic`; `nil` if it can.
    let obstacle: String?
  }

  /// The parameters for which the injection passes arguments.
  let parameters: [Parameter]

  /// Whether another macro generates the initializer. Such an initializer throws an error if an
  /// injection fails.
  let isInjected: Bool

  /// The suffix in the name of the static property that lists the initializer's dependencies; `nil`
  /// if there is no such property.
  let needsSuffix: String?

  let isPreferred: Bool

  let isAsynchronous: Bool

  let isThrowing: Bool

  /// The rank of an initializer. The registration uses an initializer with the highest rank that
  /// occurs in the type.
  enum Precedence: Comparable {
    /// The initializer is marked as preferred, or it is neither throwing nor asynchronous.
    case first
    /// The initializer is asynchronous.
    case asynchronous
    /// The initializer is throwing, but not asynchronous.
    case throwing
  }

  /// The rank of the initializer among the initializers of the type.
  let precedence: Precedence

  /// Whether the initializer has the attribute `@_disfavoredOverload`.
  let isDisfavored: Bool

  /// Whether the initializer is isolated to the main actor, or `nil` if the isolation of the type
  /// applies.
  let isOnMainActor: Bool?

  /// The declaration, or `nil` for a generated or implicit initializer.
  let declaration: InitializerDeclSyntax?

  /// Reads an initializer, or returns `nil` if a registration cannot call it.
  ///
  /// For an initializer with `@InjectedParameters`, the result describes the generated overload,
  /// unless the initializer itself is marked with `@PreferredInitializer`.
  init?(_ declaration: InitializerDeclSyntax) {
    var parameters = Array(declaration.signature.parameterClause.parameters)
    let isMarked = declaration.attributes.attribute(named: "PreferredInitializer") != nil
    var isGenerated = false
    var isAwaited = false
    var needsSuffix: String?
    if !isMarked, let attribute = declaration.attributes.attribute(named: "InjectedParameters"),
      let injection = InjectedParameters(attribute), !parameters.isEmpty
    {
      let ignored = parameters.filter(injection.ignores)
      isGenerated = ignored.count < parameters.count
      if isGenerated {
        needsSuffix = injection.needsSuffix(of: parameters)
        parameters = ignored
        isAwaited = injection.isAsynchronous
      }
    }
    isAsynchronous = declaration.isAsynchronous || isAwaited
    guard declaration.obstacle == nil else { return nil }
    let canThrow = declaration.signature.effectSpecifiers?.throwsClause != nil
    self.parameters = parameters.enumerated().map { index, parameter in
      let name = parameter.internalName.text
      return Parameter(
        label: parameter.label, name: name == "_" ? "parameter\(index)" : name,
        type: parameter.type, obstacle: Self.obstacle(of: parameter))
    }
    isInjected = isGenerated
    self.needsSuffix = needsSuffix
    isPreferred = isMarked || isGenerated
    isThrowing = isGenerated || canThrow
    if isMarked || isAwaited {
      precedence = .first
    } else if isAsynchronous {
      precedence = .asynchronous
    } else {
      precedence = canThrow ? .throwing : .first
    }
    isDisfavored = declaration.attributes.attribute(named: "_disfavoredOverload") != nil
    if declaration.attributes.attribute(named: "MainActor") != nil {
      isOnMainActor = true
    } else {
      isOnMainActor = declaration.modifiers.has("nonisolated") ? false : nil
    }
    self.declaration = declaration
  }

  /// Describes the initializer that `@InjectedInitializer` generates. It has a parameter for each
  /// property that is not injected.
  init(_ injected: InjectedInitializer, _ properties: [StoredProperty]) {
    isInjected = properties.contains(where: injected.injects)
    needsSuffix = injected.needs(properties) != nil ? "" : nil
    isAsynchronous = isInjected && injected.isAsynchronous
    isThrowing = isInjected
    precedence = .first
    parameters = properties.filter { !injected.injects($0) && !$0.hasImplicitValue }.map {
      Parameter(
        label: $0.name.asLabel, name: $0.name, type: $0.type,
        obstacle: InjectedType($0.type).isFunction ? "closure" : nil)
    }
    isPreferred = true
    isDisfavored = false
    isOnMainActor = nil
    declaration = nil
  }

  /// Describes the implicit initializer of a type in which all properties have values.
  init() {
    parameters = []
    isInjected = false
    needsSuffix = nil
    isPreferred = false
    isAsynchronous = false
    isThrowing = false
    precedence = .first
    isDisfavored = false
    isOnMainActor = nil
    declaration = nil
  }

  /// The argument labels of the call.
  var labels: [String?] { (isInjected ? ["injecting"] : []) + parameters.map(\.label) }

  /// Returns a word that says why an injection cannot pass an argument for a parameter; `nil` if it
  /// can.
  private static func obstacle(of parameter: FunctionParameterSyntax) -> String? {
    if parameter.ellipsis != nil { return "variadic" }
    let type = InjectedType(parameter.type)
    if type.specifiers.contains("inout") { return "inout" }
    if type.isFunction || type.specifiers.contains("autoclosure") { return "closure" }
    return nil
  }
}
