/// What a view keeps of an injected property: one value for each graph that the view is shown in.
///
/// SwiftUI uses it on the main actor; it is not safe to use from several threads.
package final class ViewInjection<Value> {
  /// The property as it was declared, which belongs to the graph in which the view was made.
  private let declared: ViewProperty<Value>

  /// The same property in the graph of the view's environment.
  private var moved: (graph: DependencyGraph, property: ViewProperty<Value>)?

  /// Keeps a property.
  ///
  /// - Parameters:
  ///   - declared: The property.
  ///   - request: What the property asks for.
  ///   - placeholder: Makes what is shown until the value is there; nil for an empty value, if the
  ///     type has one.
  package init(
    _ declared: Injected<Value>, _ request: ViewRequest = .property,
    placeholder: (() -> Value)? = nil
  ) {
    self.declared = ViewProperty(declared, request, placeholder)
  }

  /// Returns the property that injects from a graph, the same one as long as the graph is.
  ///
  /// - Parameter graph: The graph; nil for the one in which the view was made.
  package func property(in graph: DependencyGraph?) -> ViewProperty<Value> {
    guard let graph else { return declared }
    if let moved, moved.graph === graph { return moved.property }
    let property = declared.moved(to: graph)
    moved = (graph, property)
    return property
  }
}
