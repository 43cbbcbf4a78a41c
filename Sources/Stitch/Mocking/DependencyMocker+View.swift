#if canImport(SwiftUI)
  public import SwiftUI

  extension DependencyMocker {
    /// Registers a mock for a map's property. The call is a statement in a view builder.
    ///
    /// ```swift
    /// struct HomeViewPreviews: PreviewProvider, DependencyMocker {
    ///   static var previews: some View {
    ///     mockInViewScope(\.model, mock: PreviewModel())
    ///     HomeView()
    ///   }
    /// }
    /// ```
    ///
    /// The mock is registered at once, for the whole process. Views that already observe the
    /// dependency are not redrawn.
    ///
    /// Available on platforms with SwiftUI.
    ///
    /// - Parameters:
    ///   - keyPath: The key path of the property.
    ///   - mock: The mock.
    /// - Returns: An empty view.
    /// - Complexity: O(1), plus the number of live ``StitchPublished`` publishers, which are
    ///   notified.
    public func mockInViewScope<Dependency>(
      _ keyPath: WritableKeyPath<DependencyMap, Dependency>, mock: Dependency
    ) -> EmptyView {
      Self.mockInViewScope(keyPath, mock: mock)
    }

    /// Registers a mock for a map's property. The call is a statement in a view builder.
    ///
    /// The mock is registered at once, for the whole process. Views that already observe the
    /// dependency are not redrawn.
    ///
    /// Available on platforms with SwiftUI.
    ///
    /// - Parameters:
    ///   - keyPath: The key path of the property.
    ///   - mock: The mock.
    /// - Returns: An empty view.
    /// - Complexity: O(1), plus the number of live ``StitchPublished`` publishers, which are
    ///   notified.
    public static func mockInViewScope<Dependency>(
      _ keyPath: WritableKeyPath<DependencyMap, Dependency>, mock: Dependency
    ) -> EmptyView {
      ViewScope.$isMocking.withValue(true) { writeDependency(mock, at: keyPath) }
      return EmptyView()
    }

    /// Registers a mock for a ``Stitchable`` type. The call is a statement in a view builder.
    ///
    /// Views that already observe the dependency are not redrawn.
    ///
    /// Available on platforms with SwiftUI.
    ///
    /// - Parameters:
    ///   - stitchable: The type.
    ///   - mock: The mock.
    /// - Returns: An empty view.
    /// - Complexity: O(1), plus the number of live ``StitchPublished`` publishers, which are
    ///   notified.
    @MainActor
    public func mockInViewScope<Dependency>(
      _ stitchable: any Stitchable<Dependency>.Type, mock: Dependency
    ) -> EmptyView {
      Self.mockInViewScope(stitchable, mock: mock)
    }

    /// Registers a mock for a ``Stitchable`` type. The call is a statement in a view builder.
    ///
    /// Views that already observe the dependency are not redrawn.
    ///
    /// Available on platforms with SwiftUI.
    ///
    /// - Parameters:
    ///   - stitchable: The type.
    ///   - mock: The mock.
    /// - Returns: An empty view.
    /// - Complexity: O(1), plus the number of live ``StitchPublished`` publishers, which are
    ///   notified.
    @MainActor
    public static func mockInViewScope<Dependency>(
      _ stitchable: any Stitchable<Dependency>.Type, mock: Dependency
    ) -> EmptyView {
      ViewScope.$isMocking.withValue(true) { stitchable.register(dependency: mock) }
      return EmptyView()
    }
  }
#endif
