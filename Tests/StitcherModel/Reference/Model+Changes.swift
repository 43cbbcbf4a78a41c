extension Model {
  /// Makes a change.
  mutating func perform(_ change: Change) throws {
    switch change {
    case .contents(let registry, let items):
      try restructure { try $0.replaceContents(of: registry, by: items) }
    case .edit(let registry, let edits): try edit(registry, edits)
    case .activate(let registry, let isFurther):
      restructure { $0.activate(registry, isFurther: isFurther) }
      try createEagerInstances(among: registries[registry])
      if announcesChanges { try announce() }
    case .deactivate(let registry):
      let isActive = active.contains { $0.registry == registry }
      restructure { $0.active.removeAll { $0.registry == registry } }
      if announcesChanges, isActive { try announce() }
    case .deactivateAll:
      restructure { $0.active = [] }
      if announcesChanges { try announce() }
    case .endLifetime(let lifetime):
      let ended = kept.filter { $0.value.lifetime == lifetime }.map(\.key)
      for place in ended { kept[place] = nil }
      // Instances that are being created will not be kept, either.
      creating = creating.filter { $0.value.lifetime != lifetime }
      collect()
    case .releaseUnused: break
    case .forget(let object):
      reset(try ownPlace(of: object).place)
      collect()
    case .set(let object):
      try set(object)
      collect()
    }
  }

  /// Deactivates a registry and activates another one, in one change.
  mutating func replace(_ old: Int, by new: Int) throws {
    restructure { model in
      model.active.removeAll { $0.registry == old }
      model.activate(new, isFurther: false)
    }
    try createEagerInstances(among: registries[new])
    if announcesChanges { try announce() }
  }

  /// Sets the instance of an object; the caller holds the instance until then.
  mutating func set(_ object: Int) throws {
    let (entry, place) = try ownPlace(of: object)
    let serial = newInstance(entry.declaration.product, holds: [])
    let isKept = entry.declaration.product.isObject || entry.declaration.lifespan != .shared
    if isKept {
      reset(place)
      let isWeak = entry.declaration.lifespan == .shared
      kept[place] = Kept(serial: serial, isWeak: isWeak, lifetime: nil)
    }
    note(.set(serial, isKept: isKept))
  }

  /// Activates a registry, unless it is active.
  private mutating func activate(_ registry: Int, isFurther: Bool) {
    if active.contains(where: { $0.registry == registry }) { return }
    let furthest = active.map(\.layer).max() ?? 0
    let layer = min(furthest + (isFurther ? 1 : 0), Program.registryCount - 1)
    active.append(Active(registry: registry, layer: layer))
  }

  /// Replaces the contents of a container: of two items, of which one supersedes the other, only
  /// the first is used.
  private mutating func replaceContents(of registry: Int, by items: [Item]) throws {
    guard registry < Program.firstEditable else { throw Unspecified() }
    var contents: [Entry] = []
    for item in items {
      let entry = entry(item)
      if !contents.contains(where: { $0.declaration.supersedes(entry.declaration) }) {
        contents.append(entry)
      }
    }
    registries[registry] = contents
  }

  /// Returns the entry of an item.
  private func entry(_ item: Item) -> Entry {
    Entry(
      object: item.object, declaration: declarations[item.declaration], number: item.declaration)
  }

  /// Edits a registry, and records an event if it has changed.
  private mutating func edit(_ registry: Int, _ edits: [Edit]) throws {
    guard registry >= Program.firstEditable else { throw Unspecified() }
    var isChanged = false
    try restructure { model in
      var removed: Set<Int> = []
      for edit in edits {
        isChanged = try model.apply(edit, to: registry, &removed) || isChanged
      }
    }
    if isChanged, active.contains(where: { $0.registry == registry }) { note(.changed) }
  }

  /// Makes one change of an editable registry; returns whether it had an effect.
  private mutating func apply(_ edit: Edit, to registry: Int, _ removed: inout Set<Int>) throws
    -> Bool
  {
    switch edit {
    case .insert(let item):
      try checkNew(item.object)
      registries[registry].append(entry(item))
      return true
    case .remove(let object):
      guard let position = position(of: object, in: registry) else { return false }
      registries[registry].remove(at: position)
      removed.insert(object)
      reset(.own(object))
      return true
    case .replace(let old, let item, let isKeeping):
      guard let position = position(of: old, in: registry) else { return false }
      try checkNew(item.object)
      let last = registries[registry][position].declaration
      let new = entry(item)
      registries[registry][position] = new
      if isKeeping {
        // Only between registrations with instances of the same type, and not from a removed one.
        guard !removed.contains(old), last.declared == new.declaration.declared,
          last.lifespan.rank == new.declaration.lifespan.rank, last.isStored,
          last.parameters == new.declaration.parameters, last.product == new.declaration.product
        else { throw Unspecified() }
        kept[.own(item.object)] = kept[.own(old)]
        creating[.own(item.object)] = creating[.own(old)]
        handedOver.insert(old)
      }
      reset(.own(old))
      return true
    case .removeAll:
      let gone = registries[registry]
      registries[registry] = []
      for entry in gone {
        removed.insert(entry.object)
        reset(.own(entry.object))
      }
      return !gone.isEmpty
    }
  }

  /// Returns the position of an object in a registry.
  private func position(of object: Int, in registry: Int) -> Int? {
    registries[registry].firstIndex { $0.object == object }
  }

  /// Throws if an object cannot be registered in an editable registry.
  private func checkNew(_ object: Int) throws {
    let isPresent = registries.joined().contains { $0.object == object }
    if isPresent || handedOver.contains(object) { throw Unspecified() }
  }

  /// Returns the place of an object's only instance.
  ///
  /// - Throws: ``Unspecified`` if the object keeps no instance, is not active, or is hidden by an
  ///   equal one.
  private func ownPlace(of object: Int) throws -> (entry: Entry, place: Place) {
    guard let (entry, active) = activeEntries.first(where: { $0.entry.object == object }),
      active.registry >= Program.firstEditable, entry.declaration.isStored,
      entry.declaration.parameters == .none
    else { throw Unspecified() }
    let place = place(of: entry, in: active)
    let first = activeEntries.first { self.place(of: $0.entry, in: $0.active) == place }
    guard first?.entry.object == object else { throw Unspecified() }
    return (entry, place)
  }
}
