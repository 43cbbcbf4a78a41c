/// What lives are to be like: slow, and plain enough to be read as their specification.
///
/// It is a value: a step is tried on a copy. Nothing in it happens at one time with something else:
/// whatever tasks do, it comes to what this does in one order.
struct LifeModel {
  /// A graph.
  struct Graph {
    /// The graph that it is built on; nil for the first one.
    let parent: Int?
    let isIsolated: Bool
    /// The containers that are active, in order.
    var active: [Int] = []
    var hasEnded = false
  }

  /// Where an instance is kept.
  struct Place: Hashable {
    let graph: Int
    let declaration: Int
    /// What is around the instance of the declaration, the innermost first, and what finds it then.
    let layers: [Layer]
    let key: LifeKey?
  }

  /// What decorators of a graph have put around something.
  struct Layer: Hashable {
    /// The graph that keeps what is inside.
    let inner: Int
    let decorations: [Int]
  }

  /// What is in a place.
  struct Kept {
    let serial: Int
    /// Whether somebody watched when it was made.
    let isWatched: Bool
  }

  /// What is being created; nothing where a graph is just asked.
  struct PathStep {
    var graph: Int
    var declaration: Int?
    var layers: [Layer] = []
    /// What errors call it.
    var label: LifeKey = .a
    var isAsynchronous = false
    /// Whether somebody learns of it.
    var isTold = false
  }

  /// Thrown where a step makes no sense.
  struct Unspecified: Error {}

  let program: LifeProgram

  /// The graphs, by their slots.
  var graphs: [Int: Graph] = [0: Graph(parent: nil, isIsolated: true)]
  var kept: [Place: Kept] = [:]
  /// What the instances hold that live.
  var instances: [Int: [Int]] = [:]
  var hands = [[Int]](repeating: [], count: LifeProgram.handCount)
  var watched: Set<Int> = []
  /// How often makers and teardowns are to fail.
  var failures: [LifeMaker: Int] = [:]
  var failingTeardowns: [Int: Int] = [:]
  /// What was used in this step, which lives until its end.
  var held: [Int] = []
  /// What is being created, outermost first.
  var path: [PathStep] = []
  /// Which factory is to be interrupted when it is done but for its instance, and how.
  var interruption: (declaration: Int, way: LifeInterruption)?
  /// Whether the task that asks was cancelled.
  var isCancelled = false
  /// Whether something was asked for while an activation that was cancelled is undone: what is
  /// found then depends on which of the two is faster.
  var hasAskedTooLate = false
  /// Whether the step is an activation that is cancelled.
  var isCancelledActivation = false
  var observation = LifeObservation()
  /// How teardowns have ended that nobody waited for, by nobody who watches: who begins to watch
  /// soon after may still be told.
  var lateNews: Set<LifeNews> = []
  var nextSerial = 0
  var fuel = 0

  /// Creates a model of one graph in which nothing is active.
  init(_ program: LifeProgram) { self.program = program }

  /// Notes an event.
  mutating func note(_ event: LifeEvent) { observation.events.append(event) }

  /// Tells those who watch a graph of something, the nearest first.
  mutating func tell(_ kind: LifeNews.Kind, of declaration: Int?, in graph: Int) {
    for one in line(of: graph) where watched.contains(one) {
      observation.tell(
        LifeNews(watched: one, graph: graph, declaration: declaration, kind: kind))
    }
  }
}

// MARK: - Steps

extension LifeModel {
  /// Does a step; returns what is to be observed.
  mutating func perform(_ step: LifeStep) throws -> LifeObservation {
    observation = LifeObservation()
    (fuel, interruption, isCancelled) = (LifeProgram.fuel, nil, false)
    (hasAskedTooLate, isCancelledActivation) = (false, false)
    switch step {
    case .make(let slot, let base, let isIsolated, let containers):
      _ = try graph(base)
      if graphs[slot] != nil { throw Unspecified() }
      graphs[slot] = Graph(parent: base, isIsolated: isIsolated, active: containers)
      // Who makes a graph does not wait for what is asynchronous.
      if needsTask(containers, in: slot) { throw Unspecified() }
      createEager(of: containers, in: slot)
    case .activate(let container, let slot), .activateInTask(let container, let slot):
      _ = add(container, to: try graph(slot))
      if case .activate = step, needsTask([container], in: slot) { throw Unspecified() }
      createEager(of: [container], in: slot)
      tell(.changed, of: nil, in: slot)
    case .activateAndWait(let container, let slot):
      note(.completed(try activate(container, in: graph(slot)).map { [$0] } ?? []))
    case .cancelActivation(let container, let slot, let declaration, let way):
      if way == .shared { throw Unspecified() }
      interruption = (declaration, way)
      isCancelledActivation = true
      note(.completed(try activate(container, in: graph(slot)).map { [$0] } ?? []))
      if hasAskedTooLate { throw Unspecified() }
    case .deactivate(let container, let slot):
      _ = remove([container], from: try graph(slot), isAwaited: false)
    case .deactivateAndWait(let container, let slot):
      note(.completed(remove([container], from: try graph(slot), isAwaited: true)))
    case .end(let slot): note(.completed(end(try graph(slot))))
    case .drop(let slot):
      // Others hold it: those that are built on it, and here the first one.
      if slot == 0 || graphs.values.contains(where: { $0.parent == slot }) { throw Unspecified() }
      close(takeContents(of: try graph(slot)), isAwaited: false)
      graphs[slot] = nil
      watched.remove(slot)
    case .fire(let lifetime): fire(lifetime)
    case .ask(let ask, let slot, let hand):
      finish(answer(ask, in: try graph(slot)), in: hand)
    case .interrupt(let ask, let slot, let declaration, let way, let hand):
      interruption = (declaration, way)
      finish(try interrupt(ask, in: graph(slot)), in: hand)
    case .fail(let maker, let times): failures[maker] = times
    case .failTeardown(let declaration, let times): failingTeardowns[declaration] = times
    case .observe(let slot): watched.insert(try graph(slot))
    case .ignore(let slot): watched.remove(try graph(slot))
    case .release(let hand): hands[hand] = []
    }
    collect()
    return observation
  }

