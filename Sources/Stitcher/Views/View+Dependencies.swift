#if canImport(SwiftUI)
  public import SwiftUI

  extension View {
    /// Gives this view and its subviews a child graph with the dependencies of a container.
    ///
    /// ```swift
    /// ProfileView()
    ///   .dependencies(profileContainer)
    /// ```
    ///
    /// The graph is a ``DependencyGraph/child(named:)`` of the enclosing view's graph. It is
    /// created before the view is first drawn, and released with the last view that uses the
    /// container. Views with the same container within one graph share it. If the view is given
    /// another container later, it gets another graph.
    ///
    /// Singletons of the application are created without the container's overrides. For overrides
    /// that also apply to singletons, create a graph with ``DependencyGraph/isolated(named:_:)``,
    /// keep it, and pass it to the view.
    ///
    /// ``InjectedState``, the environment's ``ViewDependencies`` and ``DependencyGraphReader`` use
    /// the graph. An ``Injected`` property uses the graph that was current when its view or object
    /// was created. That is this graph only in a reader's closure, in objects that the graph
    /// creates, and in ``DependencyGraph/run(_:)``.
    ///
    /// Available on platforms with SwiftUI.
    ///
    /// - Parameter container: The container.
    /// - Returns: The view with its dependencies.
    nonisolated public func dependencies(_ container: DependencyContainer) -> some View {
      modifier(DependenciesModifier(.container(container)))
    }

    /// Gives this view and its subviews a child graph with the given dependencies.
    ///
    /// ```swift
    /// ProfileView()
    ///   .dependencies {
    ///     Dependency { ProfileStore() }
    ///   }
    /// ```
    ///
    /// The closure becomes a container of the view, which is created once, before the view is first
    /// drawn, like a state object. The closure runs again when `@Observable` state changes that it
    /// reads. Its captured values stay those of the first time.
    ///
    /// Singletons of the application are created without these overrides. For overrides that also
    /// apply to singletons, create a graph with ``DependencyGraph/isolated(named:_:)``, keep it,
    /// and pass it to the view.
    ///
    /// Available on platforms with SwiftUI.
    ///
    /// - Parameter dependencies: The closure that builds the registrations.
    /// - Returns: The view with its dependencies.
    nonisolated public func dependencies(
      @DependencyRegistrarBuilder _ dependencies:
        @escaping @MainActor @Sendable () -> DependenciesRegistrar
    ) -> some View {
      modifier(DependenciesModifier(.closure(dependencies)))
    }

    /// Gives this view and its subviews an existing graph.
    ///
    /// ```swift
    /// HomeView()
    ///   .dependencies(session.graph)
    /// ```
    ///
    /// The views retain the graph, and do not end it.
    ///
    /// Available on platforms with SwiftUI.
    ///
    /// - Parameter graph: The graph, which replaces the enclosing view's graph.
    /// - Returns: The view with its dependencies.
    nonisolated public func dependencies(_ graph: DependencyGraph) -> some View {
      modifier(DependenciesModifier(.graph(graph)))
    }
  }

  /// A modifier that sets the graph of a view and its subviews.
  struct DependenciesModifier: ViewModifier {
    /// The origin of the graph that the modifier sets for a view.
    enum Source: Sendable {
      /// An existing container. The modifier creates a child graph with it.
      case container(DependencyContainer)
      /// A closure with the statements of a container. The modifier builds the container, and
      /// creates a child graph with it.
      case closure(@MainActor @Sendable () -> DependenciesRegistrar)
      /// An existing graph, which the view uses directly, without a child graph.
      case graph(DependencyGraph)
    }

    /// The origin of the graph that the modifier sets for the view.
    private let source: Source

    /// The graph that an enclosing view has set; `nil` if no view has set one.
    private let outer = Environment(\.viewGraph)

    /// The object that keeps the graph of the view as long as the view is part of the user
    /// interface.
    @State private var use = ViewGraphUse()

    /// Creates a modifier that sets the graph of a view. The graph and the container are created
    /// later, when the view is drawn.
    nonisolated init(_ source: Source) { self.source = source }

    func body(content: Content) -> some View { content.environment(\.viewGraph, viewGraph) }

    /// The graph that the modifier sets for the view, created at the first access.
    private var viewGraph: ViewGraph {
      switch source {
      case .container(let container): use.graph(with: container, in: outer.wrappedValue)
      case .closure(let closure):
        use.graph(building: { DependencyContainer(dependencies: closure) }, in: outer.wrappedValue)
      case .graph(let graph): use.graph(graph)
      }
    }
  }

  /// A view that creates its content while the graph of the enclosing views is the current graph.
  ///
  /// ```swift
  /// #Preview(traits: .dependencies(sampleContainer)) {
  ///   DependencyGraphReader { _ in
  ///     ProfileView(model: ProfileModel())
  ///   }
  /// }
  /// ```
  ///
  /// The graph is that of the nearest `dependencies(_:)` or preview trait. It is current while the
  /// closure runs. ``Injected`` properties of views and objects that the closure creates use it,
  /// also later. SwiftUI reads the bodies of those views afterwards, when the graph is no longer
  /// current. So a body that creates such objects needs its own reader, and so does a closure that
  /// is called later, such as a row of a list.
  ///
  /// Available on platforms with SwiftUI.
  public struct DependencyGraphReader<Content: View>: View {
    /// The dependencies in the graph of the enclosing views.
    @Environment(\.dependencies) private var dependencies

    /// The closure that creates the content of the view.
    private let content: (DependencyGraph) -> Content

    /// Creates a view from a closure that creates its content.
    ///
    /// - Parameter content: The closure that creates the content from the graph. It is called on
    ///   the main actor, whenever this view is drawn.
    public init(@ViewBuilder content: @escaping (_ graph: DependencyGraph) -> Content) {
      self.content = content
    }

    /// The content of the view.
    public var body: some View { dependencies.graph.run { content(dependencies.graph) } }
  }
#endif
