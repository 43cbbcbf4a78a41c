internal import SwiftSyntax

/// The type of an injected parameter or property.
struct InjectedType {
  /// The way in which generated code injects a value.
  enum Strategy: String, CaseIterable {
    /// The lookup key is the type of the value.
    case stitcherByType
    /// The lookup key is the name of the value, or the type if the value has no name.
    case stitcherByName
    /// The generated code is a placeholder instead of an injection. Only tests of the macro use
    /// this strategy.
    case stitcherTest
  }

  /// The type, without the specifiers and attributes that only parameters may have, such as
  /// `@escaping` or `sending`.
  let type: TypeSyntax

  /// The names of the removed specifiers and attributes, such as `inout`.
  let specifiers: Set<String>

  init(_ type: TypeSyntax) {
    guard let attributed = type.as(AttributedTypeSyntax.self) else {
      self.type = type
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
      let name = attribute.attributeName.trimmedText
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

  /// Whether the type is a closure.
  var isFunction: Bool { Self.isFunction(type) }

  /// Returns whether a type is a function, possibly optional or in parentheses.
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

  /// Whether the source code shows that the type is not `Hashable`: it is an existential, a tuple,
  /// a metatype, or a composite of these.
  var isNeverHashable: Bool { !isMade { !$0.isNeverHashable } }

  /// Whether the source code shows that the type is `Hashable`: it is a type such as `String` or
  /// `URL`, or a collection of such a type.
  var isKnownHashable: Bool {
    isMade { Self.passed.contains($0.as(IdentifierTypeSyntax.self)?.name.text ?? "") }
  }

  /// Whether the source code shows that the type is not `Sendable`: it is a closure without
  /// attributes, `Any` or `AnyObject`.
  var isNeverSendable: Bool { !isMade { !$0.isNeverSendable } }

  /// Returns whether a condition holds for the type. For an optional, a collection or a tuple, the
  /// condition must hold for all types that it contains.
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

  /// The names of value types, such as `String`. Parameters of these types are usually passed as
  /// arguments, not injected.
  private static let passed: Set = [
    "Bool", "Character", "Data", "Date", "Decimal", "Double", "Duration", "Float", "Int", "Int8",
    "Int16", "Int32", "Int64", "String", "Substring", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
    "URL", "UUID",
  ]

  /// Returns whether the type depends on generics: it uses a generic parameter, is opaque, or is a
  /// parameter pack.
  ///
  /// - Parameter parameters: The names of the generic parameters.
  func isGeneric(over parameters: Set<String>) -> Bool {
    let search = GenericUse(parameters)
    search.walk(type)
    return search.isFound
  }

  /// Returns an expression that injects a value, and stops the program if the injection fails.
  ///
  /// - Parameters:
  ///   - strategy: The way in which the value is injected.
  ///   - name: The name without quotes, or `nil`.
  func expression(_ strategy: Strategy, name: String?) -> String {
    (strategy == .stitcherTest ? "" : "try! ") + throwingExpression(strategy, name: name)
  }

  /// Returns an expression that injects a value. The generated code writes `try` or `try await`
  /// before it.
  ///
  /// - Parameters:
  ///   - strategy: The way in which the value is injected.
  ///   - name: The name without quotes, or `nil`.
  ///   - isAwaited: Whether the expression is asynchronous.
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

  /// Returns the expression that describes a dependency for verification; `nil` for the strategy of
  /// tests.
  ///
  /// - Parameters:
  ///   - strategy: The way in which the value is injected.
  ///   - name: The name without quotes, or `nil`.
  func need(_ strategy: Strategy, name: String?) -> String? {
    switch strategy {
    case .stitcherTest: nil
    case .stitcherByName where name != nil: ".name(\"\(name ?? "")\")"
    case .stitcherByName, .stitcherByType: ".type(\(Self.operand(asked)).self)"
    }
  }

  /// Returns the expression that describes a property's dependency for verification, if the
  /// property injects by a name.
  ///
  /// - Parameters:
  ///   - name: The name with quotes.
  ///   - isLazy: Whether the property is injected after the factory has returned.
  func need(ofPropertyNamed name: String, isLazy: Bool = false) -> String {
    let time = isLazy ? ", isLazy: true" : ""
    return ".name(\(name), ofProperty: \(Self.operand(asked)).self\(time))"
  }

  /// The type to inject. For the syntax `X!`, which is not a type, this is `X`.
  private var asked: TypeSyntax {
    type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self)?.wrappedType.trimmed ?? type
  }

  /// Returns an expression that calls the given function to inject by type. For an optional, the
  /// expression injects the wrapped type.
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

  /// Returns whether a type is a collection. An injection of a collection injects all dependencies
  /// of its element type.
  private static func isCollection(_ type: TypeSyntax) -> Bool {
    type.is(ArrayTypeSyntax.self)
      || ["Array", "Set", "ContiguousArray"].contains(
        type.as(IdentifierTypeSyntax.self)?.name.text ?? "")
  }

  /// Returns the source code of a type as it is written before `.self`, in parentheses if
  /// necessary.
  static func operand(_ type: TypeSyntax) -> String {
    let text = type.trimmedText
    let isSimple =
      !type.is(SomeOrAnyTypeSyntax.self) && !type.is(CompositionTypeSyntax.self)
      && !type.is(FunctionTypeSyntax.self) && !type.is(AttributedTypeSyntax.self)
    return isSimple ? text : "(\(text))"
  }
}

/// A search for generic parameters in a type.
private final class GenericUse: SyntaxVisitor {
  /// The names of the generic parameters.
  private let parameters: Set<String>

  private(set) var isFound = false

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
  /// Whether the syntax shows that the type is not `Hashable`.
  fileprivate var isNeverHashable: Bool {
    [.compositionType, .metatypeType, .someOrAnyType, .tupleType].contains(kind)
      || isAny
  }

  /// Whether the syntax shows that the type is not `Sendable`.
  fileprivate var isNeverSendable: Bool { self.is(FunctionTypeSyntax.self) || isAny }

  /// Whether the type is `Any` or `AnyObject`.
  private var isAny: Bool {
    ["Any", "AnyObject"].contains(self.as(IdentifierTypeSyntax.self)?.name.text ?? "")
  }
}
