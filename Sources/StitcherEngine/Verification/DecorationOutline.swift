/// Stands for what a decoration with known needs does, for a verification: it makes nothing.
final class DecorationOutline: DecoratedFactory {
  /// Returns what a decoration puts around a registration.
  static func registration(
    of decoration: any Decoration, around base: Registration
  ) -> Registration {
    var details = Registration.Details(
      locator: decoration.key.locator, scope: base.scope, location: decoration.location)
    details.edges = decoration.edges
    details.decoratorLocations = [decoration.location]
    return DecoratedRegistration(
      details, DecorationOutline(), of: decoration.type, decorated: base)
  }

  func makeInstance(
    of registration: DecoratedRegistration, _ step: CreationStep, _ arguments: [Any]
  ) throws -> Instance {
    preconditionFailure("An outline makes nothing.")
  }

  func make<Value>(
    of registration: DecoratedRegistration, _ step: CreationStep, _ arguments: [Any],
    as type: Value.Type
  ) throws -> Value {
    preconditionFailure("An outline makes nothing.")
  }

  func isPassedOn(_ instance: Any, _ arguments: [Any]) -> Bool { false }
}
