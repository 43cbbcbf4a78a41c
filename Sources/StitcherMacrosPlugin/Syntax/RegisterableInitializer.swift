internal import SwiftSyntax

/// An initializer that a registration can call, in the form in which it calls it.
struct RegisterableInitializer {
  /// A parameter that is passed at injection.
  struct Parameter {
    /// The label of the argument, if it has one.
    let label: String?

    /// The name in the factory's closure.
    let name: String

    /// What the factory's closure takes for it.
    let type: TypeSyntax

    /// Why an injection cannot pass it, if that is so: `variadic` and the like.
    let obstacle: String?
  }

  /// The parameters that are passed.
  let parameters: [Parameter]

  /// Whether another macro generates it, in a form that throws where an injection fails.
  let isInjected: Bool

  /// What comes after the type in the name of the property with which the macro that generates it
  /// says what it injects; nil if it does not say so.
  let needsSuffix: String?

  /// Whether it is preferred.
  let isPreferred: Bool

  /// Whether it is asynchronous.
  let isAsynchronous: Bool

  /// Whether it throws.
  let isThrowing: Bool

  /// The rank among the initializers of the type: one that is used only where no other is marked or
  /// asked for comes after those that any caller can call.
  enum Precedence: Comparable {
    /// The initializer neither throws nor is asynchronous, or is marked.
    case first
    /// The initializer is asynchronous.
    case asynchronous
    /// The initializer throws, and is synchronous.
    case throwing
  }

  /// The rank among the initializers of the type.
  let precedence: Precedence

  /// Whether other initializers go before it.
  let isDisfavored: Bool

  /// Whether it must be called on the main actor; nil if the type says so.
  let isOnMainActor: Bool?

  /// The declaration, if one is written.
  let declaration: InitializerDeclSyntax?

  /// Reads an initializer; nil if it cannot be used.
  ///
  /// With injected parameters, the form that the macro generates is meant, unless the initializer
  /// itself is preferred.
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

  /// The initializer that `@InjectedInitializer` generates, which takes what it does not inject.
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

  /// The initializer that the compiler makes where every property has a value.
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

  /// The labels, as they are called.
  var labels: [String?] { (isInjected ? ["injecting"] : []) + parameters.map(\.label) }

  /// Why an injection cannot pass a parameter.
  private static func obstacle(of parameter: FunctionParameterSyntax) -> String? {
    if parameter.ellipsis != nil { return "variadic" }
    let type = InjectedType(parameter.type)
    if type.specifiers.contains("inout") { return "inout" }
    if type.isFunction || type.specifiers.contains("autoclosure") { return "closure" }
    return nil
  }
}
