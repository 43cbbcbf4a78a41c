/// What graphs with parents are to do: slow, and plain enough to be read as their specification.
///
/// It is a value: a step is tried on a copy.
struct GraphModel {
  /// A graph.
  struct Node {
    /// The graph that it is built on; nil for the first one.
    let parent: Int?
    let isIsolated: Bool
    /// What is active, in order.
    var active: [Source] = []
    var hasEnded = false
  }

  /// What a graph may have active.
  enum Source: Hashable {
    case container(Int)
    case registry(Int)
  }

  /// What makes two declarations the same.
  struct Identity: Hashable {
    let key: NodeKey
    let scope: NodeScope
    /// The number of what stands in a registry, which is like nothing else.
    let number: Int?
  }

  /// Something that a source holds.
  struct Item: Hashable {
    let declaration: Int
    let identity: Identity
  }

  /// What keeps instances.
  enum Keeper: Hashable {
    case graph(Int)
    case registry(Int)
  }

  /// Where an instance is kept.
  struct Place: Hashable {
    let keeper: Keeper
    let identity: Identity
  }

  /// An instance that lives.
  struct Instance {
    let declaration: Int
    var holds: [Int]
    /// The graph in which its property was made.
    let home: Int
    /// What the property has injected.
    var late: Int?
  }

  /// A property that the program has.
  struct Property {
    let key: NodeKey
    let home: Int
    var value: Int?
  }

  /// What a key finds, where its instance is kept, and the graph that makes it.
  struct Candidate {
    let item: Item
    let creator: Int
    let place: Place
  }

  /// What is being created, and where it is going to be kept; nothing where a graph is just asked,
  /// or runs the caller.
  struct PathStep {
    var identity: Identity?
    var place: Place?
    let graph: Int
  }

  /// Thrown where a step makes no sense.
  struct Unspecified: Error {}

  let program: GraphProgram
  /// What can be registered.
  var declarations: [NodeDeclaration] { program.declarations }
  /// The states that are set.
  var states: Set<Int> = []
  /// What the registries hold.
  var registries = [[Item]](repeating: [], count: GraphProgram.registryCount)
  /// How much was put into registries so far.
  var registered = 0

  /// The graphs that are there, by their numbers.
  var graphs: [Int: Node] = [0: Node(parent: nil, isIsolated: true)]
  /// The graphs that the program holds.
  var slots: [Int: Int] = [0: 0]
  var kept: [Place: Int] = [:]
  var instances: [Int: Instance] = [:]
  var hands = [[Int]](repeating: [], count: GraphProgram.handCount)
  var properties: [Int: Property] = [:]
  /// What calls that are under way hold.
  var held: [Int] = []
  /// What is being created, outermost first.
  var path: [PathStep] = []
  var observation = GraphObservation()
  var nextSerial = 0
  var nextGraph = 1
  var fuel = 0

  /// Creates a model of one graph in which nothing is active.
  init(_ program: GraphProgram) { self.program = program }
}

// MARK: - Steps

extension GraphModel {
  /// Does a step; returns what is to be observed.
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
      // What holds itself never goes.
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

  /// Puts what a request came to into a hand.
  private mutating func finish(_ outcome: GraphOutcome, in hand: Int) {
    note(.answered(outcome))
    hands[hand] = outcome.serials
    held = []
  }

  /// Notes an event.
  mutating func note(_ event: GraphEvent) { observation.events.append(event) }

  /// Lets go of what is kept and nothing that is active declares any more.
  mutating func lose(_ lost: Set<Identity>) {
    for place in kept.keys where lost.contains(place.identity) && !isUsed(place) {
      kept[place] = nil
    }
  }

  /// Lets go of every graph and every instance that nobody holds.
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

  /// Returns instances with all that they hold.
  private func reach(_ serials: [Int]) -> Set<Int> {
    var (reached, waiting) = (Set<Int>(), serials)
    while let serial = waiting.popLast() {
      guard reached.insert(serial).inserted, let instance = instances[serial] else { continue }
      waiting += instance.holds + (instance.late.map { [$0] } ?? [])
    }
    return reached
  }
}

// MARK: - What is found

extension GraphModel {
  /// The graph and those that it is built on, nearest first, as far as they have to do with it:
  /// what has ended sees nothing behind it.
  func line(of graph: Int) -> [Int] {
    var line = [graph]
    while let last = line.last, let node = graphs[last], let parent = node.parent {
      line.append(parent)
    }
    return line
  }

  /// The nearest graph of a line that has ended.
  func ended(_ graph: Int) -> Int? { line(of: graph).first { graphs[$0]!.hasEnded } }

  /// Returns what graphs of a line have active.
  func declared(from graph: Int) -> [(source: Source, graph: Int)] {
    line(of: graph).flatMap { graph in graphs[graph]!.active.map { ($0, graph) } }
  }

  /// Returns what graphs of a line have active, up to the first that has ended.
  func visible(from graph: Int) -> [(source: Source, graph: Int)] {
    let line = line(of: graph)
    let seen = line.firstIndex { graphs[$0]!.hasEnded }.map { line[...$0] } ?? line[...]
    return declared(from: graph).filter { seen.contains($0.graph) }
  }

  /// Returns the graph that makes what a farther one declares: that one, if it is kept, unless an
  /// isolated graph stands before it.
  private func creator(of item: Item, of farther: Int, for graph: Int) -> Int {
    if !item.identity.scope.isKept { return graph }
    return line(of: graph).first { $0 == farther || graphs[$0]!.isIsolated }!
  }

  /// Returns where the instance of something is kept that a farther graph has active: a registry
  /// keeps what it holds, wherever it is attached, unless an isolated graph stands before it.
  private func place(of item: Item, _ source: Source, of farther: Int, for graph: Int) -> Place {
    let creator = creator(of: item, of: farther, for: graph)
    if case .registry(let registry) = source, creator == farther, item.identity.scope.isKept {
      return Place(keeper: .registry(registry), identity: item.identity)
    }
    return Place(keeper: .graph(creator), identity: item.identity)
  }

  /// Whether something that is active has a place, also behind a parent that has ended.
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

  /// Returns what a key finds: what the nearest graph has that has any; of the same ones that
  /// several containers or registries hold, the first.
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

  /// Returns everything that a key finds where all are asked for, the farthest graph first: a child
  /// adds to its parents, an isolated graph that has any hides all farther ones. Of the same ones,
  /// the nearest takes the place of the others.
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
      // Of several that a registry holds, the first takes the place.
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
  /// The numbers, each once, in the order in which they came.
  fileprivate var unique: [Int] {
    var all: [Int] = []
    for number in self where !all.contains(number) { all.append(number) }
    return all
  }
}
