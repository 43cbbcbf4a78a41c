/// A registry that is active in a graph; an object, so that a list of many is quickly copied.
package final class ActiveRegistry: Sendable {
  /// The registry.
  package let registry: any Registry

  /// What the registry held when it was looked at last.
  package let contents: RegistryContents

  /// The version of the contents.
  let version: UInt64

  /// What the graph keeps alive as long as the registry is active.
  let owner: (any AnyObject & Sendable)?

  /// Creates an entry with the current contents.
  package init(_ registry: any Registry, owner: (any AnyObject & Sendable)?) {
    (contents, version) = registry.current
    self.registry = registry
    self.owner = owner
  }

  /// The entry with what the registry holds now: the same one if that is the same, or if the
  /// registry is asked at each look-up anyway.
  var latest: ActiveRegistry {
    isEditable || registry.version == version ? self : ActiveRegistry(registry, owner: owner)
  }

  /// Whether the instances belong to the registry, not to the graph.
  var isEditable: Bool { if case .editable = contents { true } else { false } }
}

/// A registry as a graph sees it: its own, or one of an ancestor.
package struct VisibleRegistry: Sendable {
  /// The registry.
  package let active: ActiveRegistry

  /// How many graphs farther away than the graph itself it is active.
  package let distance: Int

  /// How near it is: of a smaller rank hides of a greater one what is found by the same key with
  /// the same parameters.
  package let rank: Int

  /// How many graphs farther away its kept instances live: as many, or fewer if a graph between is
  /// isolated.
  package let storeDistance: Int

  /// Whether the graph in which it is active is isolated.
  package let isIsolated: Bool
}
