#if canImport(SwiftUI)
  public import SwiftUI
#endif

/// Something that replaces dependencies for tests and previews. There is nothing to implement.
///
/// ```swift
/// struct LoginTests: DependencyMocker {
///   func loginIsLogged() {
///     mock(\.logger, mock: SilentLogger())
///   }
/// }
/// ```
///
/// A mock is a registration: it holds for the whole process, until the next one, and there is
/// nothing to undo it. In the `run` of an isolated graph, of the module Stitcher, it holds for that
/// graph only, and goes with it.
public protocol DependencyMocker {
  /// Makes a mock the dependency of a property of the map.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - mock: The mock.
  func mock<Dependency>(_ keyPath: WritableKeyPath<DependencyMap, Dependency>, mock: Dependency)

  #if canImport(SwiftUI)
    /// Makes a mock the dependency of a property of the map, as a statement among views.
    ///
    /// - Parameters:
    ///   - keyPath: The property.
    ///   - mock: The mock.
    /// - Returns: A view that shows nothing.
    func mockInViewScope<Dependency>(
      _ keyPath: WritableKeyPath<DependencyMap, Dependency>, mock: Dependency
    ) -> EmptyView
  #endif
}

extension DependencyMocker {
  /// Makes a mock the dependency of a property of the map. May be called from any thread.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - mock: The mock.
  /// - Complexity: O(1), plus the number of living publishers of ``StitchPublished``,
  ///   which are told.
  public func mock<Dependency>(
    _ keyPath: WritableKeyPath<DependencyMap, Dependency>, mock: Dependency
  ) {
    writeDependency(mock, at: keyPath)
  }

  /// Makes a mock the dependency of a property of the map. May be called from any thread.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - mock: The mock.
  /// - Complexity: O(1), plus the number of living publishers of ``StitchPublished``,
  ///   which are told.
  public static func mock<Dependency>(
    _ keyPath: WritableKeyPath<DependencyMap, Dependency>, mock: Dependency
  ) {
    writeDependency(mock, at: keyPath)
  }
}
