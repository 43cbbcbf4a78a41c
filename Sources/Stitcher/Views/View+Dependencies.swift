#if canImport(SwiftUI)
  public import SwiftUI

  extension View {
    /// Keeps a container active for as long as this view is part of the interface.
    ///
    /// ```swift
    /// ProfileView()
    ///   .dependencies(profileContainer)
    /// ```
    ///
    /// The container is activated before the view is drawn for the first time, and deactivated with
    /// the last view that uses it. If another container is given later on, that takes its place.
    /// What is active can be injected from the whole graph, not only in this view.
    ///
    /// - Parameter container: The container.
    /// - Returns: The view with its dependencies.
    nonisolated public func dependencies(_ container: DependencyContainer) -> some View {
      modifier(DependenciesModifier(.container(container)))
    }

    /// Keeps dependencies active for as long as this view is part of the interface.
    ///
    /// ```swift
    /// ProfileView()
    ///   .dependencies {
    ///     Dependency { ProfileStore() }
    ///   }
    /// ```
    ///
    /// They become a container of the view's own, which is made once, as a state object is: before
    /// the view is drawn for the first time. The closure runs again when `@Observable` state
    /// changes that it reads. What it captures is as it was the first time.
    ///
    /// - Parameter dependencies: Builds the registrations.
    /// - Returns: The view with its dependencies.
    nonisolated public func dependencies(
      @DependencyRegistrarBuilder _ dependencies:
        @escaping @MainActor @Sendable () -> DependenciesRegistrar
    ) -> some View {
      modifier(DependenciesModifier(.closure(dependencies)))
    }
  }

  /// Keeps dependencies active for as long as a view is there.
  struct DependenciesModifier: ViewModifier {
    /// What is kept active.
    enum Source: Sendable {
      /// A container that exists already.
      case container(DependencyContainer)
      /// What a container is built from.
      case closure(@MainActor @Sendable () -> DependenciesRegistrar)
    }

    /// What is kept active.
    private let source: Source

    /// Keeps it active.
    @State private var use = ContainerUse()

    /// Says what to keep active; nothing is built or activated yet.
    nonisolated init(_ source: Source) { self.source = source }

    func body(content: Content) -> some View {
      switch source {
      case .container(let container): use.use(container)
      case .closure(let closure): use.use { DependencyContainer(dependencies: closure) }
      }
      return content
    }
  }
#endif
