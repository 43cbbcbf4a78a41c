import Foundation
import Stitcher
import StitcherTestSupport

/// Graphs of Stitcher in which a life-cycle program runs. The first graph is isolated, so that
/// several worlds may exist.
///
/// One thread performs the steps and waits for the tasks that they start.
final class LifeWorld {
  private let ledger = LifeLedger()

  private let containers: [DependencyContainer]

  /// The lifetimes of managed instances.
  private let lifetimes: [ChangeSource]

  /// The graphs, by slot.
  private var slots: [Int: DependencyGraph] = [:]

  /// The subscriptions to graphs, by slot.
  private var watching: [Int: ChangeCancellable] = [:]

  /// The instances in the program's variables, which are called hands.
  private var hands = [[LifeNode]](repeating: [], count: LifeProgram.handCount)

  /// The deliberate error, or `nil`.
  private let fault: LifeFault?

  /// The instances and graphs that the deliberate error leaks.
  private var leaked: [any Sendable] = []

  /// The time limit for missing events.
  private let patience: Duration

  /// Creates a world of one graph without active containers.
  init(_ program: LifeProgram, patience: Duration, fault: LifeFault?) {
    (self.patience, self.fault) = (patience, fault)
    let factories = LifeFactories(program, ledger, fault)
    containers = program.containers.map { factories.container($0) }
    lifetimes = factories.lifetimes
    slots[0] = DependencyGraph.process.isolated(named: "0")
  }

  /// Performs a step after the model; returns the observation once it is the expected one, or
  /// cannot become that.
  ///
  /// - Parameters:
  ///   - expected: The model's observation.
  ///   - late: Events of earlier steps that may still arrive.
  func perform(
    _ step: LifeStep, expecting expected: LifeObservation, orLate late: Set<LifeNotification>
  ) -> LifeObservation {
    ledger.begin(mayFailToClose: step.isAwaitingTeardowns, recordsWaits: step.hasWaits)
    act(step)
    let isReached = waitUntil { observation in
      let observation = observation.without(late, unless: expected)
      return observation.events.count >= expected.events.count
        && observation.hanging == expected.hanging
        && observation.news.count >= expected.news.count
        && observation.unordered == expected.unordered
    }
    ledger.letGo()
    if isReached { _ = waitUntil { $0.died.isSuperset(of: expected.died) } }
    return ledger.observation.without(late, unless: expected)
  }

  /// Releases everything; returns the instances that ended, after waiting for all of them.
  func end(expecting living: Set<Int>) -> Set<Int> {
    ledger.begin(mayFailToClose: false, recordsWaits: false)
    (hands, watching, slots) = ([], [:], [:])
    ledger.letGo()
    _ = waitUntil { observation in
      ledger.letGo()
      return observation.died.isSuperset(of: living)
    }
    return ledger.observation.died
  }

  /// Waits for tasks until a condition holds; returns whether it holds.
  private func waitUntil(_ isMet: (LifeObservation) -> Bool) -> Bool {
    if isMet(ledger.observation) { return true }
    let deadline = ContinuousClock.now + patience
    var isThere = false
    Thread.yieldToOthers {
      isThere = isMet(ledger.observation)
      return isThere || ContinuousClock.now > deadline
    }
    return isThere
  }

  private func act(_ step: LifeStep) {
    switch step {
    case .make(let slot, let base, let isIsolated, let numbers):
      make(slot, base, isIsolated, numbers)
    case .activate(let container, let slot): slots[slot]!.activate(containers[container])
    case .activateInTask(let container, let slot):
      let (graph, container) = (slots[slot]!, containers[container])
      wait { await graph.activate(container) }
    case .activateAndWait(let container, let slot):
      let (graph, container) = (slots[slot]!, containers[container])
      complete { try await graph.activateAsync(container) }
    case .cancelActivation(let container, let slot, let declaration, let way):
      cancelActivation(
        of: containers[container], in: slots[slot]!,
        LifeInterruptionPoint(
          declaration, isNoticed: way == .noticed && fault != .hidesCancellations))
    case .deactivate(let container, let slot): slots[slot]!.deactivate(containers[container])
    case .deactivateAndWait(let container, let slot):
      let (graph, container) = (slots[slot]!, containers[container])
      complete { try await graph.deactivateAsync(container) }
    case .end(let slot):
      let graph = slots[slot]!
      complete { try await graph.end() }
    case .drop(let slot):
      if fault == .keepsDroppedGraphs { leaked.append(slots[slot]!) }
      slots[slot] = nil
    case .fire(let lifetime): lifetimes[lifetime].fire()
    case .ask(let ask, let slot, let hand):
      let graph = slots[slot]!
      finish(
        ask.isAwaited
          ? wait { await LifeAnswer.awaited { try await ask.findInTask(in: graph) } }
          : LifeAnswer { try ask.find(in: graph) }, in: hand)
    case .interrupt(let ask, let slot, let declaration, let way, let hand):
      interrupt(
        ask, slots[slot]!,
        LifeInterruptionPoint(
          declaration, isNoticed: way == .noticed && fault != .hidesCancellations), way, hand)
    case .fail(let maker, let times): ledger.fail(maker, times: times)
    case .failTeardown(let declaration, let times):
      ledger.failTeardown(declaration, times: times)
    case .observe(let slot): watch(slot)
    case .ignore(let slot): watching[slot] = nil
    case .release(let hand):
      if fault == .leaks { leaked.append(hands[hand]) }
      hands[hand] = []
    }
  }

