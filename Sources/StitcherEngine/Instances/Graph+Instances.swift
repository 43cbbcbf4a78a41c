extension Graph {
  /// Whether a registration's instance is alive; nil if none is kept.
  ///
  /// - Parameters:
  ///   - isOwn: Whether its place is not that of equal registrations.
  ///   - registry: The registry that keeps it, if that is not a graph.
  ///   - distance: How many graphs farther away it is kept else.
  package func isLive(
    _ registration: Registration, isOwn: Bool, in registry: EditableRegistry?,
    orAncestor distance: Int
  ) -> Bool? {
    guard registration.isStored, !registration.isDecoration else { return nil }
    let chain =
      if let registry {
        registry.table.withLock { $0.store.chain(of: registration) }
      } else {
        ancestor(distance).object.withState { $0.store.chain(of: registration) }
      }
    return chain?.cell(of: registration, isOwn: isOwn)?.isLive == true
  }

  /// Forgets the records of weakly kept instances that are gone.
  package func releaseUnusedStorage() {
    var stores = [withState { $0.store.cells }]
    for case .editable(let registry) in withState({ $0.registries.map(\.contents) }) {
      stores.append(registry.table.withLock { $0.store.cells })
    }
    var discarded: [EvictedContents] = []
    for cell in stores.joined() {
      if cell.hasMembers { cell.removeUnusedMembers() }
      guard let instance = cell.kept, instance.isGone else { continue }
      discarded.append(cell.remove(instance))
    }
    discarded.dispose()
  }
}
