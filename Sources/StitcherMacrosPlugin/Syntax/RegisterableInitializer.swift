internal import SwiftSyntax

/// An initializer that a registration can call, in the form of the call.
struct RegisterableInitializer {
  /// A parameter that the injection passes.
  struct Parameter {
    /// The label of the argument, or `nil` if it has none.
    let label: String?

    /// The name in the factory's closure.
    let name: String

    /// The type in the factory's closure.
    let type: TypeSyntax

    /// The reason why an injection cannot pass the parameter, such as `variadic`, or `nil`.
    let obstacle: String?
  }

  /// The parameters that the injection passes.
  let parameters: [Parameter]

  /// Whether another macro generates the initializer, which then throws if an injection fails.
  let isInjected: Bool

  /// The suffix in the name of the static property that lists the initializer's dependencies, or
  /// `nil` if there is no property.
  let needsSuffix: String?

  let isPreferred: Bool

  let isAsynchronous: Bool

  let isThrowing: Bool

  /// The rank of an initializer among those of the type. A lower rank is used only if no
  /// initializer has a higher one.
  enum Precedence: Comparable {
    /// The initializer neither throws nor is asynchronous, or it is marked.
    case first
    /// The initializer is asynchronous.
    case asynchronous
    /// The initializer throws, and is synchronous.
    case throwing
  }

  /// The rank of the initializer among those of the type.
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
        type: parameter.type.trimmed, obstacle: Self.obstacle(of: parameter))
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

  /// Creates the description of the initializer that `@InjectedInitializer` generates, with
  /// parameters for the properties that are not injected.
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

  /// Creates the description of the implicit initializer of a type whose properties all have
  /// values.
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

  /// The labels of the call.
  var labels: [String?] { (isInjected ? ["injecting"] : []) + parameters.map(\.label) }

  /// Returns the reason why an injection cannot pass a parameter, or `nil`.
  private static func obstacle(of parameter: FunctionParameterSyntax) -> String? {
    if parameter.ellipsis != nil { return "variadic" }
    let type = InjectedType(parameter.type)
    if type.specifiers.contains("inout") { return "inout" }
    if type.isFunction || type.specifiers.contains("autoclosure") { return "closure" }
    return nil
  }
}