  /// Makes a graph.
  private func make(_ slot: Int, _ base: Int, _ isIsolated: Bool, _ numbers: [Int]) {
    let (parent, name) = (slots[base]!, "\(slot)")
    // The subscription to a graph of this slot that was dropped.
    watching[slot] = nil
    let chosen = numbers.map { containers[$0] }
    slots[slot] =
      isIsolated
      ? parent.isolated(named: name) { for container in chosen { container } }
      : parent.child(named: name) { for container in chosen { container } }
  }

  /// Subscribes to the events of a graph.
  private func watch(_ slot: Int) {
    if watching[slot] != nil { return }
    watching[slot] = slots[slot]!.observe { [ledger, fault] event in
      var news = LifeNotification(event, of: slot)
      switch (fault, news.kind) {
      case (.tellsNothingOfFailures, .failed): return
      case (.forgetsRequesters, .created): news.kind = .created(for: nil)
      default: break
      }
      ledger.record(news)
    }
  }

  /// Records the outcome of a request, and stores the instances in a hand, a variable of the
  /// program.
  private func finish(_ answer: LifeAnswer, in hand: Int) {
    ledger.hold(answer.nodes)
    ledger.note(.answered(answer.outcome))
    hands[hand] = answer.nodes
  }

  /// Runs an asynchronous closure to its end.
  private func wait<Result: Sendable>(_ body: @escaping @Sendable () async -> Result) -> Result {
    let (result, isDone) = (Box<Result?>(nil), Gate())
    Task.detached {
      result.value = await body()
      isDone.open()
    }
    isDone.wait()
    return result.take()!
  }

  /// Runs an asynchronous closure to its end, and records its error.
  private func complete(_ body: @escaping @Sendable () async throws -> Void) {
    let failures: [LifeFailure] = wait {
      do {
        try await body()
        return []
      } catch let error as TeardownError {
        return error.failures.map { LifeFailure($0.error) }
      } catch { return [LifeFailure(error)] }
    }
    ledger.note(.completed(failures))
  }

  /// Activates a container in a task that is cancelled when a factory reaches a point.
  private func cancelActivation(
    of container: DependencyContainer, in graph: DependencyGraph, _ point: LifeInterruptionPoint
  ) {
    ledger.interrupt(at: point)
    let (failures, isDone) = (Box<[LifeFailure]>([]), Gate())
    let task = Task.detached {
      do { try await graph.activateAsync(container) } catch {
        failures.value = [LifeFailure(error)]
      }
      isDone.open()
      point.isDecided.open()
    }
    point.isDecided.wait()
    ledger.interrupt(at: nil)
    if point.wasReached {
      if fault == .ignoresCancelledActivations {
        point.mayGoOn.open()
      } else {
        task.cancel()
      }
    }
    isDone.wait()
    ledger.note(.completed(failures.value))
  }

  /// Resolves in a task that is cancelled when a factory reaches a point.
  private func interrupt(
    _ ask: LifeAsk, _ graph: DependencyGraph, _ point: LifeInterruptionPoint,
    _ way: LifeInterruption, _ hand: Int
  ) {
    ledger.interrupt(at: point)
    let (first, second) = (LifeRequest(ask, graph), LifeRequest(ask, graph))
    let task = first.start { point.isDecided.open() }
    point.isDecided.wait()
    ledger.interrupt(at: nil)
    guard point.wasReached else { return finish(first.answer(), in: hand) }
    guard way == .shared else {
      task.cancel()
      return finish(first.answer(), in: hand)
    }
    // The second task runs until it waits for the creation of the first one: it cannot do anything
    // else.
    let executor = LifeExecutor()
    _ = second.start(on: executor)
    executor.runUntilIdle()
    task.cancel()
    ledger.note(.interrupted(first.answer().outcome))
    point.mayGoOn.open()
    executor.run(until: second.isDone)
    finish(second.answer(), in: hand)
  }
}

extension LifeStep {
  /// Whether the step awaits teardowns, so that it throws their failures.
  fileprivate var isAwaitingTeardowns: Bool {
    switch self {
    case .deactivateAndWait, .end: true
    default: false
    }
  }

  /// Whether a request waits for another request's creation in this step. In other steps a request
  /// may wait for the end of an abandoned creation.
  fileprivate var hasWaits: Bool {
    if case .interrupt(_, of: _, at: _, .shared, hand: _) = self { true } else { false }
  }
}

extension LifeNotification {
  /// Converts an event that an observer of a slot's graph has received from Stitcher.
  fileprivate init(_ event: Stitcher.GraphEvent, of slot: Int) {
    func number(_ subject: Stitcher.GraphEvent.Subject?) -> Int? {
      subject.flatMap { LifeFactories.declaration(at: $0.place) }
    }
    let (graph, subject, kind): (String?, Stitcher.GraphEvent.Subject?, Kind) =
      switch event {
      case .created(let creation):
        (creation.graph, creation.dependency, .created(for: number(creation.requester)))
      case .failed(let failure):
        (
          failure.creation.graph, failure.creation.dependency,
          .failed(for: number(failure.creation.requester), LifeFailure(failure.error))
        )
      case .waited(let wait): (wait.graph, wait.dependency, .waited)
      case .released(let release): (release.graph, release.dependency, .released)
      case .tornDown(let closing):
        (closing.graph, closing.dependency, .tornDown(closing.error.map { LifeFailure($0) }))
      case .changed(let graph): (graph, nil, .changed)
      }
    self.init(
      watched: slot, graph: graph.flatMap { Int($0) } ?? -1, declaration: number(subject),
      kind: kind)
  }
}
