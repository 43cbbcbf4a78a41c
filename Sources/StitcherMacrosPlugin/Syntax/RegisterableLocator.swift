internal import SwiftSyntax

/// The lookup key in a `@Registerable` attribute.
enum RegisterableLocator {
  /// The type itself.
  case ownType

  /// A name, with the expression of the name.
  case name(String, locator: String)

  /// A value, with the expression of the value.
  case value(String, locator: String)

  /// The types that the locator lists.
  case types([String], locator: String)

  /// An expression with unknown contents, such as a constant.
  case custom(String)

  /// The type itself, and types to which it is converted.
  case abstractions([String])

  /// The type itself, and the protocols in its inheritance clause.
  case conformances

  /// Reads the arguments `by` and `as`, or returns `nil` if they are malformed.
  init?(by: [ExprSyntax], as abstractions: [ExprSyntax]) {
    guard by.count <= 1, by.isEmpty || abstractions.isEmpty else { return nil }
    if !abstractions.isEmpty {
      let texts = abstractions.map(\.trimmedDescription)
      if texts.count == 1, texts[0].split(separator: ".").last == "conformances" {
        self = .conformances
        return
      }
      let types = abstractions.compactMap(Self.type)
      guard types.count == texts.count else { return nil }
      self = .abstractions(types)
      return
    }
    guard let expression = by.first else {
      self = .ownType
      return
    }
    let text = expression.trimmedDescription
    guard let call = expression.as(FunctionCallExprSyntax.self) else {
      self = .custom(text)
      return
    }
    let contents = call.arguments.trimmedDescription
    switch call.calledExpression.trimmedDescription.split(separator: ".").last {
    case "name": self = .name(contents, locator: text)
    case "value": self = .value(contents, locator: text)
    case "type":
      let types = call.arguments.map {
        Self.type($0.expression) ?? $0.expression.trimmedDescription
      }
      self = .types(types, locator: text)
    default: self = .custom(text)
    }
  }

  /// Returns the expression of the locator, or throws a diagnostic.
  ///
  /// - Parameters:
  ///   - declaration: The registered type.
  ///   - name: The name of the type.
  ///   - node: The attribute at which a diagnostic is shown.
  func expression(of declaration: some DeclGroupSyntax, named name: String, _ node: AttributeSyntax)
    throws -> String
  {
    let inherited = declaration.inheritanceClause?.inheritedTypes.map(\.type) ?? []
    switch self {
    case .ownType: return ".type(\(name).self)"
    case .name(_, let locator), .value(_, let locator), .custom(let locator): return locator
    case .types(let types, let locator):
      let known = Set(inherited.map { Self.comparable($0.trimmedDescription) })
        .union([Self.comparable(name), "Self"])
      guard types.allSatisfy({ known.contains(Self.comparable($0)) }) else {
        throw RegisterableDiagnostic.at(node, .malformedArgumentsUnrelatedLocatorTypes)
      }
      return locator
    case .abstractions(let types): return Self.converting(name, to: types)
    case .conformances:
      let protocols = inherited.flatMap(Self.components).filter {
        let isPlain = !$0.hasPrefix("@") && !$0.hasPrefix("~")
        return isPlain && !Self.unregistered.contains(Self.comparable($0))
      }
      guard !protocols.isEmpty else {
        throw RegisterableDiagnostic.at(node, .noWrittenConformance)
      }
      return Self.converting(name, to: protocols.map { "any " + $0 })
    }
  }

  /// Returns the locator of a type and of the types to which it is converted; the compiler checks
  /// the conversions.
  private static func converting(_ name: String, to types: [String]) -> String {
    let conversions = types.map { type in "{ $0 as \(type) }" }
    return ".type(\(name).self, as: \(conversions.joined(separator: ", ")))"
  }

  /// Returns the source code of the types in a composition, or of the single type.
  private static func components(_ type: TypeSyntax) -> [String] {
    guard let composition = type.as(CompositionTypeSyntax.self) else {
      return [type.trimmedDescription]
    }
    return composition.elements.flatMap { components($0.type) }
  }

  /// Returns the source code of the type in `Type.self`, without parentheses, or `nil` for another
  /// expression.
  private static func type(_ expression: ExprSyntax) -> String? {
    guard let access = expression.as(MemberAccessExprSyntax.self),
      access.declName.baseName.tokenKind == .keyword(.self), let base = access.base
    else { return nil }
    if let tuple = base.as(TupleExprSyntax.self), tuple.elements.count == 1,
      let element = tuple.elements.first
    {
      return element.expression.trimmedDescription
    }
    return base.trimmedDescription
  }

  /// Returns the name of a type for comparison, without `any`, its module and its enclosing type.
  private static func comparable(_ text: String) -> String {
    var name = Substring(text)
    if name.hasPrefix("any ") { name = name.dropFirst(4) }
    return String(name.split(separator: ".").last ?? name)
  }

  /// The protocols and classes that are no useful lookup keys, such as `Sendable`.
  private static let unregistered: Set = [
    "Actor", "AnyActor", "AnyObject", "AutoregisterableDependency", "BitwiseCopyable",
    "CaseIterable",
    "Codable", "Comparable", "Copyable", "CustomDebugStringConvertible", "CustomStringConvertible",
    "Decodable", "Encodable", "Equatable", "Escapable", "GlobalActor", "Hashable", "Identifiable",
    "NSObject", "Observable", "ObservableObject", "PostInstantiationAware", "RawRepresentable",
    "RegisterableDependency", "Sendable", "SendableMetatype",
  ]
}
