/// A program of which parts run at the same time.
package struct ConcurrentProgram: Hashable, Sendable {
  /// What can be registered. Factories do nothing but make their instance, or fail.
  package var declarations: [Declaration]
  /// What is done first, by one thread.
  package var setup: [Step]
  /// What each thread does.
  package var threads: [[Step]]
  /// What is done last, by one thread.
  package var epilogue: [Step]

  /// Creates a program.
  package init(
    declarations: [Declaration], setup: [Step], threads: [[Step]], epilogue: [Step]
  ) {
    self.declarations = declarations
    self.setup = setup
    self.threads = threads
    self.epilogue = epilogue
  }

  /// The number of hands: each request has its own.
  package var handCount: Int {
    let hands = (setup + threads.joined() + epilogue).map { step in
      switch step {
      case .ask(_, let hand), .drop(let hand): hand
      case .change, .fail: 0
      }
    }
    return (hands.max() ?? 0) + 1
  }
}

extension Generator {
  /// Returns a program for a number of threads, which each do some steps at the same time.
  package mutating func concurrentProgram(threads: Int, steps: Int) -> ConcurrentProgram {
    declareForThreads()
    var setup: [Step] = []
    // One registry of each kind stays as it is: the first one and the last one.
    let last = Program.registryCount - 1
    for registry in 0...last where registry == 0 || registry == last || random.chance(60) {
      setup.append(.change(fill(registry)))
      if registry == 0 || registry == last || random.chance(70) {
        setup.append(.change(.activate(registry, isFurther: false)))
      }
    }
    // What fails does so each time: when a factory runs is up to the engine.
    if random.chance(20) {
      setup.append(.fail(random.below(declarations.count), times: 1_000_000))
    }
    var hand = 0
    var lists: [[Step]] = []
    for thread in 0..<threads {
      var list: [Step] = []
      var own: [Int] = []
      for _ in 0..<steps { list.append(concurrentStep(thread, &hand, &own)) }
      lists.append(list)
    }
    var epilogue: [Step] = []
    for declaration in declarations where declaration.isStored && random.chance(70) {
      epilogue.append(.ask(ask(for: declaration), hand: hand))
      hand += 1
    }
    return ConcurrentProgram(
      declarations: declarations, setup: setup, threads: lists, epilogue: epilogue)
  }

  /// Makes up what can be registered: few things, so that threads meet.
  private mutating func declareForThreads() {
    declare(isStitcher: false)
    var lifetimes: Set<Int> = []
    var few: [Declaration] = []
    for var declaration in declarations.prefix(5) {
      declaration.deeds = []
      declaration.isEager = false
      if declaration.lifespan == .instance { declaration.lifespan = .singleton }
      if case .managed(let lifetime) = declaration.lifespan {
        // One lifetime may end several instances, but one after the other.
        if !lifetimes.insert(lifetime).inserted { declaration.lifespan = .shared }
      }
      few.append(declaration)
    }
    replaceDeclarations(by: few)
  }

  /// Returns a step of a thread.
  private mutating func concurrentStep(
    _ thread: Int, _ hand: inout Int, _ own: inout [Int]
  ) -> Step {
    switch random.below(20) {
    case ..<10:
      defer { hand += 1 }
      own.append(hand)
      var ask = random.chance(90) ? ask(for: random.pick(declarations)) : ask()
      // Those that get all get them one after the other.
      if ask.shape == .all { ask.shape = .optional }
      return .ask(ask, hand: hand)
    case ..<12 where !own.isEmpty:
      return .drop(hand: own.remove(at: random.below(own.count)))
    default: return .change(concurrentChange(thread))
    }
  }

  /// Returns a change that one thread makes while others make theirs.
  ///
  /// One thread replaces the contents of a registry: of two that do it at one time, only the second
  /// may be seen.
  private mutating func concurrentChange(_ thread: Int) -> Change {
    let registry = 1 + random.below(Program.registryCount - 2)
    switch random.below(20) {
    case ..<5: return .activate(registry, isFurther: false)
    case ..<9: return .deactivate(registry)
    case ..<13:
      return fill(1 + min(thread, 2))
    case ..<16: return .endLifetime(random.below(Program.lifetimeCount))
    case ..<17: return .releaseUnused
    default:
      guard let object = steadyObject() else { return .releaseUnused }
      return random.chance(60) ? .forget(object) : .set(object)
    }
  }
}
