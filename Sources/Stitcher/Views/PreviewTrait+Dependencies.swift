#if canImport(SwiftUI)
  public import SwiftUI

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
    /// The trait creates an isolated graph. Its registrations of the container hide those of the
    /// application's active containers, and all cached instances are created anew. No other preview
    /// shares the graph, not even one with the same container. The views of the preview find the
    /// graph as they find that of `dependencies(_:)`.
    ///
    /// Available on platforms with SwiftUI.
    ///
    /// - Parameter container: The container.
    /// - Returns: The trait.
    @MainActor
    public static func dependencies(_ container: DependencyContainer) -> PreviewTrait<T> {
      .modifier(DependenciesPreviewModifier(container: container))
    }

    /// A trait that gives a preview its own graph with the given dependencies.
    ///
    /// ```swift
    /// #Preview(traits: .dependencies { Dependency { SampleStore() } }) {
    ///   ProfileView()
    /// }
    /// ```
    ///
    /// ``dependencies(_:)-(DependencyContainer)`` describes the graph.
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

  /// The modifier that the preview traits apply; it gives each preview its own graph.
  @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
  struct DependenciesPreviewModifier: PreviewModifier {
    /// The container with the dependencies of the preview.
    let container: DependencyContainer

    func body(content: Content, context: Void) -> some View {
      content.modifier(PreviewDependenciesModifier(container: container))
    }
  }

  /// A modifier that creates the graph of a preview, and keeps the graph as long as the preview is
  /// shown.
  struct PreviewDependenciesModifier: ViewModifier {
    /// The container with the dependencies of the preview.
    let container: DependencyContainer

    /// The object that keeps the graph of the preview while the preview is shown.
    @State private var use = ViewGraphUse()

    func body(content: Content) -> some View {
      content.environment(\.viewGraph, use.graph(previewing: container))
    }
  }
#endif
