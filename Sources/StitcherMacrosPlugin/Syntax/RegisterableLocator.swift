internal import SwiftSyntax

/// What a registerable dependency is found by.
enum RegisterableLocator {
  /// Its own type.
  case ownType

  /// A name, whose expression is given.
  case name(String, locator: String)

  /// A value, whose expression is given.
  case value(String, locator: String)

  /// Types that the locator lists.
  case types([String], locator: String)

  /// An expression that says nothing of itself.
  case custom(String)

  /// Its own type, and types that it is converted to.
  case abstractions([String])

  /// Its own type, and the protocols that its declaration lists.
  case conformances

  /// Reads the arguments `by` and `as`; nil if they are malformed.
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

  /// Returns the expression of the locator.
  ///
  /// - Parameters:
  ///   - declaration: The type that is registered.
  ///   - name: Its name.
  ///   - node: The attribute, for diagnostics.
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

  /// The locator of a type and of what it is converted to. The compiler checks the conversions.
  private static func converting(_ name: String, to types: [String]) -> String {
    let conversions = types.map { type in "{ $0 as \(type) }" }
    return ".type(\(name).self, as: \(conversions.joined(separator: ", ")))"
  }

  /// The texts of the types that a composition has, or of the only one.
  private static func components(_ type: TypeSyntax) -> [String] {
    guard let composition = type.as(CompositionTypeSyntax.self) else {
      return [type.trimmedDescription]
    }
    return composition.elements.flatMap { components($0.type) }
  }

  /// The text of the type in `Type.self`, without parentheses; nil for another expression.
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

  /// A type as it is compared: without `any`, and without the module or type that it
  /// is declared in.
  private static func comparable(_ text: String) -> String {
    var name = Substring(text)
    if name.hasPrefix("any ") { name = name.dropFirst(4) }
    return String(name.split(separator: ".").last ?? name)
  }

  /// Types of the standard library that nobody asks for a dependency by.
  private static let unregistered: Set = [
    "Actor", "AnyActor", "AnyObject", "AutoregisterableDependency", "BitwiseCopyable",
    "CaseIterable",
    "Codable", "Comparable", "Copyable", "CustomDebugStringConvertible", "CustomStringConvertible",
    "Decodable", "Encodable", "Equatable", "Escapable", "GlobalActor", "Hashable", "Identifiable",
    "NSObject", "Observable", "ObservableObject", "PostInstantiationAware", "RawRepresentable",
    "RegisterableDependency", "Sendable", "SendableMetatype",
  ]
}
