extension Generator {
  /// Returns a program that uses Stitcher.
  package mutating func stitcherProgram(steps count: Int) -> StitcherProgram {
    declare(isStitcher: true)
    let plans = plans()
    var steps: [StitcherStep] = []
    for container in plans.indices where random.chance(40) {
      steps.append(.plain(.change(.activate(container, isFurther: false))))
    }
    for _ in 0..<count { steps.append(stitcherStep()) }
    return StitcherProgram(declarations: declarations, plans: plans, steps: steps)
  }

  /// Returns the plans of the containers: first some with statements, then some that merge them.
  private mutating func plans() -> [Plan] {
    (0..<StitcherProgram.containerCount).map { container in
      if container > 1, random.chance(50) {
        return .merged((0...random.below(2)).map { _ in random.below(container) })
      }
      return .built(statements(in: container, depth: 0))
    }
  }

  /// Returns statements of a container.
  private mutating func statements(in container: Int, depth: Int) -> [Statement] {
    (0...random.below(4)).map { _ in
      switch random.below(depth < 2 ? 10 : 6) {
      case ..<6:
        let declaration = random.below(declarations.count)
        note(declaration, in: container)
        return .declare(declaration)
      case ..<8:
        return .group(flag: flag(in: container), statements(in: container, depth: depth + 1))
      default:
        return .when(
          flag: flag(in: container), statements(in: container, depth: depth + 1),
          otherwise: random.chance(50) ? statements(in: container, depth: depth + 1) : [])
      }
    }
  }

  /// Returns a flag that a container may read.
  private mutating func flag(in container: Int) -> Int {
    random.chance(50)
      ? random.below(StitcherProgram.observedFlags) : StitcherProgram.observedFlags + container
  }

  /// Returns a step.
  private mutating func stitcherStep() -> StitcherStep {
    let container = random.below(StitcherProgram.containerCount)
    let property = random.below(StitcherProgram.propertyCount)
    switch random.below(100) {
    case ..<42: return .plain(.ask(ask(), hand: random.below(Program.handCount)))
    case ..<50: return .plain(.drop(hand: random.below(Program.handCount)))
    case ..<54: return .plain(.fail(random.below(declarations.count), times: 1 + random.below(2)))
    case ..<69: return .plain(.change(stitcherChange()))
    case ..<71: return .activateInTask(container)
    case ..<73: return .toggle(random.chance(70) ? [random.below(2)] : [0, 1])
    case ..<75: return .fire(container)
    case ..<76: return .fireInVain(container)
    case ..<82: return .property(property, ask(), reloads: random.chance(25))
    case ..<90: return .read(property, hand: random.below(Program.handCount))
    case ..<92: return .reload(property)
    case ..<94: return .loadIfNeeded(property)
    case ..<95: return .release(property)
    case ..<98: return .wrap(random.below(2), container)
    default: return .unwrap(random.below(2))
    }
  }

  /// Returns a change of active containers or kept instances.
  mutating func stitcherChange() -> Change {
    let container = random.below(StitcherProgram.containerCount)
    switch random.below(20) {
    case ..<9: return .activate(container, isFurther: false)
    case ..<14: return .deactivate(container)
    case ..<17: return .endLifetime(random.below(Program.lifetimeCount))
    case ..<19: return .releaseUnused
    default: return .deactivateAll
    }
  }
}
