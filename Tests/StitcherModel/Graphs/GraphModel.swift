/// What graphs with parents are to do: slow, and plain enough to be read as their specification.
///
/// It is a value: a step is tried on a copy.
struct GraphModel {
  /// A graph.
  struct Node {
    /// The graph that it is built on; nil for the first one.
    let parent: Int?
    let isIsolated: Bool
    /// The containers that are active, in order.
    var active: [Int] = []
    var hasEnded = false
  }

  /// What makes two declarations the same.
  struct Identity: Hashable {
    let key: NodeKey
    let scope: NodeScope
  }

  /// Where an instance is kept.
  struct Place: Hashable {
    let graph: Int
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

  /// A declaration that a key finds, and the graph that keeps and makes its instance.
  struct Candidate {
    let declaration: Int
    let creator: Int
  }

  /// What is being created; nothing where a graph is just asked, or runs the caller.
  struct PathStep {
    let identity: Identity?
    let graph: Int
  }

  /// Thrown where a step makes no sense.
  struct Unspecified: Error {}

  let declarations: [NodeDeclaration]
  /// What the containers declare: of two that are the same, the first.
  let containers: [[Int]]

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
  init(_ program: GraphProgram) {
    declarations = program.declarations
    containers = program.containers.map { container in
      var kept: [Int] = []
      for number in container
      where !kept.contains(where: {
        program.declarations[$0].identity == program.declarations[number].identity
      }) {
        kept.append(number)
      }
      return kept
    }
  }
}

extension NodeDeclaration {
  /// What the declaration has in common with those that are the same.
  var identity: GraphModel.Identity { GraphModel.Identity(key: key, scope: scope) }
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
      graphs[nextGraph] = Node(parent: parent, isIsolated: isIsolated, active: containers.unique)
      slots[slot] = nextGraph
      nextGraph += 1
    case .activate(let container, let slot):
      let graph = try graph(slot)
      if graphs[graph]!.hasEnded || graphs[graph]!.active.contains(container) { break }
      graphs[graph]!.active.append(container)
    case .deactivate(let container, let slot):
      let graph = try graph(slot)
      if graphs[graph]!.active.contains(container) { deactivate([container], in: graph) }
    case .deactivateAll(let slot):
      let graph = try graph(slot)
      deactivate(graphs[graph]!.active, in: graph)
    case .end(let slot):
      let graph = try graph(slot)
      if slot == 0 { throw Unspecified() }
      graphs[graph]!.hasEnded = true
      deactivate(graphs[graph]!.active, in: graph)
      kept = kept.filter { $0.key.graph != graph }
    case .drop(let slot):
      if slot == 0 { throw Unspecified() }
      slots[slot] = nil
    case .ask(let ask, let slot, let way, let hand):
      let graph = try graph(slot)
      if case .within(let other) = way {
        path = [PathStep(identity: nil, graph: try self.graph(other))]
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

  /// Takes containers away from a graph, and what nothing declares any more, there and in the
  /// graphs that are built on it.
  private mutating func deactivate(_ gone: [Int], in graph: Int) {
    graphs[graph]!.active.removeAll { gone.contains($0) }
    let lost = Set(gone.flatMap { containers[$0] }.map { declarations[$0].identity })
    for place in kept.keys
    where lost.contains(place.identity) && line(of: place.graph).contains(graph) && !isUsed(place) {
      kept[place] = nil
    }
  }

  /// Lets go of every graph and every instance that nobody holds.
  mutating func collect() {
    while let gone = graphs.keys.first(where: { graph in
      !slots.values.contains(graph) && !graphs.values.contains { $0.parent == graph }
    }) {
      graphs[gone] = nil
      kept = kept.filter { $0.key.graph != gone }
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
  private func line(of graph: Int) -> [Int] {
    var line = [graph]
    while let last = line.last, let node = graphs[last], let parent = node.parent {
      line.append(parent)
    }
    return line
  }

  /// The nearest graph of a line that has ended.
  private func ended(_ graph: Int) -> Int? { line(of: graph).first { graphs[$0]!.hasEnded } }

  /// Returns what graphs of a line have active, up to the first that has ended.
  private func visible(from graph: Int) -> [(declaration: Int, graph: Int)] {
    var all: [(Int, Int)] = []
    for graph in line(of: graph) {
      all += graphs[graph]!.active.flatMap { containers[$0] }.map { ($0, graph) }
      if graphs[graph]!.hasEnded { break }
    }
    return all
  }

  /// Returns the graph that keeps the instances of a declaration of a farther one: that one, unless
  /// an isolated graph stands before it.
  private func keeper(of declaration: Int, of farther: Int, for graph: Int) -> Int {
    if !declarations[declaration].scope.isKept { return graph }
    return line(of: graph).first { $0 == farther || graphs[$0]!.isIsolated }!
  }

  /// Whether something that is active has a place.
  private func isUsed(_ place: Place) -> Bool {
    visible(from: place.graph).contains { declaration, graph in
      declarations[declaration].identity == place.identity
        && keeper(of: declaration, of: graph, for: place.graph) == place.graph
    }
  }

  /// Returns what a key finds: what the nearest graph has that has any; the same ones once.
  private func candidates(for key: NodeKey, in graph: Int) -> [Candidate] {
    if ended(graph) != nil { return [] }
    let all = visible(from: graph).filter { declarations[$0.declaration].key == key }
    var identities: Set<Identity> = []
    return all.filter { $0.graph == all[0].graph }.compactMap { declaration, farther in
      guard identities.insert(declarations[declaration].identity).inserted else { return nil }
      return Candidate(
        declaration: declaration, creator: keeper(of: declaration, of: farther, for: graph))
    }
  }
}

// MARK: - Requests

extension GraphModel {
  /// Answers what a property asks for: what it has loaded, or what its graph finds.
  private mutating func late(_ key: NodeKey, in home: Int, _ value: Int?) -> GraphOutcome {
    if let value { return .found([value]) }
    if graphs[home] == nil { return .failed(.ended(home)) }
    path = [PathStep(identity: nil, graph: home)]
    defer { path = [] }
    return answer(NodeAsk(key), in: home)
  }

  /// Answers a request. What it found is held until the caller lets go of it.
  mutating func answer(_ ask: NodeAsk, in graph: Int) -> GraphOutcome {
    let count = held.count
    do throws(GraphFailure) {
      if let ended = ended(graph) { throw .ended(ended) }
      let all = candidates(for: ask.key, in: graph)
      switch ask.shape {
      case .all:
        var serials: [Int] = []
        for candidate in all { serials.append(try obtain(candidate, for: graph)) }
        return .found(serials)
      case .optional where all.isEmpty: return .nothing
      case .one where all.isEmpty: throw absence(of: ask.key, in: graph)
      default:
        if all.count > 1 { throw .multiple(ask.key) }
        return .found([try obtain(all[0], for: graph)])
      }
    } catch {
      held.removeLast(held.count - count)
      collect()
      return .failed(error)
    }
  }

  /// The innermost thing that is being created and is kept for longer than a graph may live.
  private var holder: NodeKey? {
    path.last { $0.identity?.scope.isKept == true }?.identity?.key
  }

  /// Why nothing was found: it is a captive if somebody who has asked has it as a scoped one.
  private func absence(of key: NodeKey, in graph: Int) -> GraphFailure {
    guard let holder else { return .missing(key) }
    let isScoped = path.contains { step in
      step.graph != graph && line(of: step.graph).contains(graph)
        && candidates(for: key, in: step.graph).contains {
          declarations[$0.declaration].scope == .scoped
        }
    }
    return isScoped ? .captive(key, of: holder) : .missing(key)
  }

  /// Returns the instance of a candidate, kept or new, which is held from now on.
  private mutating func obtain(
    _ candidate: Candidate, for graph: Int
  ) throws(GraphFailure) -> Int {
    let identity = declarations[candidate.declaration].identity
    if identity.scope == .scoped, let holder { throw .captive(identity.key, of: holder) }
    let place = Place(graph: candidate.creator, identity: identity)
    if identity.scope != .instance, let serial = kept[place] {
      held.append(serial)
      return serial
    }
    let step = PathStep(identity: identity, graph: candidate.creator)
    // What has the same key in the same graph counts as the same, whatever its scope.
    if path.contains(where: { $0.identity?.key == identity.key && $0.graph == step.graph }) {
      throw .cycle
    }
    let count = path.count
    path += [PathStep(identity: nil, graph: graph), step]
    defer { path.removeLast(path.count - count) }
    let serial = try create(candidate)
    if identity.scope != .instance { kept[place] = serial }
    return serial
  }

  /// Runs a factory; the instance is held from now on.
  private mutating func create(_ candidate: Candidate) throws(GraphFailure) -> Int {
    let declaration = declarations[candidate.declaration]
    fuel -= 1
    if fuel < 0 { throw .outOfFuel }
    note(.began(candidate.declaration, graph: candidate.creator))
    let count = held.count
    var own: [Int] = []
    for need in declaration.needs {
      let outcome = answer(need.ask, in: candidate.creator)
      note(.got(outcome))
      if need.keeps {
        own += outcome.serials
      } else {
        held.removeLast(outcome.serials.count)
        collect()
      }
      if case .failed(let failure) = outcome, !need.recovers {
        held.removeLast(held.count - count)
        collect()
        throw failure
      }
    }
    let serial = nextSerial
    nextSerial += 1
    instances[serial] = Instance(
      declaration: candidate.declaration, holds: own, home: candidate.creator)
    held.removeLast(held.count - count)
    held.append(serial)
    note(.made(candidate.declaration, serial: serial))
    return serial
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
