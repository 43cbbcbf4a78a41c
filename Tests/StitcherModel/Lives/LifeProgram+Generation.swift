extension LifeProgram {
  /// Creates the program of a seed.
  package static func program(seed: UInt64, steps count: Int) -> LifeProgram {
    var generator = LifeGenerator(random: Choices(seed: seed))
    return generator.program(steps: count)
  }
}

/// A generator of random life-cycle programs; the same choices give the same program.
private struct LifeGenerator {
  /// The source of the choices.
  private var random: Choices

  /// The slots that hold a graph.
  private var slots = [0]

  /// The declarations of the program.
  private var declarations: [LifeDeclaration] = []

  /// The keys of the declarations.
  private static let keys: [LifeKey] = [.a, .b, .c, .named, .valued, .a, .b, .c, .named, .valued]

  private static let decorationCount = 4

  /// The number of containers that are active at the start.
  private static let common = 3

  init(random: Choices) { self.random = random }

  /// Returns a program that releases everything at its end.
  mutating func program(steps count: Int) -> LifeProgram {
    for key in Self.keys { declarations.append(declaration(key)) }
    let decorations = (0..<Self.decorationCount).map { _ in
      LifeDecoration(key(), isAsynchronous: random.chance(25), needs: needs([0, 0, 1], of: nil))
    }
    var containers = [LifeContainer](repeating: LifeContainer([]), count: 5)
    for number in declarations.indices {
      // Two declarations with one key are mostly in different containers.
      let place =
        number < declarations.count / 2 ? random.below(Self.common) : Self.common + random.below(2)
      containers[place].declarations.append(number)
      if random.chance(10) {
        containers[random.below(containers.count)].declarations.append(number)
      }
    }
    for number in decorations.indices {
      containers[random.below(containers.count)].decorations.append(number)
    }
    for number in containers.indices {
      containers[number].declarations = containers[number].declarations.once
    }
    var steps: [LifeStep] = (0..<Self.common).map { .activateInTask($0, in: 0) }
    if random.chance(60) { steps.append(.observe(0)) }
    for _ in 0..<count { steps.append(step()) }
    return LifeProgram(
      declarations: declarations, decorations: decorations, containers: containers,
      steps: steps + slots.reversed().map { .end($0) })
  }

  /// Returns a declaration.
  private mutating func declaration(_ key: LifeKey) -> LifeDeclaration {
    let scope = random.pick(NodeScope.allCases + [.singleton, .singleton])
    let isManaged = scope == .singleton && random.chance(50)
    return LifeDeclaration(
      key, scope, isBeing: key.isType && random.chance(20), isAsynchronous: random.chance(40),
      isEager: random.chance(25), teardown: random.pick(Self.teardowns),
      lifetime: isManaged ? random.below(LifeProgram.lifetimeCount) : nil,
      needs: needs([0, 1, 1, 2], of: key))
  }

  /// The teardowns to choose from: hanging ones are rare, since they take time and print a message
  /// if no caller waits.
  private static let teardowns: [LifeTeardown] = [
    .nothing, .nothing, .synchronous, .synchronous, .synchronous, .asynchronous, .asynchronous,
    .asynchronous, .limited, .hanging,
  ]

  /// Returns an activation that is cancelled in the factory of an eager instance of the container.
  private mutating func cancelledActivation(of container: Int, in slot: Int) -> LifeStep {
    let all = declarations.indices.filter { declarations[$0].isAsynchronous }
    return .cancelActivation(
      container, in: slot, at: all.isEmpty ? 0 : random.pick(all),
      random.pick([.noticed, .unnoticed]))
  }

  /// Returns the requests of a factory: mostly for later keys, so that cycles are rare.
  private mutating func needs(_ counts: [Int], of key: LifeKey?) -> [LifeNeed] {
    (0..<random.pick(counts)).map { _ in
      var ask = ask()
      if let key, ask.key.rawValue <= key.rawValue, random.chance(80) {
        ask = LifeAsk(random.chance(50) ? .valued : .being, awaited: ask.isAwaited)
      }
      return LifeNeed(ask, keeps: random.chance(70), recovers: random.chance(25))
    }
  }

  private mutating func key() -> LifeKey { random.pick(LifeKey.allCases) }

  /// Returns a request.
  private mutating func ask() -> LifeAsk {
    let key = key()
    let shape: NodeAsk.Shape =
      !key.isType || random.chance(65) ? .one : random.pick([.optional, .all])
    return LifeAsk(key, shape, awaited: random.chance(70))
  }

  /// Returns a request that is cancelled, mostly in the factory of the requested key.
  private mutating func interruption(of slot: Int, _ hand: Int) -> LifeStep {
    let asynchronous = declarations.indices.filter { declarations[$0].isAsynchronous }
    let number =
      asynchronous.isEmpty ? random.below(declarations.count) : random.pick(asynchronous)
    let ask = random.chance(60) ? LifeAsk(declarations[number].key) : ask()
    return .interrupt(
      LifeAsk(ask.key, ask.shape), of: slot, at: number, random.pick(LifeInterruption.allCases),
      hand: hand)
  }

  /// Returns a step.
  private mutating func step() -> LifeStep {
    let slot = random.pick(slots)
    let container = random.below(LifeProgram.containerCount)
    let declaration = random.below(declarations.count)
    let hand = random.below(LifeProgram.handCount)
    switch random.below(100) {
    case ..<8 where slots.count < LifeProgram.slotCount:
      let new = (0..<LifeProgram.slotCount).first { !slots.contains($0) } ?? 0
      slots.append(new)
      let containers = (0..<random.below(3)).map { _ in random.below(LifeProgram.containerCount) }
      return .make(new, on: slot, isIsolated: random.chance(40), containers.once)
    case ..<10: return .activate(container, in: slot)
    case ..<12: return .activateInTask(container, in: slot)
    case ..<19: return .activateAndWait(container, in: slot)
    case ..<22: return .deactivate(container, in: slot)
    case ..<27: return .deactivateAndWait(container, in: slot)
    case ..<29 where slot != 0: return .end(slot)
    case ..<31 where slot != 0:
      slots.removeAll { $0 == slot }
      return .drop(slot)
    case ..<35:
      let decoration = random.below(Self.decorationCount)
      let maker: LifeMaker =
        random.chance(80) ? .declaration(declaration) : .decoration(decoration)
      return .fail(maker, times: 1 + random.below(2))
    case ..<38: return .failTeardown(declaration, times: 1 + random.below(3))
    case ..<40: return .observe(slot)
    case ..<41: return .ignore(slot)
    case ..<46: return .release(hand: hand)
    case ..<58: return interruption(of: slot, hand)
    case ..<62: return cancelledActivation(of: container, in: slot)
    case ..<66: return .fire(random.below(LifeProgram.lifetimeCount))
    default:
      var ask = ask()
      ask.isAwaited = ask.isAwaited || random.chance(50)
      return .ask(ask, of: slot, hand: hand)
    }
  }
}
