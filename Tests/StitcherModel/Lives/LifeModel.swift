/// The specified behavior of asynchronous, decorated and observed instances: slow, and simple
/// enough to be read as a specification.
///
/// The model is a value: each step is tried on a copy. Nothing in it runs concurrently: concurrent
/// tasks of the library must give a result that one order of the model gives.
struct LifeModel {
  struct Graph {
    /// The parent, or `nil` for the first graph.
    let parent: Int?
    let isIsolated: Bool
    /// The containers that are active, in order.
    var active: [Int] = []
    var hasEnded = false
  }

  /// The place of a kept instance.
  struct Place: Hashable {
    let graph: Int
    let declaration: Int
    /// The decorators around the instance, innermost first, and the key of the lookup if there are
    /// any.
    let layers: [Layer]
    let key: LifeKey?
  }

  /// The decorators that one graph puts around an instance.
  struct Layer: Hashable {
    /// The graph that keeps the inner instance.
    let inner: Int
    let decorations: [Int]
  }

  /// A kept instance.
  struct Kept {
    let serial: Int
    /// Whether an observer was notified of the creation.
    let isWatched: Bool
  }

  /// A step of the creation path. It has no declaration if a graph is just called.
  struct PathStep {
    var graph: Int
    var declaration: Int?
    var layers: [Layer] = []
    /// The key of the step in errors.
    var label: LifeKey = .a
    var isAsynchronous = false
    /// Whether observers are notified of the creation.
    var isRecorded = false
  }

  /// Thrown if the behavior of a step is unspecified.
  struct Unspecified: Error {}

  let program: LifeProgram

  /// The graphs, by their slots.
  var graphs: [Int: Graph] = [0: Graph(parent: nil, isIsolated: true)]
  var kept: [Place: Kept] = [:]
  /// The living instances, each with the instances that it holds.
  var instances: [Int: [Int]] = [:]
  var hands = [[Int]](repeating: [], count: LifeProgram.handCount)
  var watched: Set<Int> = []
  /// The numbers of runs that are to fail, by factory or decorator.
  var failures: [LifeMaker: Int] = [:]
  var failingTeardowns: [Int: Int] = [:]
  /// The instances that this step has used, which live until its end.
  var held: [Int] = []
  /// The creation path, outermost first.
  var path: [PathStep] = []
  /// The factory in which the request is to be cancelled, just before its instance exists, and how.
  var interruption: (declaration: Int, way: LifeInterruption)?
  /// Whether the requesting task was cancelled.
  var isCancelled = false
  /// Whether a request ran while a cancelled activation was being undone: its result depends on
  /// which of the two is faster.
  var hasAskedTooLate = false
  /// Whether the step is a cancelled activation.
  var isCancelledActivation = false
  var observation = LifeObservation()
  /// The results of teardowns that had neither a waiter nor an observer: an observer that
  /// subscribes soon afterwards may still receive them.
  var lateNotifications: Set<LifeNotification> = []
  var nextSerial = 0
  var fuel = 0

  /// Creates a model of one graph without active containers.
  init(_ program: LifeProgram) { self.program = program }

  mutating func note(_ event: LifeEvent) { observation.events.append(event) }

  /// Notifies the observers of a graph and its parents, nearest first.
  mutating func record(_ kind: LifeNotification.Kind, of declaration: Int?, in graph: Int) {
    for one in line(of: graph) where watched.contains(one) {
      observation.record(
        LifeNotification(watched: one, graph: graph, declaration: declaration, kind: kind))
    }
  }
}

// MARK: - Steps

extension LifeModel {
  /// Performs a step; returns the expected observation.
  mutating func perform(_ step: LifeStep) throws -> LifeObservation {
    observation = LifeObservation()
    (fuel, interruption, isCancelled) = (LifeProgram.fuel, nil, false)
    (hasAskedTooLate, isCancelledActivation) = (false, false)
    switch step {
    case .make(let slot, let base, let isIsolated, let containers):
      _ = try graph(base)
      if graphs[slot] != nil { throw Unspecified() }
      graphs[slot] = Graph(parent: base, isIsolated: isIsolated, active: containers)
      // The creation of a graph does not wait for asynchronous factories.
      if needsTask(containers, in: slot) { throw Unspecified() }
      createEager(of: containers, in: slot)
    case .activate(let container, let slot), .activateInTask(let container, let slot):
      _ = add(container, to: try graph(slot))
      if case .activate = step, needsTask([container], in: slot) { throw Unspecified() }
      createEager(of: [container], in: slot)
      record(.changed, of: nil, in: slot)
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
      // Other graphs hold it: its children, and the world in case of the first graph.
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

  /// Stores the instances of an outcome in a hand, a variable of the program.
  private mutating func finish(_ outcome: LifeOutcome, in hand: Int) {
    note(.answered(outcome))
    hands[hand] = outcome.serials
  }

  /// Resolves a request that is cancelled. A second request may share its creation only if no
  /// factory of it has run before.
  private mutating func interrupt(_ ask: LifeAsk, in graph: Int) throws -> LifeOutcome {
    guard case .shared? = interruption?.way else { return answer(ask, in: graph) }
    let all = candidates(for: ask.key, in: graph)
    guard ask.shape == .one, all.count == 1 else { throw Unspecified() }
    let target = layered(all[0], by: ask.key, seenFrom: graph)
    if !isStored(target) || !isAsynchronous(target) || live(target) != nil { throw Unspecified() }
    let outcome = answer(ask, in: graph)
    if interruption == nil {
      note(.interrupted(.failed(.cancelled)))
      if isWatched(target.graph) { record(.waited, of: target.declaration, in: target.graph) }
    }
    return outcome
  }

  /// Releases all unreferenced instances at the end of a step.
  private mutating func collect() {
    held = []
    letGoOfWhatNobodyHolds()
  }

  /// Releases all unreferenced instances.
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
      // Eager instances are created after that, and again if only evicted instances held them.
      letGoOfWhatNobodyHolds()
    }
    return wasActive
  }

