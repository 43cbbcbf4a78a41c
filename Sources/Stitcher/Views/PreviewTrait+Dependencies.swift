#if canImport(SwiftUI)
  public import SwiftUI

  /// A preview modifier that gives a preview its own graph with the dependencies of a container.
  ///
  /// ```swift
  /// #Preview(traits: .modifier(DependenciesPreviewModifier(sampleContainer))) {
  ///   ProfileView()
  /// }
  /// ```
  ///
  /// It is an isolated graph: the container's dependencies count before those that the application
  /// has active, and everything that is kept is made anew. Nothing else sees it, not even another
  /// preview with the same container. The views find it as they find that of `dependencies(_:)`.
  @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
  public struct DependenciesPreviewModifier: PreviewModifier {
    /// The container with the dependencies of the preview.
    private let container: DependencyContainer

    /// Creates a modifier.
    ///
    /// - Parameter container: The container that the preview uses.
    public init(_ container: DependencyContainer) { self.container = container }

    /// Returns the preview with its own graph.
    public func body(content: Content, context: Void) -> some View {
      content.modifier(PreviewDependenciesModifier(container: container))
    }
  }

  @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
  extension PreviewTrait where T == Preview.ViewTraits {
    /// A trait that gives a preview its own graph with the dependencies of a container.
    ///
    /// ```swift
    /// #Preview(traits: .dependencies(sampleContainer)) {
    ///   ProfileView()
    /// }
    /// ```
    ///
    /// See ``DependenciesPreviewModifier``.
    ///
    /// Available on platforms with SwiftUI.
    ///
    /// - Parameter container: The container.
    /// - Returns: The trait.
    @MainActor
    public static func dependencies(_ container: DependencyContainer) -> PreviewTrait<T> {
      .modifier(DependenciesPreviewModifier(container))
    }

    /// A trait that gives a preview its own graph with the given dependencies.
    ///
    /// ```swift
    /// #Preview(traits: .dependencies { Dependency { SampleStore() } }) {
    ///   ProfileView()
    /// }
    /// ```
    ///
    /// See ``DependenciesPreviewModifier``.
    ///
    /// Available on platforms with SwiftUI.
    ///
    /// - Parameter dependencies: The closure that builds the registrations.
    /// - Returns: The trait.
    @MainActor
    public static func dependencies(
      @DependencyRegistrarBuilder _ dependencies:
        @escaping @MainActor @Sendable () -> DependenciesRegistrar
    ) -> PreviewTrait<T> {
      .dependencies(DependencyContainer(dependencies: dependencies))
    }
  }

  /// A modifier that creates the graph of a preview, and keeps it as long as the preview is shown.
  struct PreviewDependenciesModifier: ViewModifier {
    /// The container with the dependencies of the preview.
    let container: DependencyContainer

    /// The object that keeps the graph for the view.
    @State private var use = ViewGraphUse()

    func body(content: Content) -> some View {
      content.environment(\.viewGraph, use.graph(previewing: container))
    }
  }
#endif
