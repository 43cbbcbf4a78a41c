/// The specified behavior of graphs with parents: slow, and simple enough to be read as a
/// specification.
///
/// The model is a value: each step is tried on a copy.
struct GraphModel {
  struct Node {
    /// The parent, or `nil` for the first graph.
    let parent: Int?
    let isIsolated: Bool
    /// The active sources, in order.
    var active: [Source] = []
    var hasEnded = false
  }

  /// A source of registrations: a container or a registry.
  enum Source: Hashable {
    case container(Int)
    case registry(Int)
  }

  /// The properties by which two declarations are equal.
  struct Identity: Hashable {
    let key: NodeKey
    let scope: NodeScope
    /// The number of an item in a registry, which equals no other item; `nil` for an item of a
    /// container.
    let number: Int?
  }

  /// A registration in a source.
  struct Item: Hashable {
    let declaration: Int
    let identity: Identity
  }

  /// The owner of a kept instance.
  enum Keeper: Hashable {
    case graph(Int)
    case registry(Int)
  }

  /// The place of a kept instance.
  struct Place: Hashable {
    let keeper: Keeper
    let identity: Identity
  }

  /// A living instance.
  struct Instance {
    let declaration: Int
    var holds: [Int]
    /// The graph in which the instance's property was created.
    let home: Int
    /// The value that the property has loaded.
    var late: Int?
  }

  /// A property of the program.
  struct Property {
    let key: NodeKey
    let home: Int
    var value: Int?
  }

  /// A candidate of a lookup, with the place of its instance and the graph that creates it.
  struct Candidate {
    let item: Item
    let creator: Int
    let place: Place
  }

  /// A step of the creation path. It has no identity if a graph is just called, or runs the caller.
  struct PathStep {
    var identity: Identity?
    var place: Place?
    let graph: Int
  }

  /// Thrown if the behavior of a step is unspecified.
  struct Unspecified: Error {}

  let program: GraphProgram
  /// The declarations of the program.
  var declarations: [NodeDeclaration] { program.declarations }
  /// The states that are set.
  var states: Set<Int> = []
  /// The items of the registries.
  var registries = [[Item]](repeating: [], count: GraphProgram.registryCount)
  /// The number of items that were added to registries so far.
  var registered = 0

  /// The graphs that may still exist, by their numbers.
  var graphs: [Int: Node] = [0: Node(parent: nil, isIsolated: true)]
  /// The graphs that the program holds, by slot.
  var slots: [Int: Int] = [0: 0]
  var kept: [Place: Int] = [:]
  var instances: [Int: Instance] = [:]
  var hands = [[Int]](repeating: [], count: GraphProgram.handCount)
  var properties: [Int: Property] = [:]
  /// The instances that running calls hold.
  var held: [Int] = []
  /// The creation path, outermost first.
  var path: [PathStep] = []
  var observation = GraphObservation()
  var nextSerial = 0
  var nextGraph = 1
  var fuel = 0

  /// Creates a model of one graph without active sources.
  init(_ program: GraphProgram) { self.program = program }
}

// MARK: - Steps

