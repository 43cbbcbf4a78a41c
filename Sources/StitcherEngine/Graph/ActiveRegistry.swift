/// A registry that is active in a graph, with the contents that the graph last read from it.
///
/// This is an object, so that a copy of a long list of active registries costs little.
package final class ActiveRegistry: Sendable {
  /// The registry that is active in the graph.
  package let registry: any Registry

  /// The registry's contents, as the graph has last read them.
  package let contents: RegistryContents

  /// The version number of the registry's ``contents``.
  let version: UInt64

  /// An object that the graph retains as long as the registry is active, such as the registry's
  /// container.
  let owner: (any AnyObject & Sendable)?

  /// Whether the registry consists of direct registrations without decorators.
  let isPlain: Bool

  /// Creates an active registry with the given contents or, by default, with the registry's current
  /// contents.
  package init(
    _ registry: any Registry, owner: (any AnyObject & Sendable)?,
    _ current: (contents: RegistryContents, version: UInt64)? = nil
  ) {
    (contents, version) = current ?? registry.current
    (self.registry, self.owner) = (registry, owner)
    isPlain = registry.isDirect && contents.decorations(of: nil).isEmpty
  }

  /// A newer version of the registry's contents; `nil` if ``contents`` are up to date.
  ///
  /// Always `nil` for a fixed registry, since its contents never change, and for an editable
  /// registry, since each lookup reads its current contents.
  var captured: (version: UInt64, contents: () -> RegistrationSet)? {
    (registry as? DeclaredRegistry).flatMap { $0.version == version ? nil : $0.capture() }
  }

  /// Whether the registry is an ``EditableRegistry``, which stores its instances itself.
  var isEditable: Bool { if case .editable = contents { true } else { false } }
}

/// A registry that a graph sees, because it is active in the graph itself or in one of its
/// ancestors.
package struct VisibleRegistry: Sendable {
  /// The registry that the graph sees, with the registry's contents.
  package let active: ActiveRegistry

  /// The number of parent links from the graph that sees the registry to the graph in which it is
  /// active.
  ///
  /// Zero if both are the same graph.
  package let distance: Int

  /// The place of the registry in the order of precedence: a registry of lower rank hides one of
  /// higher rank.
  ///
  /// A registration hides another one only if both have the same key and the same parameters.
  package var rank: Int { 2 * distance + (active.registry.isDirect ? 0 : 1) }

  /// The number of parent links from the graph that sees the registry to the graph that stores its
  /// instances.
  ///
  /// The value equals ``distance``, unless a graph on the way is isolated: that graph stores the
  /// instances.
  package let storeDistance: Int

  /// Whether the registry is active in an isolated graph.
  package let isIsolated: Bool

  /// Whether a registration of this registry stores its instance in the given cell.
  ///
  /// The cell must be in the store of the graph that sees the registry.
  func declares(_ cell: Cell) -> Bool {
    // An editable registry of the graph itself has its own store of instances.
    let isKeptHere = storeDistance == 0 && !(cell.isOwn && distance == 0)
    return active.contents.contains(cell) { isKeptHere || $0.scope.isScoped }
  }
}