  /// Activates a container and creates its eager instances; returns the failure, or `nil`.
  private mutating func activate(_ container: Int, in graph: Int) -> LifeFailure? {
    let wasActive = add(container, to: graph)
    do throws(LifeFailure) {
      if let ended = ended(graph) { throw .ended(ended) }
      for target in eager(in: [container], of: graph) {
        held.append(try obtain(target, for: graph, isAwaited: true))
      }
      record(.changed, of: nil, in: graph)
      return nil
    } catch {
      if !wasActive { _ = remove([container], from: graph, isAwaited: false) }
      return error
    }
  }

  /// Creates the eager instances of containers and ignores failures.
  private mutating func createEager(of containers: [Int], in graph: Int) {
    for target in eager(in: containers, of: graph) {
      if let serial = try? obtain(target, for: graph, isAwaited: isAsynchronous(target)) {
        held.append(serial)
      }
    }
  }

  /// Whether an eager instance of containers has an asynchronous factory.
  private func needsTask(_ containers: [Int], in graph: Int) -> Bool {
    eager(in: containers, of: graph).contains(where: isAsynchronous)
  }

  /// Returns the eager declarations of containers that a graph finds, with their decorators.
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

  /// Removes containers from a graph, and evicts instances without a declaration; returns the
  /// failures of teardowns.
  private mutating func remove(
    _ gone: [Int], from graph: Int, isAwaited: Bool
  ) -> [LifeFailure] {
    if !graphs[graph]!.active.contains(where: gone.contains) { return [] }
    graphs[graph]!.active.removeAll { gone.contains($0) }
    record(.changed, of: nil, in: graph)
    let lost = Set(gone.flatMap { program.containers[$0].declarations })
    return close(release(of: lost, seenIn: graph), isAwaited: isAwaited)
  }

  /// Ends a graph; returns the failures of teardowns.
  private mutating func end(_ graph: Int) -> [LifeFailure] {
    if graphs[graph]!.hasEnded { return [] }
    record(.changed, of: nil, in: graph)
    return close(takeContents(of: graph), isAwaited: true)
  }

  /// Removes all containers of a graph, and evicts instances that no declaration uses any more.
  private mutating func takeContents(of graph: Int) -> [Place: Kept] {
    let lost = Set(graphs[graph]!.active.flatMap { program.containers[$0].declarations })
    graphs[graph]!.active = []
    graphs[graph]!.hasEnded = true
    var gone = release(of: lost, seenIn: graph)
    for (place, one) in kept where place.graph == graph { gone[place] = one }
    kept = kept.filter { $0.key.graph != graph }
    return gone
  }

  /// Ends a lifetime: all instances that it manages are evicted together, in all graphs.
  private mutating func fire(_ lifetime: Int) {
    let gone = kept.filter { program.declarations[$0.key.declaration].lifetime == lifetime }
    kept = kept.filter { gone[$0.key] == nil }
    close(gone, isAwaited: false)
  }

  /// Evicts the instances of a graph and its children that no declaration uses any more.
  private mutating func release(of lost: Set<Int>, seenIn graph: Int) -> [Place: Kept] {
    let gone = kept.filter { place, _ in
      line(of: place.graph).contains(graph) && !isDeclared(place)
        && (lost.contains(place.declaration) || !place.layers.isEmpty)
    }
    kept = kept.filter { gone[$0.key] == nil }
    return gone
  }

  /// Tears down evicted instances, the latest first; returns the failures.
  @discardableResult
  private mutating func close(_ gone: [Place: Kept], isAwaited: Bool) -> [LifeFailure] {
    var failures: [LifeFailure] = []
    for (place, one) in gone.sorted(by: { $0.value.serial > $1.value.serial }) {
      let isRecorded = one.isWatched
      if isRecorded { record(.released, of: place.declaration, in: place.graph) }
      if !hasTeardown(place) || instances[one.serial] == nil { continue }
      if let failure = tearDown(one.serial, in: place, isRecorded: isRecorded, isAwaited: isAwaited)
      {
        failures.append(failure)
      }
    }
    return failures
  }

  /// Whether the instance of a place has a teardown: only the result of a factory has one, not that
  /// of a decorator.
  func hasTeardown(_ place: Place) -> Bool {
    place.layers.isEmpty && program.declarations[place.declaration].teardown != .nothing
  }

  /// Tears an instance down; returns the failure, or `nil`.
  mutating func tearDown(
    _ serial: Int, in place: Place, isRecorded: Bool, isAwaited: Bool
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
    if isRecorded { record(.tornDown(failure), of: place.declaration, in: place.graph) }
    if !isAwaited {
      lateNotifications.insert(
        LifeNotification(
          watched: nil, graph: place.graph, declaration: place.declaration, kind: .tornDown(failure)
        ))
    }
    return failure
  }
}

extension [Int] {
  /// The numbers in their order, without duplicates.
  var once: [Int] {
    var all: [Int] = []
    for number in self where !all.contains(number) { all.append(number) }
    return all
  }
}
