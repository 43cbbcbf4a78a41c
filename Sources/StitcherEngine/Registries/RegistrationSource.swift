/// Something that holds registrations which can be attached to another front end's graph.
///
/// The front ends' containers and contexts conform. Conformances are not written elsewhere.
public protocol RegistrationSource: Sendable {
  /// The registrations.
  var _registry: EditableRegistry { get }

  /// What has to live as long as the registrations are in use.
  var _owner: (any AnyObject & Sendable)? { get }
}
