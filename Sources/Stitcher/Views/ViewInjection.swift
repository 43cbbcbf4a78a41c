/// What a view keeps of an injected property: one value for each graph that the view is shown in.
///
/// SwiftUI uses it on the main actor; it is not safe to use from several threads.
package final class ViewInjection<Value> {
  /// The property as it was declared, which belongs to the graph in which the view was made.
  private let declared: Injected<Value>

  /// The same property in the graph of the view's environment.
  private var moved: (graph: DependencyGraph, property: Injected<Value>)?

  /// Keeps a property.
  package init(_ declared: Injected<Value>) { self.declared = declared }

  /// Returns the property that injects from a graph, the same one as long as the graph is.
  ///
  /// - Parameter graph: The graph; nil for the one in which the view was made.
  package func property(in graph: DependencyGraph?) -> Injected<Value> {
    guard let graph else { return declared }
    if let moved, moved.graph === graph { return moved.property }
    let property = declared.moved(to: graph)
    moved = (graph, property)
    return property
  }
}

extension Injected {
  /// Returns a property that injects the same from another graph, and has not done so yet.
  func moved(to graph: DependencyGraph) -> Injected {
    graph.run {
      Injected(
        storage: InjectedStorage(
          file: storage.file, line: storage.line, injection: storage.injection))
    }
  }
}
