internal import SwiftSyntax

/// The lookup key that a `@Registerable` attribute declares.
enum RegisterableLocator {
  /// The key is the type itself.
  case ownType

  /// The key is a name. The payloads are the source code of the name, and of the whole locator.
  case name(String, locator: String)

  /// The key is a value. The payloads are the source code of the value, and of the whole locator.
  case value(String, locator: String)

  /// The keys are types. The payloads are the types that the locator lists, and the source code of
  /// the whole locator.
  case types([String], locator: String)

  /// The key is unknown to the macro, since the locator is an expression such as a constant. The
  /// payload is its source code.
  case custom(String)

  /// The keys are the type itself, and the protocols or superclasses to which it is converted.
  case abstractions([String])

  /// The keys are the type itself, and the protocols in its inheritance clause.
  case conformances

  /// Reads the arguments `by` and `as`, or returns `nil` if they are malformed.
  init?(by: [ExprSyntax], as abstractions: [ExprSyntax]) {
    guard by.count <= 1, by.isEmpty || abstractions.isEmpty else { return nil }
    if !abstractions.isEmpty {
      let texts = abstractions.map(\.trimmedText)
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
    let text = expression.trimmedText
    guard let call = expression.as(FunctionCallExprSyntax.self) else {
      self = .custom(text)
      return
    }
    let contents = call.arguments.trimmedText
    switch call.calledExpression.trimmedText.split(separator: ".").last {
    case "name": self = .name(contents, locator: text)
    case "value": self = .value(contents, locator: text)
    case "type":
      let types = call.arguments.map {
        Self.type($0.expression) ?? $0.expression.trimmedText
      }
      self = .types(types, locator: text)
    default: self = .custom(text)
    }
  }

  /// Returns the source code of the locator in the registration, or throws a diagnostic.
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
      let known = Set(inherited.map { Self.comparable($0.trimmedText) })
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

  /// Returns the source code of a locator that contains a type and the types to which it is
  /// converted. The compiler checks the conversions.
  private static func converting(_ name: String, to types: [String]) -> String {
    let conversions = types.map { type in "{ $0 as \(type) }" }
    return ".type(\(name).self, as: \(conversions.joined(separator: ", ")))"
  }

  /// Returns the source code of the types in a composition such as `A & B`, or of a single type.
  private static func components(_ type: TypeSyntax) -> [String] {
    guard let composition = type.as(CompositionTypeSyntax.self) else {
      return [type.trimmedText]
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
      return element.expression.trimmedText
    }
    return base.trimmedText
  }

  /// Returns the name of a type in a form that can be compared: without `any`, its module and its
  /// enclosing type.
  private static func comparable(_ text: String) -> String {
    var name = Substring(text)
    if name.hasPrefix("any ") { name = name.dropFirst(4) }
    return String(name.split(separator: ".").last ?? name)
  }

  /// The protocols and classes that are not useful as lookup keys, such as `Sendable`.
  private static let unregistered: Set = [
    "Actor", "AnyActor", "AnyObject", "AutoregisterableDependency", "BitwiseCopyable",
    "CaseIterable",
    "Codable", "Comparable", "Copyable", "CustomDebugStringConvertible", "CustomStringConvertible",
    "Decodable", "Encodable", "Equatable", "Escapable", "GlobalActor", "Hashable", "Identifiable",
    "NSObject", "Observable", "ObservableObject", "PostInstantiationAware", "RawRepresentable",
    "RegisterableDependency", "Sendable", "SendableMetatype",
  ]
}
