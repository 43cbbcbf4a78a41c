/// What a factory is created in: handed to it, never guessed from the thread.
///
/// It is for the factory's call only, and does not retain the graph.
package struct ResolutionContext {
  /// The graph that runs the factory.
  private let reference: Borrowed<Graph>

  /// Creates a context in a graph, which the caller holds.
  @inline(__always)
  init(_ graph: Borrowed<Graph>) { reference = graph }

  /// The graph that runs the factory: the one that was asked, or, of what is kept, the one that
  /// declares it.
  @inline(__always)
  package var graph: Graph { reference.object }

  /// Returns the object whose graph it is, or else the one that a home refers to.
  ///
  /// - Parameter home: Whose registration it is; it lives while one of its factories runs.
  @inline(__always)
  package func owner<Owner: AnyObject>(else home: Home<Owner>) -> Borrowed<Owner> {
    reference.with { $0.owner.borrowed(as: Owner.self) } ?? home.borrowed
  }
}

/// Whose registrations factories belong to. They hold this instead of the object, which holds them.
package final class Home<Owner: AnyObject>: Sendable {
  /// The object.
  private let reference = UnownedReference()

  /// The object; asked for only after `refer(to:)`.
  @inline(__always)
  fileprivate var borrowed: Borrowed<Owner> { Borrowed(bits: reference.bits) }

  /// Refers to nothing yet.
  package init() {}

  /// Refers to an object; called by its initializer.
  package func refer(to owner: Owner) { reference.refer(to: owner) }
}
