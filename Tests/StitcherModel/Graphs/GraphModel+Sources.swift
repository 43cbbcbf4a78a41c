// What graphs have active: containers, whose contents follow a state, and registries that are
// edited.

extension GraphModel {
  /// Returns what a container or a registry holds now.
  func contents(of source: Source) -> [Item] {
    switch source {
    case .registry(let registry): registries[registry]
    case .container(let container): contents(of: container, states)
    }
  }

  /// Returns what a container holds while states are set: of two that are the same, the first.
  private func contents(of container: Int, _ states: Set<Int>) -> [Item] {
    var items: [Item] = []
    for number in program.contents(of: container, states.contains) {
      let item = item(number, number: nil)
      if !items.contains(where: { $0.identity == item.identity }) { items.append(item) }
    }
    return items
  }

  /// Returns what comes of a declaration.
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

  /// Has a graph have a container or a registry active, unless it has ended.
  mutating func activate(_ source: Source, in graph: Int) {
    if graphs[graph]!.hasEnded || graphs[graph]!.active.contains(source) { return }
    graphs[graph]!.active.append(source)
  }

  /// Takes containers and registries away from a graph, and what nothing declares any more. What is
  /// not active there changes nothing.
  mutating func deactivate(_ gone: [Source], in graph: Int) {
    let gone = gone.filter { graphs[graph]!.active.contains($0) }
    graphs[graph]!.active.removeAll { gone.contains($0) }
    lose(Set(gone.flatMap { contents(of: $0) }.map(\.identity)))
  }

  /// Changes a state, and notes what a graph sees of it.
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
