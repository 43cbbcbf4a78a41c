import Foundation
import Stitcher
import StitcherEngine
import StitcherTestSupport

/// The process's dependency graph, in which a program runs. One world may exist at a time, with no
/// other user of the graph.
package final class StitcherWorld: FactoryRunning, @unchecked Sendable {
  // Safe: constants, and states behind locks; steps come one after the other.

  /// What can be registered.
  let declarations: [Declaration]

  /// What the containers are made of.
  let plans: [Plan]

  /// What is noted.
  let ledger = Ledger()

  /// What managed instances live by.
  let lifetimes = (0..<Program.lifetimeCount).map { _ in Lifetime() }

  /// The state that containers read.
  let flags = Flags(count: StitcherProgram.observedFlags + StitcherProgram.containerCount)

  /// What the containers follow.
  private let sources = (0..<StitcherProgram.containerCount).map { _ in ChangeSource() }

  /// How often the state of each container has changed.
  private let epochs = Box([Int](repeating: 0, count: StitcherProgram.containerCount))

  /// The containers.
  private var containers: [DependencyContainer] = []

  /// What the program holds.
  private var hands = [[any Labeled]](repeating: [], count: Program.handCount)

  /// The program's properties.
  private var properties: [Int: PropertyBox] = [:]

  /// The program's property wrappers that hold containers.
  private var wrappers: [Int: Dependencies] = [:]

  /// How many events are noted while state is being changed: that may be one more where a thread is
  /// stopped for some milliseconds in the middle of it.
  private let most = Box(Int.max)

  /// Notes events. It is renewed when a property subscribes, so that it comes last.
  private var events: Any?

  /// Creates a world in which nothing is active.
  package init(_ program: StitcherProgram) {
    if hasThreadSanitizer { UpdateScheduler.process.slowness.store(20, ordering: .relaxed) }
    declarations = program.declarations
    plans = program.plans
    for (position, plan) in plans.enumerated() {
      switch plan {
      case .built(let statements):
        // A build that is under way may outlive the world.
        let container = DependencyContainer { [weak self] in
          return self?.registrar(of: statements, in: position) ?? []
        }
        containers.append(container.invalidated(tracking: sources[position]))
      case .merged(let children):
        containers.append(DependencyContainer(merging: children.map { containers[$0] }))
      }
    }
    subscribe()
  }

  /// Has events noted after all who have subscribed so far.
  private func subscribe() {
    let (ledger, most) = (ledger, most)
    events = DependencyGraph.graphChangedPublisher.sink {
      if ledger.count(of: .changed) < most.value { ledger.note(.changed) }
    }
  }

  /// Does a step; returns what was observed.
  ///
  /// - Parameter changes: The number of events to wait for, if they come from other threads.
  package func perform(_ step: StitcherStep, changes: Int) -> Observation {
    switch step {
    case .plain(let step): perform(step)
    case .activateInTask(let container):
      let container = containers[container]
      let isDone = Gate()
      Task.detached {
        await DependencyGraph.activate(container)
        isDone.open()
      }
      isDone.wait()
    case .toggle(let changed):
      let before = flags.set
      rebuild(
        Set(
          plans.indices.filter { !plans[$0].evaluate(before).reads.isDisjoint(with: changed) }),
        changes
      ) { self.flags.toggle(changed) }
    case .fire(let container):
      rebuild([container], changes) {
        self.flags.toggle([StitcherProgram.observedFlags + container])
        self.sources[container].fire()
      }
    case .fireInVain(let container): rebuild([], changes) { self.sources[container].fire() }
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
    return observed()
  }

  /// Does a step that the engine's programs have as well.
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

  /// Notes what an action throws.
  private func attempt(_ action: () throws -> Void) {
    let answer = Answer {
      try action()
      return nil
    } failure: {
      Failure(injection: $0)
    }
    ledger.note(.answered(answer.outcome))
  }

  /// Returns what was observed in the step that ends.
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

  /// Ends everything; returns what is left although it should be gone.
  package func end() -> [String] {
    hands = []
    properties = [:]
    wrappers = [:]
    DependencyGraph.deactivateAll()
    events = nil
    containers = []
    let subscribers = lifetimes.map(\.subscriberCount).reduce(0, +)
    return subscribers == 0 ? [] : ["\(subscribers) subscriptions are left"]
  }

  /// The instances that went since the last step.
  package func takeDied() -> [Int] { ledger.take().died }
}

// MARK: - Containers

extension StitcherWorld {
  /// Makes a change.
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

  /// Makes a change of state, and waits until containers and those that merge them were rebuilt.
  private func rebuild(_ built: Set<Int>, _ changes: Int, _ change: () -> Void) {
    most.value = changes
    defer { most.value = .max }
    let affected = plans.affected(by: built)
    // Who evaluates waits here until the whole change has landed.
    let expected = epochs.change { epochs in
      for container in built { epochs[container] += 1 }
      change()
      return epochs
    }
    let deadline = ContinuousClock.now + .seconds(20)
    while ContinuousClock.now < deadline {
      let isRebuilt = affected.allSatisfy { container in
        let registrar = containers[container].registrar
        return built.allSatisfy { one in
          !(one == container || plans.merges(container, one))
            || registrar.contains(Epoch(container: one, number: expected[one]).registration)
        }
      }
      if isRebuilt, ledger.count(of: .changed) >= changes { break }
      Thread.yieldToOthers()
    }
    let isSettled = Gate()
    Task.detached {
      await DependencyGraph.settled()
      isSettled.open()
    }
    isSettled.wait()
  }

  /// Evaluates the statements of a container.
  private func registrar(of statements: [Statement], in container: Int) -> DependenciesRegistrar {
    var registrar = DependenciesRegistrar()
    // No copy of the list: the thread sanitizer does not see that it goes before the list changes.
    let number = epochs.change { $0[container] }
    registrar.insert(Epoch(container: container, number: number).registration)
    return registrar.union(self.registrar(of: statements))
  }

  /// Evaluates statements.
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

/// Tells which state a container was built from: the first thing that it holds.
private struct Epoch: Hashable {
  /// The container.
  let container: Int
  /// The number of changes.
  let number: Int

  /// A registration that is found by the epoch.
  var registration: RawDependencyRegistration {
    RawDependencyRegistration(Dependency { 0 }.associated(with: self))
  }
}
