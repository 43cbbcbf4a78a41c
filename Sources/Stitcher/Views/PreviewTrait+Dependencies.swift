#if canImport(SwiftUI)
  public import SwiftUI

  /// Has a preview use dependencies of its own, and no others.
  ///
  /// ```swift
  /// #Preview(traits: .modifier(DependenciesPreviewModifier(sampleContainer))) {
  ///   ProfileView()
  /// }
  /// ```
  ///
  /// Containers that are active already, such as the application's, are deactivated.
  public struct DependenciesPreviewModifier: PreviewModifier {
    /// What the preview injects from.
    private let container: DependencyContainer

    /// Creates a modifier.
    ///
    /// - Parameter container: The container that the preview uses.
    public init(_ container: DependencyContainer) { self.container = container }

    /// Returns the preview with its dependencies.
    public func body(content: Content, context: Void) -> some View {
      content.modifier(OnlyDependenciesModifier(container: container))
    }
  }

  extension PreviewTrait where T == Preview.ViewTraits {
    /// Has a preview use a container, and no other one.
    ///
    /// ```swift
    /// #Preview(traits: .dependencies(sampleContainer)) {
    ///   ProfileView()
    /// }
    /// ```
    ///
    /// Containers that are active already, such as the application's, are deactivated.
    ///
    /// - Parameter container: The container.
    /// - Returns: The trait.
    @MainActor
    public static func dependencies(_ container: DependencyContainer) -> PreviewTrait<T> {
      .modifier(DependenciesPreviewModifier(container))
    }

    /// Has a preview use dependencies of its own, and no others.
    ///
    /// ```swift
    /// #Preview(traits: .dependencies { Dependency { SampleStore() } }) {
    ///   ProfileView()
    /// }
    /// ```
    ///
    /// Containers that are active already, such as the application's, are deactivated.
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

  /// Keeps a container active, and no other one, for as long as a view is there.
  struct OnlyDependenciesModifier: ViewModifier {
    /// What is to be the only active container.
    let container: DependencyContainer

    /// Keeps it active.
    @State private var use = ContainerUse()

    func body(content: Content) -> some View {
      use.useOnly(container)
      return content
    }
  }
#endif
