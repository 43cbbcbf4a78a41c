// The sources of a graph: containers, which follow a state, and editable registries.

extension GraphModel {
  /// Returns the current items of a container or a registry.
  func contents(of source: Source) -> [Item] {
    switch source {
    case .registry(let registry): registries[registry]
    case .container(let container): contents(of: container, states)
    }
  }

  /// Returns the items of a container while some states are set: the first of equal declarations.
  private func contents(of container: Int, _ states: Set<Int>) -> [Item] {
    var items: [Item] = []
    for number in program.contents(of: container, states.contains) {
      let item = item(number, number: nil)
      if !items.contains(where: { $0.identity == item.identity }) { items.append(item) }
    }
    return items
  }

  /// Returns the item of a declaration.
  private func item(_ declaration: Int, number: Int?) -> Item {
    let (key, scope) = (declarations[declaration].key, declarations[declaration].scope)
    return Item(
      declaration: declaration, identity: Identity(key: key, scope: scope, number: number))
  }

  /// Adds a declaration to a registry.
  mutating func register(_ declaration: Int, in registry: Int) {
    registries[registry].append(item(declaration, number: registered))
    registered += 1
  }

  /// Activates a container or a registry in a graph, unless the graph has ended.
  mutating func activate(_ source: Source, in graph: Int) {
    if graphs[graph]!.hasEnded || graphs[graph]!.active.contains(source) { return }
    graphs[graph]!.active.append(source)
  }

  /// Removes containers and registries from a graph, and evicts instances without a declaration.
  mutating func deactivate(_ gone: [Source], in graph: Int) {
    let gone = gone.filter { graphs[graph]!.active.contains($0) }
    graphs[graph]!.active.removeAll { gone.contains($0) }
    lose(Set(gone.flatMap { contents(of: $0) }.map(\.identity)))
  }

  /// Changes a state, and records the states that a graph sees.
  mutating func toggle(_ state: Int, seenFrom graph: Int) {
    let before = states
    states.formSymmetricDifference([state])
    let following = program.states.indices.filter { program.states[$0] == state }
    let seen = ended(graph) == nil ? Set(visible(from: graph).map(\.source)) : []
    var saw: [Int: Bool] = [:]
    for container in following where seen.contains(.container(container)) {
      saw[container] = states.contains(state)
    }
    note(.saw(saw))
    lose(Set(following.flatMap { contents(of: $0, before) }.map(\.identity)))
  }
}
