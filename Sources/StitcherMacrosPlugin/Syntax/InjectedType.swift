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

  /// Whether no value of the type can be passed at injection, as far as the text says: an
  /// existential, a tuple or a metatype, or something of them.
  var isNeverHashable: Bool { !isMade { !$0.isNeverHashable } }

  /// Whether the type is Hashable for certain: one of the standard library or of Foundation that is
  /// passed rather than injected, or a collection of it.
  var isKnownHashable: Bool {
    isMade { Self.passed.contains($0.as(IdentifierTypeSyntax.self)?.name.text ?? "") }
  }

  /// Whether no value of the type can go from one task to another, as far as the text says: a
  /// closure without attributes, or an object that may be any.
  var isNeverSendable: Bool { !isMade { !$0.isNeverSendable } }

  /// Whether a condition holds for the type, or for all that an optional, an array or a dictionary
  /// is made of.
  private func isMade(of condition: (TypeSyntax) -> Bool) -> Bool {
    let parts: [TypeSyntax] =
      if let optional = type.as(OptionalTypeSyntax.self) {
        [optional.wrappedType]
      } else if let optional = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
        [optional.wrappedType]
      } else if let array = type.as(ArrayTypeSyntax.self) {
        [array.element]
      } else if let dictionary = type.as(DictionaryTypeSyntax.self) {
        [dictionary.key, dictionary.value]
      } else if let tuple = type.as(TupleTypeSyntax.self), tuple.elements.count == 1 {
        tuple.elements.map(\.type)
      } else {
        []
      }
    return parts.isEmpty
      ? condition(type) : parts.allSatisfy { InjectedType($0).isMade(of: condition) }
  }

  /// Types that are passed rather than injected.
  private static let passed: Set = [
    "Bool", "Character", "Data", "Date", "Decimal", "Double", "Duration", "Float", "Int", "Int8",
    "Int16", "Int32", "Int64", "String", "Substring", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
    "URL", "UUID",
  ]

  /// Whether the type uses one of some generic parameters, is opaque, or is a pack.
  ///
  /// - Parameter parameters: The names of the generic parameters.
  func isGeneric(over parameters: Set<String>) -> Bool {
    let search = GenericUse(parameters)
    search.walk(type)
    return search.isFound
  }

  /// Returns the expression that injects, or stops the program.
  ///
  /// - Parameters:
  ///   - strategy: How.
  ///   - name: The name, without quotes, if there is one.
  func expression(_ strategy: Strategy, name: String?) -> String {
    (strategy == .stitcherTest ? "" : "try! ") + throwingExpression(strategy, name: name)
  }

  /// Returns the expression that injects, which stands to the right of a `try`, or `try await`.
  ///
  /// - Parameters:
  ///   - strategy: How.
  ///   - name: The name, without quotes, if there is one.
  ///   - isAwaited: Whether it is asynchronous.
  func throwingExpression(_ strategy: Strategy, name: String?, isAwaited: Bool = false) -> String {
    let inject = isAwaited ? "DependencyGraph.injectAsync" : "DependencyGraph.inject"
    switch strategy {
    case .stitcherTest:
      return "GENERATED_\(Self.operand(type))"
    case .stitcherByName:
      if let name { return "\(inject)(byName: \"\(name)\")" }
      return byType(inject)
    case .stitcherByType:
      return byType(inject)
    }
  }

  /// The expression that tells a registration what is injected; nil if nothing is.
  ///
  /// - Parameters:
  ///   - strategy: How.
  ///   - name: The name, without quotes, if there is one.
  func need(_ strategy: Strategy, name: String?) -> String? {
    switch strategy {
    case .stitcherTest: nil
    case .stitcherByName where name != nil: ".name(\"\(name ?? "")\")"
    case .stitcherByName, .stitcherByType: ".type(\(Self.operand(asked)).self)"
    }
  }

  /// The expression that tells a registration that a property is injected by a name.
  ///
  /// - Parameters:
  ///   - name: The name, with its quotes.
  ///   - isLazy: Whether that is after the factory has returned.
  func need(ofPropertyNamed name: String, isLazy: Bool = false) -> String {
    let time = isLazy ? ", isLazy: true" : ""
    return ".name(\(name), ofProperty: \(Self.operand(asked)).self\(time))"
  }

  /// The type to ask for: `X!` is not one, what it holds is.
  private var asked: TypeSyntax {
    type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self)?.wrappedType.trimmed ?? type
  }

  /// The expression that injects by type, with a function. An optional asks for what it wraps.
  private func byType(_ inject: String) -> String {
    var asked = type
    if let optional = type.as(OptionalTypeSyntax.self) {
      asked = optional.wrappedType.trimmed
    } else if let optional = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      asked = optional.wrappedType.trimmed
    }
    let operand = Self.operand(asked)
    let injection = "\(inject)(byType: \(operand).self)"
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
  static func operand(_ type: TypeSyntax) -> String {
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

extension TypeSyntax {
  /// Whether the text says that the type is not Hashable, whatever its names stand for.
  fileprivate var isNeverHashable: Bool {
    [.compositionType, .metatypeType, .someOrAnyType, .tupleType].contains(kind)
      || isAny
  }

  /// Whether the text says that the type is not Sendable, whatever its names stand for.
  fileprivate var isNeverSendable: Bool { self.is(FunctionTypeSyntax.self) || isAny }

  /// Whether the type is that of all values, or of all objects.
  private var isAny: Bool {
    ["Any", "AnyObject"].contains(self.as(IdentifierTypeSyntax.self)?.name.text ?? "")
  }
}
