#if canImport(SwiftUI)
  public import SwiftUI

  extension DependencyMocker {
    /// Makes a mock the dependency of a property of the map, as a statement among views.
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
    /// The mock is registered when this is called, for the whole process. Views that follow the
    /// dependency already are not redrawn for it.
    ///
    /// - Parameters:
    ///   - keyPath: The property.
    ///   - mock: The mock.
    /// - Returns: A view that shows nothing.
    /// - Complexity: O(1), plus the number of living publishers of ``StitchPublished``,
    ///   which are told.
    public func mockInViewScope<Dependency>(
      _ keyPath: WritableKeyPath<DependencyMap, Dependency>, mock: Dependency
    ) -> EmptyView {
      Self.mockInViewScope(keyPath, mock: mock)
    }

    /// Makes a mock the dependency of a property of the map, as a statement among views.
    ///
    /// The mock is registered when this is called, for the whole process. Views that follow the
    /// dependency already are not redrawn for it.
    ///
    /// - Parameters:
    ///   - keyPath: The property.
    ///   - mock: The mock.
    /// - Returns: A view that shows nothing.
    /// - Complexity: O(1), plus the number of living publishers of ``StitchPublished``,
    ///   which are told.
    public static func mockInViewScope<Dependency>(
      _ keyPath: WritableKeyPath<DependencyMap, Dependency>, mock: Dependency
    ) -> EmptyView {
      ViewScope.$isMocking.withValue(true) { writeDependency(mock, at: keyPath) }
      return EmptyView()
    }

    /// Makes a mock what is injected for a type from now on, as a statement among views.
    ///
    /// Views that follow the dependency already are not redrawn for it.
    ///
    /// - Parameters:
    ///   - stitchable: The type.
    ///   - mock: The mock.
    /// - Returns: A view that shows nothing.
    /// - Complexity: O(1), plus the number of living publishers of ``StitchPublished``,
    ///   which are told.
    @MainActor
    public func mockInViewScope<Dependency>(
      _ stitchable: any Stitchable<Dependency>.Type, mock: Dependency
    ) -> EmptyView {
      Self.mockInViewScope(stitchable, mock: mock)
    }

    /// Makes a mock what is injected for a type from now on, as a statement among views.
    ///
    /// Views that follow the dependency already are not redrawn for it.
    ///
    /// - Parameters:
    ///   - stitchable: The type.
    ///   - mock: The mock.
    /// - Returns: A view that shows nothing.
    /// - Complexity: O(1), plus the number of living publishers of ``StitchPublished``,
    ///   which are told.
    @MainActor
    public static func mockInViewScope<Dependency>(
      _ stitchable: any Stitchable<Dependency>.Type, mock: Dependency
    ) -> EmptyView {
      ViewScope.$isMocking.withValue(true) { stitchable.register(dependency: mock) }
      return EmptyView()
    }
  }
#endif
