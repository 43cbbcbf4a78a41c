import Foundation
import Stitcher
import StitcherEngine
import StitcherTestSupport

/// The dependency graph of the process, in which a program runs. One world may exist at a time, and
/// no other code may use the graph.
package final class StitcherWorld: FactoryRunning, @unchecked Sendable {
  // Safe: constants, and states behind locks; steps run one after the other.

  /// The declarations of the program.
  let declarations: [Declaration]

  /// The plans of the containers.
  let plans: [Plan]

  let ledger = Ledger()

  /// The lifetimes of managed instances.
  let lifetimes = (0..<Program.lifetimeCount).map { _ in Lifetime() }

  /// The state that containers read.
  let flags = Flags(count: StitcherProgram.observedFlags + StitcherProgram.containerCount)

  /// The change sources that the containers follow.
  private let sources = (0..<StitcherProgram.containerCount).map { _ in ChangeSource() }

  /// The number of state changes of each container.
  private let epochs = Box([Int](repeating: 0, count: StitcherProgram.containerCount))

  /// The containers.
  private var containers: [DependencyContainer] = []

  /// The instances in the program's variables, which are called hands.
  private var hands = [[any Labeled]](repeating: [], count: Program.handCount)

  /// The program's properties, by their numbers.
  private var properties: [Int: PropertyBox] = [:]

  /// The program's property wrappers that hold containers.
  private var wrappers: [Int: Dependencies] = [:]

  /// The clock of the updates, which stands still while state changes.
  ///
  /// So simultaneous changes always cause one event.
  private let clock = ManualClock()

  /// The scheduler of the updates.
  private let scheduler: UpdateScheduler

  /// The subscription that records events. It is renewed after each new property, so it comes last.
  private var events: Any?

  /// Creates a world in which no container is active.
  package init(_ program: StitcherProgram) {
    scheduler = UpdateScheduler(
      now: { [clock] in clock.now }, sleep: { [clock] due in await clock.sleep(due) })
    declarations = program.declarations
    plans = program.plans
    UpdateScheduler.$current.withValue(scheduler, operation: makeContainers)
    subscribe()
  }

  private func makeContainers() {
    for (position, plan) in plans.enumerated() {
      switch plan {
      case .built(let statements):
        // A build in progress may outlive the world.
        let container = DependencyContainer { [weak self] in
          return self?.registrar(of: statements, in: position) ?? []
        }
        containers.append(container.invalidated(tracking: sources[position]))
      case .merged(let children):
        containers.append(DependencyContainer(merging: children.map { containers[$0] }))
      }
    }
  }

  /// Renews the subscription that records events, after all other subscribers.
  private func subscribe() {
    events = DependencyGraph.graphChangedPublisher.sink { [ledger] in ledger.note(.changed) }
  }

  /// Performs a step; returns its observation.
  package func perform(_ step: StitcherStep) -> Observation {
    UpdateScheduler.$current.withValue(scheduler) { performScheduled(step) }
    return observed()
  }

  /// Performs a step whose updates the current scheduler runs.
  private func performScheduled(_ step: StitcherStep) {
    switch step {
    case .plain(let step): perform(step)
    case .activateInTask(let container):
      let container = containers[container]
      let isDone = Gate()
      // An unstructured task has the scheduler of the caller.
      Task {
        await DependencyGraph.activate(container)
        isDone.open()
      }
      isDone.wait()
    case .toggle(let changed):
      let before = flags.set
      rebuild(
        Set(
          plans.indices.filter { !plans[$0].evaluate(before).reads.isDisjoint(with: changed) })
      ) { self.flags.toggle(changed) }
    case .fire(let container):
      rebuild([container]) {
        self.flags.toggle([StitcherProgram.observedFlags + container])
        self.sources[container].fire()
      }
    case .fireInVain(let container): rebuild([]) { self.sources[container].fire() }
    case .property(let number, let ask, let isReloading):
      properties[number] = try? ask.kind.open(PropertyMaker(ask: ask))
      if isReloading {
        properties[number]?.reloadAlways()
        subscribe()
      }
    case .read(let number, let hand):
      guard let property = properties[number] else { break }
      let answer = Answer {
        property.read()
      } failure: {
        Failure(injection: $0)
      }
      ledger.note(.answered(answer.outcome))
      hands[hand] = answer.instances
    case .reload(let number): attempt { try properties[number]?.reload() }
    case .loadIfNeeded(let number): attempt { try properties[number]?.loadIfNeeded() }
    case .release(let number): properties[number] = nil
    case .wrap(let number, let container):
      if wrappers[number] == nil {
        wrappers[number] = Dependencies(wrappedValue: containers[container])
      } else {
        wrappers[number]?.wrappedValue = containers[container]
      }
    case .unwrap(let number): wrappers[number] = nil
    }
  }

  /// Performs a step that programs of the engine have as well.
  private func perform(_ step: Step) {
    switch step {
    case .ask(let ask, let hand):
      let answer = answer(ask)
      ledger.note(.answered(answer.outcome))
      hands[hand] = answer.instances
    case .change(let change): perform(change)
    case .drop(let hand): hands[hand] = []
    case .fail(let declaration, let times): ledger.fail(declaration, times: times)
    }
  }

  /// Runs an action and records its error.
  private func attempt(_ action: () throws -> Void) {
    let answer = Answer {
      try action()
      return nil
    } failure: {
      Failure(injection: $0)
    }
    ledger.note(.answered(answer.outcome))
  }

  /// Returns the observation of the step that ends.
  private func observed() -> Observation {
    var observation = Observation()
    (observation.events, observation.died) = ledger.take()
    let markers = epochs.value.enumerated().map { Epoch(container: $0.offset, number: $0.element) }
    var count = 0
    DependencyGraph.validate { registrar in
      count =
        registrar.matches { registration in
          !markers.contains { registration.isLocatedBy(value: $0) }
        }.count
    }
    observation.registrations = [Int](repeating: 0, count: count)
    observation.subscribers = lifetimes.map(\.subscriberCount)
    return observation
  }

  /// Ends all lifetimes and containers; returns descriptions of leaks.
  package func end() -> [String] {
    hands = []
    properties = [:]
    wrappers = [:]
    DependencyGraph.deactivateAll()
    events = nil
    containers = []
    clock.end()
    let subscribers = lifetimes.map(\.subscriberCount).reduce(0, +)
    return subscribers == 0 ? [] : ["\(subscribers) subscriptions are left"]
  }

  /// Returns the instances that ended since the last step.
  package func takeDied() -> [Int] { ledger.take().died }
}

