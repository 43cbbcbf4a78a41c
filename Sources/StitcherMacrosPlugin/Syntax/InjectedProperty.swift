internal import SwiftSyntax

/// A property with `@Injected`, which is injected at its first read.
struct InjectedProperty {
  /// The attribute.
  let attribute: AttributeSyntax

  /// The type of the property.
  let type: TypeSyntax

  /// All of a type, in order; those in `#if` blocks are left out.
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

  /// The expression that tells a registration what is injected; nil if it is asked for by
  /// more than its type or a literal.
  var need: String? {
    let injected = InjectedType(type)
    guard let arguments = attribute.arguments else {
      return ".type(\(InjectedType.operand(injected.type)).self, isLazy: true)"
    }
    guard case .argumentList(let list) = arguments, list.count == 1, let only = list.first,
      only.label?.text == "name", only.expression.is(StringLiteralExprSyntax.self)
    else { return nil }
    return injected.need(
      ofPropertyNamed: only.expression.trimmedDescription, isLazy: true)
  }
}
