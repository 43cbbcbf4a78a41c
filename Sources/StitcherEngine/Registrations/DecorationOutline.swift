/// What a decoration with known needs puts around a registration, for a verification: it makes
/// nothing.
package final class DecorationOutline: Registration, @unchecked Sendable {
  // Safe: see `Registration`.

  /// Describes a decoration of what a registration makes.
  package init(_ decoration: Decoration, around base: Registration) {
    var details = Details(
      locator: decoration.key.locator, scope: base.scope, location: decoration.location)
    details.edges = decoration.edges
    super.init(
      details, producedType: decoration.type, parameterTypes: base.parameterTypes,
      producesObjects: false, decorated: base)
  }
}

extension Registration {
  /// Whether it stands for a decorator.
  package final var isDecoration: Bool { decorated != nil }
}
