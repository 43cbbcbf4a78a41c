/// What a factory is created in: handed to it, never guessed from the thread.
package struct ResolutionContext {
  /// The graph that runs the factory: the one that was asked, or, of what is kept, the one that
  /// declares it.
  package let graph: Graph
}
