public import StitcherEngine

/// A container's own registrations can be found by another front end; those of its parents cannot.
///
/// ```swift
/// DependencyGraph.attach(container)  // of the module Stitcher
/// ```
extension Container: RegistrationSource {
  /// The registrations.
  public var _registry: EditableRegistry { registry }

  /// The container, which factories need.
  public var _owner: (any AnyObject & Sendable)? { self }
}
