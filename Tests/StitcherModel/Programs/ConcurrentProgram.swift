/// A program with parts that run concurrently.
package struct ConcurrentProgram: Hashable, Sendable {
  /// The declarations of the program. Their factories only create their instance, or fail.
  package var declarations: [Declaration]
  /// The steps before the threads start.
  package var setup: [Step]
  /// The steps of each thread.
  package var threads: [[Step]]
  /// The steps after the threads have ended.
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

  /// The number of hands, the variables of the program: each request has one.
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
  /// Returns a program with a number of threads, which each perform some steps concurrently.
  package mutating func concurrentProgram(threads: Int, steps: Int) -> ConcurrentProgram {
    declareForThreads()
    var setup: [Step] = []
    // The first and the last registry never change, so that there is one unchanged registry of each
    // kind.
    let last = Program.registryCount - 1
    for registry in 0...last where registry == 0 || registry == last || random.chance(60) {
      setup.append(.change(fill(registry)))
      if registry == 0 || registry == last || random.chance(70) {
        setup.append(.change(.activate(registry, isFurther: false)))
      }
    }
    // A failing factory fails each time: the time of its run depends on the engine.
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

  /// Creates the declarations: few of them, so that threads use the same ones.
  private mutating func declareForThreads() {
    declare(isStitcher: false)
    var lifetimes: Set<Int> = []
    var few: [Declaration] = []
    for var declaration in declarations.prefix(5) {
      declaration.deeds = []
      declaration.isEager = false
      if declaration.lifespan == .instance { declaration.lifespan = .singleton }
      if case .managed(let lifetime) = declaration.lifespan {
        // One lifetime may end several instances, but not at the same time.
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
      // A request for all dependencies resolves them one after the other, which is not one
      // operation.
      if ask.shape == .all { ask.shape = .optional }
      return .ask(ask, hand: hand)
    case ..<12 where !own.isEmpty:
      return .drop(hand: own.remove(at: random.below(own.count)))
    default: return .change(concurrentChange(thread))
    }
  }

  /// Returns a change that one thread makes concurrently with the changes of others.
  ///
  /// Only one thread replaces the contents of a registry: of two concurrent replacements, only the
  /// second may be visible.
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
