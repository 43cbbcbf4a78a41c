#if canImport(SwiftUI)
  public import SwiftUI
#endif

/// A protocol for types that replace dependencies in tests and previews. All requirements have
/// default implementations.
///
/// ```swift
/// struct LoginTests: DependencyMocker {
///   func loginIsLogged() {
///     mock(\.logger, mock: SilentLogger())
///   }
/// }
/// ```
///
/// A mock is a registration: it applies to the whole process until the next registration, and
/// cannot be undone. In the `run` of an isolated graph, of the module Stitcher, it applies to that
/// graph only.
public protocol DependencyMocker {
  /// Registers a mock for a map's property.
  ///
  /// - Parameters:
  ///   - keyPath: The key path of the property.
  ///   - mock: The mock.
  func mock<Dependency>(_ keyPath: WritableKeyPath<DependencyMap, Dependency>, mock: Dependency)

  #if canImport(SwiftUI)
    /// Registers a mock for a map's property. The call is a statement in a view builder.
    ///
    /// - Parameters:
    ///   - keyPath: The key path of the property.
    ///   - mock: The mock.
    /// - Returns: An empty view.
    func mockInViewScope<Dependency>(
      _ keyPath: WritableKeyPath<DependencyMap, Dependency>, mock: Dependency
    ) -> EmptyView
  #endif
}

extension DependencyMocker {
  /// Registers a mock for a map's property. May be called from any thread.
  ///
  /// - Parameters:
  ///   - keyPath: The key path of the property.
  ///   - mock: The mock.
  /// - Complexity: O(1), plus the number of live ``StitchPublished`` publishers, which are
  ///   notified.
  public func mock<Dependency>(
    _ keyPath: WritableKeyPath<DependencyMap, Dependency>, mock: Dependency
  ) {
    writeDependency(mock, at: keyPath)
  }

  /// Registers a mock for a map's property. May be called from any thread.
  ///
  /// - Parameters:
  ///   - keyPath: The key path of the property.
  ///   - mock: The mock.
  /// - Complexity: O(1), plus the number of live ``StitchPublished`` publishers, which are
  ///   notified.
  public static func mock<Dependency>(
    _ keyPath: WritableKeyPath<DependencyMap, Dependency>, mock: Dependency
  ) {
    writeDependency(mock, at: keyPath)
  }
}
