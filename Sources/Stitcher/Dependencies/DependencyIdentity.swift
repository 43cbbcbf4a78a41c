internal import StitcherEngine

/// A value that distinguishes a registration from similar ones, such as the user to which its
/// instance belongs.
///
/// ```swift
/// Dependency { Basket(of: user) }
///   .scope(.singleton)
///   .id(user)
/// ```
///
/// The identity is a part of the equality of registrations. A rebuilt container keeps an instance
/// only if its registration has an equal identity.
///
/// An identity is not a lookup key. If two registrations of a container differ in their identities
/// only, an injection of one instance throws ``InjectionError/multipleDependencies(_:)``.
public struct DependencyIdentity: Hashable, Sendable {
  /// The identity in the form that the engine uses.
  let base: RegistrationIdentity

  /// Creates an identity from one value, such as the current user.
  ///
  /// - Parameter id: The value. The results of its `hash(into:)` and `==` must not change while the
  ///   registration is in use. Both run on any thread, with no lock held.
  public init(_ id: some Hashable) { base = RegistrationIdentity(id) }

  /// The values of which the identity consists, from the outermost group to the innermost, such as
  /// `Ada, 7`.
  package var description: String { base.description }

  /// Wraps an identity of the engine, or returns `nil` if that identity is empty.
  init?(_ base: RegistrationIdentity) {
    guard !base.isEmpty else { return nil }
    self.base = base
  }
}