extension GraphModel {
  /// Performs a step; returns the expected observation.
  mutating func perform(_ step: GraphStep) throws -> GraphObservation {
    observation = GraphObservation()
    fuel = GraphProgram.fuel
    switch step {
    case .make(let slot, let base, let isIsolated, let containers):
      let parent = try graph(base)
      graphs[nextGraph] = Node(
        parent: parent, isIsolated: isIsolated, active: containers.unique.map { .container($0) })
      slots[slot] = nextGraph
      nextGraph += 1
    case .activate(let container, let slot): activate(.container(container), in: try graph(slot))
    case .deactivate(let container, let slot):
      deactivate([.container(container)], in: try graph(slot))
    case .register(let declaration, let registry): register(declaration, in: registry)
    case .unregister(let position, let registry):
      if !registries[registry].indices.contains(position) { throw Unspecified() }
      lose([registries[registry].remove(at: position).identity])
    case .attach(let registry, let slot): activate(.registry(registry), in: try graph(slot))
    case .detach(let registry, let slot):
      deactivate([.registry(registry)], in: try graph(slot))
    case .toggle(let state, let slot): toggle(state, seenFrom: try graph(slot))
    case .deactivateAll(let slot):
      let graph = try graph(slot)
      deactivate(graphs[graph]!.active, in: graph)
    case .end(let slot):
      let graph = try graph(slot)
      if slot == 0 { throw Unspecified() }
      graphs[graph]!.hasEnded = true
      deactivate(graphs[graph]!.active, in: graph)
      kept = kept.filter { $0.key.keeper != .graph(graph) }
    case .drop(let slot):
      if slot == 0 { throw Unspecified() }
      slots[slot] = nil
    case .ask(let ask, let slot, let way, let hand):
      let graph = try graph(slot)
      switch way {
      case .within(let other), .awaitingWithin(let other):
        path = [PathStep(graph: try self.graph(other))]
      case .directly, .running, .bound, .awaiting: break
      }
      let outcome = answer(ask, in: graph)
      path = []
      finish(outcome, in: hand)
    case .property(let number, let key, let slot):
      properties[number] = Property(key: key, home: try graph(slot))
    case .read(let number, let hand):
      guard let property = properties[number] else { throw Unspecified() }
      let outcome = late(property.key, in: property.home, property.value)
      properties[number]!.value = outcome.serials.first
      finish(outcome, in: hand)
    case .use(let hand, let other):
      guard let serial = hands[hand].first, let instance = instances[serial],
        let key = declarations[instance.declaration].late
      else { throw Unspecified() }
      let outcome = late(key, in: instance.home, instance.late)
      // An instance that holds itself is never released.
      if let found = outcome.serials.first, reach([found]).contains(serial) { throw Unspecified() }
      instances[serial]!.late = outcome.serials.first
      finish(outcome, in: other)
    case .release(let hand): hands[hand] = []
    }
    collect()
    observation.died.sort()
    return observation
  }

  /// Returns the graph of a slot.
  private func graph(_ slot: Int) throws -> Int {
    guard let graph = slots[slot] else { throw Unspecified() }
    return graph
  }

  /// Stores the instances of an outcome in a hand, a variable of the program.
  private mutating func finish(_ outcome: GraphOutcome, in hand: Int) {
    note(.answered(outcome))
    hands[hand] = outcome.serials
    held = []
  }

  /// Notes an event.
  mutating func note(_ event: GraphEvent) { observation.events.append(event) }

  /// Evicts kept instances with identities that no active source declares any more.
  mutating func lose(_ lost: Set<Identity>) {
    for place in kept.keys where lost.contains(place.identity) && !isUsed(place) {
      kept[place] = nil
    }
  }

  /// Releases all unreferenced graphs and instances.
  mutating func collect() {
    while let gone = graphs.keys.first(where: { graph in
      !slots.values.contains(graph) && !graphs.values.contains { $0.parent == graph }
    }) {
      let node = graphs.removeValue(forKey: gone)
      kept = kept.filter { $0.key.keeper != .graph(gone) }
      lose(Set((node?.active ?? []).flatMap { contents(of: $0) }.map(\.identity)))
    }
    let reached = reach(
      held + hands.joined() + properties.values.compactMap(\.value)
        + kept.filter { $0.key.identity.scope != .shared }.values)
    for serial in instances.keys where !reached.contains(serial) {
      instances[serial] = nil
      observation.died.append(serial)
    }
    kept = kept.filter { reached.contains($0.value) }
  }

  /// Returns instances with all instances that they hold, directly or indirectly.
  private func reach(_ serials: [Int]) -> Set<Int> {
    var (reached, waiting) = (Set<Int>(), serials)
    while let serial = waiting.popLast() {
      guard reached.insert(serial).inserted, let instance = instances[serial] else { continue }
      waiting += instance.holds + (instance.late.map { [$0] } ?? [])
    }
    return reached
  }
}

// MARK: - Lookups

extension GraphModel {
  /// Returns a graph with its parents, nearest first, up to the first ended one.
  func line(of graph: Int) -> [Int] {
    var line = [graph]
    while let last = line.last, let node = graphs[last], let parent = node.parent {
      line.append(parent)
    }
    return line
  }

  /// The nearest graph of a line that has ended.
  func ended(_ graph: Int) -> Int? { line(of: graph).first { graphs[$0]!.hasEnded } }

