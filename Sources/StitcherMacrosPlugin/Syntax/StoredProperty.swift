internal import SwiftSyntax

/// A stored property that an initializer must give a value, or may.
struct StoredProperty {
  /// Its name as it is written.
  let name: String

  /// Its type.
  let type: TypeSyntax

  /// Whether it is a constant.
  let isConstant: Bool

  /// The declaration, for its place.
  let declaration: VariableDeclSyntax

  /// The conditional block that it stands in.
  let isConditional: Bool

  /// Whether it is a variable that is nil where it is given no value.
  var hasImplicitValue: Bool {
    !isConstant
      && (type.is(OptionalTypeSyntax.self) || type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self))
  }

  /// The properties of a type that have no value where they are declared, in order.
  ///
  /// - Parameter members: The members of the type.
  /// - Throws: The pattern of a property that has no name of its own.
  static func withoutValue(in members: MemberBlockItemListSyntax, isConditional: Bool = false)
    throws(UnnamedProperty) -> [StoredProperty]
  {
    var properties: [StoredProperty] = []
    for member in members {
      if let variable = member.decl.as(VariableDeclSyntax.self) {
        properties += try withoutValue(of: variable, isConditional: isConditional)
      } else if let block = member.decl.as(IfConfigDeclSyntax.self) {
        for clause in block.clauses {
          if case .decls(let members)? = clause.elements {
            properties += try withoutValue(in: members, isConditional: true)
          }
        }
      }
    }
    return properties
  }

  /// The properties of one declaration.
  private static func withoutValue(of variable: VariableDeclSyntax, isConditional: Bool)
    throws(UnnamedProperty) -> [StoredProperty]
  {
    let isStored = !variable.modifiers.contains {
      ["static", "class", "lazy"].contains($0.name.text)
    }
    guard isStored, !variable.isWrapped else { return [] }
    var properties: [StoredProperty] = []
    // In `let a, b: Int` the type follows the last name.
    var type: TypeSyntax?
    for binding in variable.bindings.reversed() {
      type = binding.typeAnnotation?.type ?? type
      guard binding.initializer == nil, !binding.isComputed else { continue }
      guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self) else {
        throw UnnamedProperty()
      }
      guard let type else { continue }
      properties.insert(
        StoredProperty(
          name: pattern.identifier.text, type: type.trimmed,
          isConstant: variable.bindingSpecifier.tokenKind == .keyword(.let),
          declaration: variable, isConditional: isConditional), at: 0)
    }
    return properties
  }
}

/// The error of properties that are declared together, in a tuple.
struct UnnamedProperty: Error {}

extension VariableDeclSyntax {
  /// Whether an attribute may give the property its value, as property wrappers do.
  fileprivate var isWrapped: Bool {
    let harmless: Set = [
      "ObservationIgnored", "ObservationTracked", "MainActor", "available", "objc",
      "usableFromInline",
    ]
    return bindingSpecifier.tokenKind == .keyword(.var)
      && attributes.contains { element in
        guard case .attribute(let attribute) = element else { return false }
        return !harmless.contains(attribute.lastName)
      }
  }
}

extension PatternBindingSyntax {
  /// Whether the property has a getter; observers alone leave it stored.
  fileprivate var isComputed: Bool {
    guard let accessorBlock else { return false }
    guard case .accessors(let list) = accessorBlock.accessors else { return true }
    return !list.allSatisfy {
      [.keyword(.willSet), .keyword(.didSet)].contains($0.accessorSpecifier.tokenKind)
    }
  }
}
