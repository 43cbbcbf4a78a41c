extension Graph {
  /// Whether the cached instance of the given registration is alive; `nil` if the scope keeps no
  /// instances.
  ///
  /// - Parameters:
  ///   - registration: The registration.
  ///   - isOwn: Whether the cell belongs to this registration only, and not to equal ones.
  ///   - registry: The editable registry that stores the instance, or `nil` if a graph stores it.
  ///   - distance: The number of parent links to the ancestor that stores the instance, if no
  ///     registry does.
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