  /// Returns the active sources of a graph and its parents.
  func declared(from graph: Int) -> [(source: Source, graph: Int)] {
    line(of: graph).flatMap { graph in graphs[graph]!.active.map { ($0, graph) } }
  }

  /// Returns the active sources of a graph and its parents, up to the first ended one.
  func visible(from graph: Int) -> [(source: Source, graph: Int)] {
    let line = line(of: graph)
    let seen = line.firstIndex { graphs[$0]!.hasEnded }.map { line[...$0] } ?? line[...]
    return declared(from: graph).filter { seen.contains($0.graph) }
  }

  /// Returns the graph that creates the instance of an item that a farther graph declares.
  ///
  /// The farther graph creates kept instances, unless an isolated graph lies between.
  private func creator(of item: Item, of farther: Int, for graph: Int) -> Int {
    if !item.identity.scope.isKept { return graph }
    return line(of: graph).first { $0 == farther || graphs[$0]!.isIsolated }!
  }

  /// Returns the place of the instance of an item that a farther graph declares.
  ///
  /// A registry keeps the instances of its items wherever it is attached, unless an isolated graph
  /// lies between.
  private func place(of item: Item, _ source: Source, of farther: Int, for graph: Int) -> Place {
    let creator = creator(of: item, of: farther, for: graph)
    if case .registry(let registry) = source, creator == farther, item.identity.scope.isKept {
      return Place(keeper: .registry(registry), identity: item.identity)
    }
    return Place(keeper: .graph(creator), identity: item.identity)
  }

  /// Whether an active source uses a place, also behind a parent that has ended.
  private func isUsed(_ place: Place) -> Bool {
    switch place.keeper {
    case .registry(let registry):
      registries[registry].contains { $0.identity == place.identity }
        && graphs.values.contains { $0.active.contains(.registry(registry)) }
    case .graph(let graph):
      declared(from: graph).contains { source, farther in
        contents(of: source).contains {
          $0.identity == place.identity
            && self.place(of: $0, source, of: farther, for: graph) == place
        }
      }
    }
  }

  /// Returns the candidates of a key in the nearest graph that has any; of equal items in several
  /// sources, the first.
  func candidates(for key: NodeKey, in graph: Int) -> [Candidate] {
    if ended(graph) != nil { return [] }
    var found: [Candidate] = []
    var nearest: Int?
    for (source, farther) in visible(from: graph) where farther == nearest ?? farther {
      let before = found
      for item in contents(of: source) where item.identity.key == key {
        nearest = farther
        if before.contains(where: { $0.item.identity.scope == item.identity.scope }) { continue }
        found.append(
          Candidate(
            item: item, creator: creator(of: item, of: farther, for: graph),
            place: place(of: item, source, of: farther, for: graph)))
      }
    }
    return found
  }

  /// Returns the candidates of a request for all dependencies, those of the farthest graph first.
  ///
  /// A child adds to its parents' candidates; an isolated graph with candidates hides all farther
  /// ones. Of equal items, the nearest replaces the others.
  func allCandidates(for key: NodeKey, in graph: Int) -> [Candidate] {
    if ended(graph) != nil { return [] }
    var found: [Candidate] = []
    for farther in line(of: graph).reversed() {
      var own: [Candidate] = []
      for (source, owner) in visible(from: graph) where owner == farther {
        let before = own
        for item in contents(of: source) where item.identity.key == key {
          if before.contains(where: { $0.item.identity.scope == item.identity.scope }) { continue }
          own.append(
            Candidate(
              item: item, creator: creator(of: item, of: farther, for: graph),
              place: place(of: item, source, of: farther, for: graph)))
        }
      }
      if graphs[farther]!.isIsolated, !own.isEmpty { found = [] }
      // Of several equal items in a registry, the first one is used.
      var farther = Array(found.indices)
      for candidate in own {
        let position = farther.firstIndex {
          found[$0].item.identity.scope == candidate.item.identity.scope
        }
        if let position {
          found[farther.remove(at: position)] = candidate
        } else {
          found.append(candidate)
        }
      }
    }
    return found
  }
}

extension [Int] {
  /// The numbers in their order, without duplicates.
  fileprivate var unique: [Int] {
    var all: [Int] = []
    for number in self where !all.contains(number) { all.append(number) }
    return all
  }
}
