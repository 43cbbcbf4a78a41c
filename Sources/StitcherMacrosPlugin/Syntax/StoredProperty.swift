internal import SwiftSyntax

/// A stored property that has no value in its declaration.
struct StoredProperty {
  /// The name of the property, in the form in which it is declared.
  let name: String

  let type: TypeSyntax

  /// Whether the property is declared with `let`.
  let isConstant: Bool

  /// The declaration; error messages print its source location.
  let declaration: VariableDeclSyntax

  /// Whether the property is in an `#if` block.
  let isConditional: Bool

  /// Whether the property is an optional variable, which is `nil` by default.
  var hasImplicitValue: Bool {
    !isConstant
      && (type.is(OptionalTypeSyntax.self) || type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self))
  }

  /// Returns the stored properties of a type that have no value in their declarations, in order.
  ///
  /// - Parameter members: The members of the type.
  /// - Throws: ``UnnamedProperty`` if properties are declared together in a tuple.
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

  /// Returns the properties of one declaration.
  private static func withoutValue(of variable: VariableDeclSyntax, isConditional: Bool)
    throws(UnnamedProperty) -> [StoredProperty]
  {
    let isStored = !variable.modifiers.contains {
      ["static", "class", "lazy"].contains($0.name.text)
    }
    guard isStored, !variable.isWrapped else { return [] }
    var properties: [StoredProperty] = []
    // In `let a, b: Int`, the type follows the last name.
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
          name: pattern.identifier.text, type: type,
          isConstant: variable.bindingSpecifier.tokenKind == .keyword(.let),
          declaration: variable, isConditional: isConditional), at: 0)
    }
    return properties
  }
}

/// The error for a declaration that declares several properties by a tuple pattern.
struct UnnamedProperty: Error {}

extension VariableDeclSyntax {
  /// Whether the property has an attribute that may give it a value, such as a property wrapper.
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
  /// Whether the property has a getter; a property with observers only is stored.
  fileprivate var isComputed: Bool {
    guard let accessorBlock else { return false }
    guard case .accessors(let list) = accessorBlock.accessors else { return true }
    return !list.allSatisfy {
      [.keyword(.willSet), .keyword(.didSet)].contains($0.accessorSpecifier.tokenKind)
    }
  }
}
