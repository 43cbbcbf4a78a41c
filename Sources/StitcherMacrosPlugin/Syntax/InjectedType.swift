internal import SwiftSyntax

/// The type of what is injected: a parameter's or a property's.
struct InjectedType {
  /// How an expression injects.
  enum Strategy: String, CaseIterable {
    /// By the type.
    case stitcherByType
    /// By the name, or by the type where there is none.
    case stitcherByName
    /// Not at all: a text that tests recognize.
    case stitcherTest
  }

  /// The type without what only parameters have: `@escaping`, `sending` and the like.
  let type: TypeSyntax

  /// The words that were removed from the type, such as `inout`.
  let specifiers: Set<String>

  /// Reads a type.
  init(_ type: TypeSyntax) {
    guard let attributed = type.as(AttributedTypeSyntax.self) else {
      self.type = type.trimmed
      specifiers = []
      return
    }
    var kept = attributed
    var specifiers: Set<String> = []
    for specifier in attributed.specifiers {
      specifiers.insert(specifier.firstToken(viewMode: .sourceAccurate)?.text ?? "")
    }
    kept.specifiers = []
    kept.attributes = attributed.attributes.filter { element in
      guard case .attribute(let attribute) = element else { return true }
      let name = attribute.attributeName.trimmedDescription
      guard ["escaping", "autoclosure", "noescape"].contains(name) else { return true }
      specifiers.insert(name)
      return false
    }
    var base = TypeSyntax(kept)
    if kept.attributes.isEmpty { base = attributed.baseType }
    if specifiers.contains("autoclosure"), let function = base.as(FunctionTypeSyntax.self) {
      base = function.returnClause.type
    }
    self.type = base.trimmed
    self.specifiers = specifiers
  }

  /// Whether the type is that of a closure.
  var isFunction: Bool { Self.isFunction(type) }

  /// Whether a type is that of a function, in parentheses or not.
  private static func isFunction(_ type: TypeSyntax) -> Bool {
    if type.is(FunctionTypeSyntax.self) { return true }
    if let attributed = type.as(AttributedTypeSyntax.self) {
      return isFunction(attributed.baseType)
    }
    if let optional = type.as(OptionalTypeSyntax.self) { return isFunction(optional.wrappedType) }
    if let tuple = type.as(TupleTypeSyntax.self), tuple.elements.count == 1,
      let element = tuple.elements.first
    {
      return isFunction(element.type)
    }
    return false
  }

  /// Whether the type uses one of some generic parameters, is opaque, or is a pack.
  ///
  /// - Parameter parameters: The names of the generic parameters.
  func isGeneric(over parameters: Set<String>) -> Bool {
    let search = GenericUse(parameters)
    search.walk(type)
    return search.isFound
  }

  /// Returns the expression that injects.
  ///
  /// - Parameters:
  ///   - strategy: How.
  ///   - name: The name, without quotes, if there is one.
  func expression(_ strategy: Strategy, name: String?) -> String {
    switch strategy {
    case .stitcherTest:
      return "GENERATED_\(Self.operand(type))"
    case .stitcherByName:
      if let name { return "try! DependencyGraph.inject(byName: \"\(name)\")" }
      return byType
    case .stitcherByType:
      return byType
    }
  }

  /// The expression that injects by type. An optional asks for what it wraps.
  private var byType: String {
    var asked = type
    if let optional = type.as(OptionalTypeSyntax.self) {
      asked = optional.wrappedType.trimmed
    } else if let optional = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      asked = optional.wrappedType.trimmed
    }
    let operand = Self.operand(asked)
    let injection = "try! DependencyGraph.inject(byType: \(operand).self)"
    let isOptional = asked.id != type.id
    return isOptional && Self.isCollection(asked) ? "\(injection) as \(operand)" : injection
  }

  /// Whether all dependencies of an element are injected.
  private static func isCollection(_ type: TypeSyntax) -> Bool {
    type.is(ArrayTypeSyntax.self)
      || ["Array", "Set", "ContiguousArray"].contains(
        type.as(IdentifierTypeSyntax.self)?.name.text ?? "")
  }

  /// The text of a type before `.self`.
  private static func operand(_ type: TypeSyntax) -> String {
    let text = type.trimmedDescription
    let isSimple =
      !type.is(SomeOrAnyTypeSyntax.self) && !type.is(CompositionTypeSyntax.self)
      && !type.is(FunctionTypeSyntax.self) && !type.is(AttributedTypeSyntax.self)
    return isSimple ? text : "(\(text))"
  }
}

/// Looks for generic parameters in a type.
private final class GenericUse: SyntaxVisitor {
  /// The names of the parameters.
  private let parameters: Set<String>

  /// Whether one was found.
  private(set) var isFound = false

  /// Creates a search for names.
  init(_ parameters: Set<String>) {
    self.parameters = parameters
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    if parameters.contains(node.name.text) { isFound = true }
    return .visitChildren
  }

  override func visit(_ node: SomeOrAnyTypeSyntax) -> SyntaxVisitorContinueKind {
    if node.someOrAnySpecifier.tokenKind == .keyword(.some) { isFound = true }
    return .visitChildren
  }

  override func visit(_ node: PackExpansionTypeSyntax) -> SyntaxVisitorContinueKind {
    isFound = true
    return .skipChildren
  }
}
