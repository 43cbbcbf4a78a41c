public import StitcherEngine

/// A container's own registrations can be found by another front end; those of its parents cannot.
///
/// ```swift
/// DependencyGraph.attach(container)  // of the module Stitcher
/// ```
extension Container: RegistrationSource {
  /// What the other front end gets to see: the registrations of this container alone.
  public var _registry: Registry { registry }

  /// The container, which factories need.
  public var _owner: (any AnyObject & Sendable)? { self }
}
