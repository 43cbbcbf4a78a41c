#if canImport(SwiftUI)
  public import SwiftUI

  /// Gives a preview a graph of its own, in which these dependencies count.
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
    /// What the preview injects from.
    private let container: DependencyContainer

    /// Creates a modifier.
    ///
    /// - Parameter container: The container that the preview uses.
    public init(_ container: DependencyContainer) { self.container = container }

    /// Returns the preview with its graph.
    public func body(content: Content, context: Void) -> some View {
      content.modifier(PreviewDependenciesModifier(container: container))
    }
  }

  @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, *)
  extension PreviewTrait where T == Preview.ViewTraits {
    /// Gives a preview a graph of its own, in which a container's dependencies count.
    ///
    /// ```swift
    /// #Preview(traits: .dependencies(sampleContainer)) {
    ///   ProfileView()
    /// }
    /// ```
    ///
    /// See ``DependenciesPreviewModifier``.
    ///
    /// - Parameter container: The container.
    /// - Returns: The trait.
    @MainActor
    public static func dependencies(_ container: DependencyContainer) -> PreviewTrait<T> {
      .modifier(DependenciesPreviewModifier(container))
    }

    /// Gives a preview a graph of its own, in which these dependencies count.
    ///
    /// ```swift
    /// #Preview(traits: .dependencies { Dependency { SampleStore() } }) {
    ///   ProfileView()
    /// }
    /// ```
    ///
    /// See ``DependenciesPreviewModifier``.
    ///
    /// - Parameter dependencies: Builds the registrations.
    /// - Returns: The trait.
    @MainActor
    public static func dependencies(
      @DependencyRegistrarBuilder _ dependencies:
        @escaping @MainActor @Sendable () -> DependenciesRegistrar
    ) -> PreviewTrait<T> {
      .dependencies(DependencyContainer(dependencies: dependencies))
    }
  }

  /// Gives a preview a graph of its own, for as long as it is shown.
  struct PreviewDependenciesModifier: ViewModifier {
    /// What counts in the graph.
    let container: DependencyContainer

    /// Keeps the graph.
    @State private var use = ViewGraphUse()

    func body(content: Content) -> some View {
      content.environment(\.viewGraph, use.graph(previewing: container))
    }
  }
#endif
