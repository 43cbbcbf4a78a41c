public import StitcherEngine

/// A container's own registrations can be found by another front end; those of its parents cannot.
///
/// ```swift
/// DependencyGraph.attach(container)  // of the module Stitcher
/// let mailer: Mailer = try await DependencyGraph.injectAsync()
/// ```
extension AsyncContainer: RegistrationSource {
  /// The registrations.
  public nonisolated var _registry: EditableRegistry { registry }

  /// The container, which factories need.
  public nonisolated var _owner: (any AnyObject & Sendable)? { self }
}
