#if canImport(SwiftUI)
  public import SwiftUI

  /// A view whose content is made with the graph around it as the current one.
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
