extension Graph {
  /// Whether the cached instance of a node's registration is alive; `nil` if the node's scope keeps
  /// no instances.
  func isLive(_ node: Outline.Node) -> Bool? {
    let registration = node.registration
    guard registration.isStored, !registration.isDecoration else { return nil }
    let chain =
      node.registry?.table.withLock { $0.store.chain(of: registration) }
      ?? ancestor(node.distance).object.withState { $0.store.chain(of: registration) }
    return chain.cell(of: registration, isOwn: node.isOwn)?.isLive == true
  }

  /// Frees the memory of weakly cached instances whose objects were deallocated.
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
    PendingTeardowns.collect { discarded.dispose(&$0) }
  }
}
