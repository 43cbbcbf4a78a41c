extension GraphProgram {
  /// Creates the program of a seed.
  package static func program(seed: UInt64, steps count: Int) -> GraphProgram {
    var generator = GraphGenerator(seed: seed)
    return generator.program(steps: count)
  }
}

/// A generator of random graph programs; the same seed gives the same program.
private struct GraphGenerator {
  /// The source of random choices.
  private var random: Choices

  /// The slots that hold a graph.
  private var slots = [0]

  /// The properties and the hands that are filled.
  private var (properties, hands): ([Int], [Int]) = ([], [])

  init(seed: UInt64) { random = Choices(seed: seed) }

  mutating func program(steps count: Int) -> GraphProgram {
    let declarations = (0..<8).map { _ in declaration() }
    let containers = (0..<GraphProgram.containerCount).map { _ in
      (0...random.below(3)).map { _ in random.below(declarations.count) }
    }
    let states = containers.map { _ in
      random.chance(40) ? random.below(GraphProgram.stateCount) : nil
    }
    var steps: [GraphStep] = [.activate(0, in: 0), .activate(1, in: 0)]
    for _ in 0..<count { steps.append(step()) }
    return GraphProgram(
      declarations: declarations, containers: containers, states: states, steps: steps)
  }

  /// Returns a declaration.
  private mutating func declaration() -> NodeDeclaration {
    let needs = (0..<random.pick([0, 1, 1, 2])).map { _ in
      NodeNeed(ask(), keeps: random.chance(70), recovers: random.chance(25))
    }
    return NodeDeclaration(
      random.pick(NodeKey.allCases), random.pick(NodeScope.allCases), needs: needs,
      late: random.chance(40) ? random.pick(NodeKey.allCases) : nil)
  }

  /// Returns a request.
  private mutating func ask() -> NodeAsk {
    NodeAsk(
      random.pick(NodeKey.allCases), random.chance(65) ? .one : random.pick([.optional, .all]))
  }

  /// Returns a hand, a variable of the program, and marks it as filled.
  private mutating func hand() -> Int {
    let hand = random.below(GraphProgram.handCount)
    if !hands.contains(hand) { hands.append(hand) }
    return hand
  }

  /// Returns a step.
  private mutating func step() -> GraphStep {
    let slot = random.pick(slots)
    let container = random.below(GraphProgram.containerCount)
    switch random.below(120) {
    case 100...: return sourceStep(slot)
    case ..<16:
      let new = 1 + random.below(GraphProgram.slotCount - 1)
      if !slots.contains(new) { slots.append(new) }
      let containers = (0..<random.below(3)).map { _ in
        random.below(GraphProgram.containerCount)
      }
      return .make(new, on: slot, isIsolated: random.chance(40), containers)
    case ..<24: return .activate(container, in: slot)
    case ..<29: return .deactivate(container, in: slot)
    case ..<30: return .deactivateAll(slot)
    case ..<33 where slot != 0: return .end(slot)
    case ..<37 where slot != 0:
      slots.removeAll { $0 == slot }
      return .drop(slot)
    case ..<42:
      let property = random.below(GraphProgram.propertyCount)
      if !properties.contains(property) { properties.append(property) }
      return .property(property, random.pick(NodeKey.allCases), in: slot)
    case ..<50 where !properties.isEmpty: return .read(random.pick(properties), hand: hand())
    case ..<58 where !hands.isEmpty: return .use(hand: random.pick(hands), into: hand())
    case ..<66 where !hands.isEmpty: return .release(hand: random.pick(hands))
    default:
      let ways: [NodeWay] = [
        .directly, .running, .bound, .within(random.pick(slots)), .awaiting,
        .awaitingWithin(random.pick(slots)),
      ]
      let way = random.pick(ways)
      return .ask(ask(), of: slot, way, hand: hand())
    }
  }

  /// Returns a step that changes a registry, a container or a state.
  private mutating func sourceStep(_ slot: Int) -> GraphStep {
    let registry = random.below(GraphProgram.registryCount)
    switch random.below(20) {
    case ..<6: return .register(random.below(8), in: registry)
    case ..<8: return .unregister(at: random.below(3), of: registry)
    case ..<13: return .attach(registry, to: slot)
    case ..<15: return .detach(registry, from: slot)
    default: return .toggle(random.below(GraphProgram.stateCount), seenFrom: slot)
    }
  }
}
