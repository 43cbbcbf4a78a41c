#if canImport(SwiftUI)
  public import SwiftUI

  extension View {
    /// Gives this view, and the views in it, a graph that has a container's dependencies.
    ///
    /// ```swift
    /// ProfileView()
    ///   .dependencies(profileContainer)
    /// ```
    ///
    /// The graph is a ``DependencyGraph/child(named:)`` of that of the views around. It is made
    /// before the view is drawn for the first time, and goes with the last view that uses the
    /// container: those within one graph share it. If another container is given later on, another
    /// graph takes its place.
    ///
    /// What the application keeps does not see what the container overrides: it is made with what
    /// the application has. For overrides that count there as well, make a graph with
    /// ``DependencyGraph/isolated(named:_:)``, keep it, and give the view that graph.
    ///
    /// ``InjectedState``, the environment's ``ViewDependencies`` and ``DependencyGraphReader`` use
    /// the graph. An ``Injected`` property belongs to the graph that was current when its view or
    /// object was made, which is this one only in a reader's closure, in what this graph creates,
    /// and in ``DependencyGraph/run(_:)``.
    ///
    /// - Parameter container: The container.
    /// - Returns: The view with its dependencies.
    nonisolated public func dependencies(_ container: DependencyContainer) -> some View {
      modifier(DependenciesModifier(.container(container)))
    }

    /// Gives this view, and the views in it, a graph that has these dependencies.
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
    /// What the application keeps does not see what stands here: it is made with what the
    /// application has. For overrides that count there as well, make a graph with
    /// ``DependencyGraph/isolated(named:_:)``, keep it, and give the view that graph.
    ///
    /// - Parameter dependencies: Builds the registrations.
    /// - Returns: The view with its dependencies.
    nonisolated public func dependencies(
      @DependencyRegistrarBuilder _ dependencies:
        @escaping @MainActor @Sendable () -> DependenciesRegistrar
    ) -> some View {
      modifier(DependenciesModifier(.closure(dependencies)))
    }

    /// Gives this view, and the views in it, a graph that exists already.
    ///
    /// ```swift
    /// HomeView()
    ///   .dependencies(session.graph)
    /// ```
    ///
    /// The views keep the graph, and do not end it.
    ///
    /// - Parameter graph: The graph, which takes the place of that of the views around.
    /// - Returns: The view with its dependencies.
    nonisolated public func dependencies(_ graph: DependencyGraph) -> some View {
      modifier(DependenciesModifier(.graph(graph)))
    }
  }

  /// Gives the views in a view a graph.
  struct DependenciesModifier: ViewModifier {
    /// What the graph has.
    enum Source: Sendable {
      /// A container that exists already.
      case container(DependencyContainer)
      /// What a container is built from.
      case closure(@MainActor @Sendable () -> DependenciesRegistrar)
      /// All that another graph has.
      case graph(DependencyGraph)
    }

    /// What the graph has.
    private let source: Source

    /// The graph of the views around, if they were given one.
    private let outer = Environment(\.viewGraph)

    /// Keeps the graph.
    @State private var use = ViewGraphUse()

    /// Says what the graph has; nothing is built yet.
    nonisolated init(_ source: Source) { self.source = source }

    func body(content: Content) -> some View { content.environment(\.viewGraph, viewGraph) }

    /// The graph, which is made when it is first asked for.
    private var viewGraph: ViewGraph {
      switch source {
      case .container(let container): use.graph(with: container, in: outer.wrappedValue)
      case .closure(let closure):
        use.graph(building: { DependencyContainer(dependencies: closure) }, in: outer.wrappedValue)
      case .graph(let graph): use.graph(graph)
      }
    }
  }

  /// A view that makes its content in the graph of the views around it.
  ///
  /// ```swift
  /// #Preview(traits: .dependencies(sampleContainer)) {
  ///   DependencyGraphReader { _ in
  ///     ProfileView(model: ProfileModel())
  ///   }
  /// }
  /// ```
  ///
  /// The graph is that of the nearest `dependencies(_:)` or preview trait around this view. It is
  /// current while the closure runs: ``Injected`` properties of the views and objects that the
  /// closure makes belong to it, and so does what they inject later. SwiftUI asks those views for
  /// their bodies afterwards, when the graph is not current. What a body makes, and what runs in a
  /// closure that is called later, such as a row of a list, needs a reader of its own.
  public struct DependencyGraphReader<Content: View>: View {
    /// The graph around this view.
    @Environment(\.dependencies) private var dependencies

    /// Makes the content.
    private let content: (DependencyGraph) -> Content

    /// Creates a view.
    ///
    /// - Parameter content: Makes the content, on the main actor, whenever this view is drawn.
    ///   Takes the graph.
    public init(@ViewBuilder content: @escaping (_ graph: DependencyGraph) -> Content) {
      self.content = content
    }

    /// The content.
    public var body: some View { dependencies.graph.run { content(dependencies.graph) } }
  }
#endif