  /// Returns the graph of a slot.
  private func graph(_ slot: Int) throws -> Int {
    if graphs[slot] == nil { throw Unspecified() }
    return slot
  }

  /// Puts what a request came to into a hand.
  private mutating func finish(_ outcome: LifeOutcome, in hand: Int) {
    note(.answered(outcome))
    hands[hand] = outcome.serials
  }

  /// Answers a request that is interrupted. Another one that waits as well can only do so for one
  /// creation, of which everything is left to be done.
  private mutating func interrupt(_ ask: LifeAsk, in graph: Int) throws -> LifeOutcome {
    guard case .shared? = interruption?.way else { return answer(ask, in: graph) }
    let all = candidates(for: ask.key, in: graph)
    guard ask.shape == .one, all.count == 1 else { throw Unspecified() }
    let target = layered(all[0], by: ask.key, seenFrom: graph)
    if !isStored(target) || !isAsynchronous(target) || live(target) != nil { throw Unspecified() }
    let outcome = answer(ask, in: graph)
    if interruption == nil {
      note(.interrupted(.failed(.cancelled)))
      if isWatched(target.graph) { tell(.waited, of: target.declaration, in: target.graph) }
    }
    return outcome
  }

  /// Lets go of every instance that nobody holds, at the end of a step.
  private mutating func collect() {
    held = []
    letGoOfWhatNobodyHolds()
  }

  /// Lets go of every instance that nobody holds.
  private mutating func letGoOfWhatNobodyHolds() {
    var reached: Set<Int> = []
    var waiting =
      held + hands.joined()
      + kept.filter { program.declarations[$0.key.declaration].scope != .shared }.map(
        \.value.serial)
    while let serial = waiting.popLast() {
      if reached.insert(serial).inserted { waiting += instances[serial] ?? [] }
    }
    observation.died.formUnion(Set(instances.keys).subtracting(reached))
    instances = instances.filter { reached.contains($0.key) }
  }
}

// MARK: - Changes

extension LifeModel {
  /// Adds a container to a graph; returns whether it was active before.
  private mutating func add(_ container: Int, to graph: Int) -> Bool {
    let wasActive = graphs[graph]!.active.contains(container)
    if !wasActive, !graphs[graph]!.hasEnded {
      graphs[graph]!.active.append(container)
      close(release(of: [], seenIn: graph), isAwaited: false)
      // What is eager comes after that, and is made anew if it was held by what has gone.
      letGoOfWhatNobodyHolds()
    }
    return wasActive
  }

  /// Activates a container and makes what is eager in it; returns why that failed.
  private mutating func activate(_ container: Int, in graph: Int) -> LifeFailure? {
    let wasActive = add(container, to: graph)
    do throws(LifeFailure) {
      if let ended = ended(graph) { throw .ended(ended) }
      for target in eager(in: [container], of: graph) {
        held.append(try obtain(target, for: graph, isAwaited: true))
      }
      tell(.changed, of: nil, in: graph)
      return nil
    } catch {
      if !wasActive { _ = remove([container], from: graph, isAwaited: false) }
      return error
    }
  }

  /// Makes what is eager in containers, as far as that succeeds.
  private mutating func createEager(of containers: [Int], in graph: Int) {
    for target in eager(in: containers, of: graph) {
      if let serial = try? obtain(target, for: graph, isAwaited: isAsynchronous(target)) {
        held.append(serial)
      }
    }
  }

  /// Whether something is eager in containers that only a task can make.
  private func needsTask(_ containers: [Int], in graph: Int) -> Bool {
    eager(in: containers, of: graph).contains(where: isAsynchronous)
  }

