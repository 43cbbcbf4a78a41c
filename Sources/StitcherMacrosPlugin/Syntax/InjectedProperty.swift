internal import SwiftSyntax

/// A property with the attribute `@Injected`, which is injected at its first read.
struct InjectedProperty {
  let attribute: AttributeSyntax

  let type: TypeSyntax

  /// Returns the properties of a type in order, without those in `#if` blocks.
  static func all(in declaration: some DeclGroupSyntax) -> [InjectedProperty] {
    declaration.memberBlock.members.compactMap { member in
      guard let variable = member.decl.as(VariableDeclSyntax.self),
        !variable.modifiers.contains(where: { ["static", "class"].contains($0.name.text) }),
        let attribute = variable.attributes.attribute(named: "Injected"),
        variable.bindings.count == 1, let type = variable.bindings.first?.typeAnnotation?.type
      else { return nil }
      return InjectedProperty(attribute: attribute, type: type.trimmed)
    }
  }

  /// The expression that describes the dependency for verification; `nil` if the lookup key is
  /// neither a type nor a literal.
  var need: String? {
    let injected = InjectedType(type)
    guard let arguments = attribute.arguments else {
      return ".type(\(InjectedType.operand(injected.type)).self, isLazy: true)"
    }
    guard case .argumentList(let list) = arguments, list.count == 1, let only = list.first,
      only.label?.text == "name", only.expression.is(StringLiteralExprSyntax.self)
    else { return nil }
    return injected.need(
      ofPropertyNamed: only.expression.trimmedText, isLazy: true)
  }
}