// MARK: - Containers

extension StitcherWorld {
  func perform(_ change: Change) {
    switch change {
    case .activate(let container, _): DependencyGraph.activate(containers[container]) {}
    case .deactivate(let container): DependencyGraph.deactivate(containers[container])
    case .deactivateAll: DependencyGraph.deactivateAll()
    case .endLifetime(let lifetime): lifetimes[lifetime].end()
    case .releaseUnused: DependencyGraph.releaseUnusedStorage()
    case .contents, .edit, .forget, .set: break
    }
  }

  /// Changes state, and waits until all affected containers were rebuilt.
  private func rebuild(_ built: Set<Int>, _ change: () -> Void) {
    epochs.change { epochs in
      for container in built { epochs[container] += 1 }
    }
    change()
    let isSettled = Gate()
    // As above, the task has the scheduler of the caller.
    Task {
      await DependencyGraph.waitForUpdates()
      isSettled.open()
    }
    // Updates are due within some ms, and repetitions, which `settled` runs at once, after 100 ms.
    let limit = clock.now + 80_000_000
    let deadline = ContinuousClock.now + .seconds(60)
    while !isSettled.hasOpened, ContinuousClock.now < deadline {
      clock.advanceToNextWaking(until: limit)
      Thread.yieldToOthers()
    }
    // Reports a deadlock.
    isSettled.wait()
  }

  /// Evaluates the statements of a container.
  private func registrar(of statements: [Statement], in container: Int) -> DependenciesRegistrar {
    var registrar = DependenciesRegistrar()
    // Reads the element without copying the list: the thread sanitizer does not see that a copy is
    // released before the list changes.
    let number = epochs.change { $0[container] }
    registrar.insert(Epoch(container: container, number: number).registration)
    return registrar.union(self.registrar(of: statements))
  }

  private func registrar(of statements: [Statement]) -> DependenciesRegistrar {
    var registrar = DependenciesRegistrar()
    for statement in statements {
      switch statement {
      case .declare(let number):
        let maker = DependencyMaker(world: self, number: number)
        guard let new = try? declarations[number].declared.open(maker) else { continue }
        registrar.insert(new)
      case .group(let flag, let inner):
        let group = DependencyGroup { [self] in return self.registrar(of: inner) }
        registrar.formUnion(group.enabled(flags[flag]).dependencies())
      case .when(let flag, let inner, let other):
        registrar.formUnion(self.registrar(of: flags[flag] ? inner : other))
      }
    }
    return registrar
  }
}

/// A dependency that says from which state a container was built; the first in each container.
private struct Epoch: Hashable {
  let container: Int
  /// The number of changes before the build.
  let number: Int

  /// The registration, with the epoch as its key.
  var registration: RawDependencyRegistration {
    RawDependencyRegistration(Dependency { 0 }.associated(with: self))
  }
}