  /// What is eager in containers and counts in a graph, with what is around it.
  private func eager(in containers: [Int], of graph: Int) -> [Target] {
    containers.flatMap { program.containers[$0].declarations.once }.compactMap { number in
      let declaration = program.declarations[number]
      guard declaration.isEager, declaration.scope != .instance,
        let candidate = candidates(for: declaration.key, in: graph).first(where: {
          $0.declaration == number
        })
      else { return nil }
      return layered(candidate, by: declaration.key, seenFrom: graph)
    }
  }

  /// Takes containers away from a graph, and what nothing declares any more; returns which
  /// teardowns have failed.
  private mutating func remove(
    _ gone: [Int], from graph: Int, isAwaited: Bool
  ) -> [LifeFailure] {
    if !graphs[graph]!.active.contains(where: gone.contains) { return [] }
    graphs[graph]!.active.removeAll { gone.contains($0) }
    tell(.changed, of: nil, in: graph)
    let lost = Set(gone.flatMap { program.containers[$0].declarations })
    return close(release(of: lost, seenIn: graph), isAwaited: isAwaited)
  }

  /// Ends a graph; returns which teardowns have failed.
  private mutating func end(_ graph: Int) -> [LifeFailure] {
    if graphs[graph]!.hasEnded { return [] }
    tell(.changed, of: nil, in: graph)
    return close(takeContents(of: graph), isAwaited: true)
  }

  /// Takes out all that a graph has, and that nothing leads to any more then.
  private mutating func takeContents(of graph: Int) -> [Place: Kept] {
    let lost = Set(graphs[graph]!.active.flatMap { program.containers[$0].declarations })
    graphs[graph]!.active = []
    graphs[graph]!.hasEnded = true
    var gone = release(of: lost, seenIn: graph)
    for (place, one) in kept where place.graph == graph { gone[place] = one }
    kept = kept.filter { $0.key.graph != graph }
    return gone
  }

  /// Ends the lives of what one thing manages: those go together, in whatever graph they are.
  private mutating func fire(_ lifetime: Int) {
    let gone = kept.filter { program.declarations[$0.key.declaration].lifetime == lifetime }
    kept = kept.filter { gone[$0.key] == nil }
    close(gone, isAwaited: false)
  }

  /// Takes out what nothing leads to any more in a graph, and in those that are built on it.
  private mutating func release(of lost: Set<Int>, seenIn graph: Int) -> [Place: Kept] {
    let gone = kept.filter { place, _ in
      line(of: place.graph).contains(graph) && !isDeclared(place)
        && (lost.contains(place.declaration) || !place.layers.isEmpty)
    }
    kept = kept.filter { gone[$0.key] == nil }
    return gone
  }

  /// Tears down what was taken out, the latest one first; returns what has failed.
  @discardableResult
  private mutating func close(_ gone: [Place: Kept], isAwaited: Bool) -> [LifeFailure] {
    var failures: [LifeFailure] = []
    for (place, one) in gone.sorted(by: { $0.value.serial > $1.value.serial }) {
      let isTold = one.isWatched
      if isTold { tell(.released, of: place.declaration, in: place.graph) }
      if !hasTeardown(place) || instances[one.serial] == nil { continue }
      if let failure = tearDown(one.serial, in: place, isTold: isTold, isAwaited: isAwaited) {
        failures.append(failure)
      }
    }
    return failures
  }

  /// Whether what is in a place is torn down: what the factory has made, not what is around it.
  func hasTeardown(_ place: Place) -> Bool {
    place.layers.isEmpty && program.declarations[place.declaration].teardown != .nothing
  }

  /// Tears an instance down; returns why that failed.
  mutating func tearDown(
    _ serial: Int, in place: Place, isTold: Bool, isAwaited: Bool
  ) -> LifeFailure? {
    let isHanging = program.declarations[place.declaration].teardown == .hanging
    if isHanging {
      observation.hanging[serial, default: 0] += 1
    } else {
      note(.closed(serial))
    }
    held.append(serial)
    let times = failingTeardowns[place.declaration, default: 0]
    let isFailing = isAwaited && times > 0 && !isHanging
    if isFailing { failingTeardowns[place.declaration] = times - 1 }
    let failure = isHanging ? LifeFailure.timedOut : isFailing ? .teardown(serial) : nil
    if isTold { tell(.tornDown(failure), of: place.declaration, in: place.graph) }
    if !isAwaited {
      lateNews.insert(
        LifeNews(
          watched: nil, graph: place.graph, declaration: place.declaration, kind: .tornDown(failure)
        ))
    }
    return failure
  }
}

extension [Int] {
  /// The numbers, each once, in the order in which they came.
  var once: [Int] {
    var all: [Int] = []
    for number in self where !all.contains(number) { all.append(number) }
    return all
  }
}
