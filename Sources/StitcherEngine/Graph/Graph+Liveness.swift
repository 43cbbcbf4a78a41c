extension Graph {
  /// Whether a registration's instance is alive; nil if none is kept.
  ///
  /// - Parameters:
  ///   - registry: The registry that keeps it, if that is not a graph.
  ///   - distance: How many graphs farther away it is kept else.
  package func isLive(
    _ registration: Registration, in registry: EditableRegistry?, orAncestor distance: Int
  ) -> Bool? {
    guard registration.isStored else { return nil }
    // What takes parameters is kept for nobody.
    let chain =
      if let registry, !registration.scope.isScoped {
        registry.table.withLock { $0.store.chain(of: registration) }
      } else {
        ancestor(distance).object.withState { $0.store.chain(of: registration) }
      }
    guard let instance = chain?.cell(of: registration)?.kept else { return false }
    return !instance.isGone
  }
}
