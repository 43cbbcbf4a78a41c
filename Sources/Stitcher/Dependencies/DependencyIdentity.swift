internal import StitcherEngine

/// What tells a dependency apart from those that are like it, such as whose it is.
///
/// ```swift
/// Dependency { Basket(of: user) }
///   .scope(.singleton)
///   .id(user)
/// ```
///
/// It is a part of what makes registrations equal: a container that is rebuilt keeps an instance
/// only if its registration has an equal identity. Nobody injects by it: two registrations that
/// differ in nothing else are both found, and asking for one of them is an error.
public struct DependencyIdentity: Hashable, Sendable {
  /// The engine's identity.
  let base: RegistrationIdentity

  /// Creates an identity.
  ///
  /// - Parameter id: The value. Its `hash(into:)` and `==` must not change while it is in use;
  ///   they run on any thread, with no lock held.
  public init(_ id: some Hashable) { base = RegistrationIdentity(id) }

  /// Wraps the engine's identity; nil if there is none.
  init?(_ base: RegistrationIdentity) {
    guard !base.isEmpty else { return nil }
    self.base = base
  }
}

extension DependencyIdentity: CustomStringConvertible {
  /// The values, those of outer groups first, such as `Ada, 7`.
  public var description: String { base.description }
}
