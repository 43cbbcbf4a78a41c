import Foundation
import Observation
import Stitcher
import StitcherTesting
import Synchronization
import Testing

import class StitcherTestSupport.Box
import class StitcherTestSupport.Gate

/// Changes that land only after a rebuild has read the state. Each test runs in a process of its
/// own, where nobody else causes events.
@Suite(.timeLimit(.minutes(20)), .dependencies()) struct LateChangeTests {
  /// A switch that is slow: it tells that it will change, and changes when somebody has read
  /// it once more.
  @Observable final class SlowSwitch: Sendable {
    @ObservationIgnored private let isChanging = Atomic(false)
    @ObservationIgnored private let wasReadEarly = Atomic(false)
    @ObservationIgnored private let state = Atomic(false)

    /// What the switch stands at; what is read too early is returned once it is out of date.
    var isOn: Bool {
      access(keyPath: \.isOn)
      let isOn = state.load(ordering: .sequentiallyConsistent)
      if !isOn, isChanging.load(ordering: .sequentiallyConsistent) {
        wasReadEarly.store(true, ordering: .sequentiallyConsistent)
        while !state.load(ordering: .sequentiallyConsistent) { sched_yield() }
      }
      return isOn
    }

    /// Turns the switch on, on a thread of its own.
    func turnOn() {
      Thread.detachNewThread { [self] in
        isChanging.store(true, ordering: .sequentiallyConsistent)
        withMutation(keyPath: \.isOn) {
          while !wasReadEarly.load(ordering: .sequentiallyConsistent) { sched_yield() }
          state.store(true, ordering: .sequentiallyConsistent)
        }
      }
    }
  }

  @Test func aLateChangeIsOneEvent() async {
    await #expect(processExitsWith: .success) {
      waitLongerForRounds()
      let slow = SlowSwitch()
      let container = DependencyContainer { if slow.isOn { Thing() } }
      await DependencyGraph.activate(container)
      let events = Counter()
      let cancellable = DependencyGraph.graphChangedPublisher.sink { events.count() }
      await afterChange {
        slow.turnOn()
      } until: {
        container.registrar.count == 1
      }
      #expect(events.value == 1)
      cancellable.cancel()
    }
  }

  @Test func aLateChangeOfSeveralChildrenIsOneEvent() async {
    await #expect(processExitsWith: .success) {
      waitLongerForRounds()
      struct First {}
      struct Second {}
      let slow = SlowSwitch()
      let first = DependencyContainer { if slow.isOn { First() } }
      let second = DependencyContainer { if slow.isOn { Second() } }
      let merged = DependencyContainer(merging: first, DependencyContainer(merging: second, .empty))
      await DependencyGraph.activate(merged)
      let events = Counter()
      let cancellable = DependencyGraph.graphChangedPublisher.sink { events.count() }
      await afterChange {
        slow.turnOn()
      } until: {
        merged.registrar.count == 2
      }
      #expect(events.value == 1)
      cancellable.cancel()
    }
  }

  /// A value that is slow: it tells that it will change, and changes when it is let.
  @Observable final class HeldSwitch: Sendable {
    @ObservationIgnored private let state = Atomic(false)

    /// What the switch stands at.
    var isOn: Bool {
      access(keyPath: \.isOn)
      return state.load(ordering: .sequentiallyConsistent)
    }

    /// Turns the switch on, once a condition is met.
    func turnOn(when isReady: () -> Bool) {
      withMutation(keyPath: \.isOn) {
        while !isReady() { sched_yield() }
        state.store(true, ordering: .sequentiallyConsistent)
      }
    }
  }

  @Test func aChangeThatLandsAfterItsRoundIsToldOfThoughTheClosureInjects() async {
    await #expect(processExitsWith: .success) {
      waitLongerForRounds()
      let held = HeldSwitch()
      let container = DependencyContainer {
        // Each look at the graph is a look at what this thread has changed.
        let _ = try? DependencyGraph.inject() as Session
        if held.isOn { Thing() }
      }
      await DependencyGraph.activate(container)
      let events = Counter()
      let cancellable = DependencyGraph.graphChangedPublisher.sink { events.count() }
      await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          held.turnOn { events.value == 1 }
          #expect((try? DependencyGraph.inject() as Thing) != nil)
          continuation.resume()
        }
      }
      await DependencyGraph.settled()
      #expect(events.value == 2, "that it was about to change, and that it has")
      cancellable.cancel()
    }
  }

  @Test func aChangeThatItsRoundHasReadTooEarlyIsToldOfThoughAnotherRoundComes() async {
    await #expect(processExitsWith: .success) {
      waitLongerForRounds(by: 500)
      await LateChangeTests.landAfterTheRoundThatHasHeardOfIt()
    }
  }

  @Test func aChangeThatAnEarlierBuildIsToldOfLaterThanAnotherIsNotLost() async {
    await #expect(processExitsWith: .success) {
      waitLongerForRounds(by: 100)
      let held = HeldSwitch()
      let container = DependencyContainer { if held.isOn { Thing() } }
      await DependencyGraph.activate(container)
      // Who is told of a change comes in any order, so that with so many the container comes later.
      let (isTold, hasRebuilt, isLanding, isReady) = (Gate(), Gate(), Gate(), Gate())
      for _ in 0..<100 {
        withObservationTracking {
          _ = held.isOn
        } onChange: {
          isTold.open()
          hasRebuilt.wait()
        }
      }
      let hasLanded = Gate()
      Thread.detachNewThread {
        held.turnOn {
          isLanding.open()
          return isReady.hasOpened
        }
        hasLanded.open()
      }
      await eventually { isTold.hasOpened }
      // What is read now is not told of that change, which has begun.
      container.rebuild()
      await container.settled()
      hasRebuilt.open()
      await eventually { isLanding.hasOpened }
      let events = Counter()
      let cancellable = DependencyGraph.graphChangedPublisher.sink { events.count() }
      isReady.open()
      await eventually { hasLanded.hasOpened }
      await DependencyGraph.settled()
      #expect((try? DependencyGraph.inject() as Thing) != nil)
      #expect(events.value == 1)
      cancellable.cancel()
    }
  }

  /// Counts events on whatever thread they come.
  private nonisolated static func countEvents() -> (Counter, ChangeCancellable) {
    let events = Counter()
    return (events, DependencyGraph.graphChanges.sink { events.count() })
  }

  @MainActor private static func landAfterTheRoundThatHasHeardOfIt() async {
    let sources = (0..<3).map { _ in ChangeSource() }
    let (isBuilding, isTold, isReady) = (Gate(), Gate(), Gate())
    let isMarked = Box(false)
    let first = RebuildingRoundTests.unbound {
      guard isMarked.value else { return false }
      isBuilding.open()
      isTold.wait()
      return true
    }
    .invalidated(tracking: sources[0])
    let held = HeldSwitch()
    let second = RebuildingRoundTests.unbound { held.isOn }.invalidated(tracking: sources[1])
    let bound = DependencyContainer { @MainActor in Session() }.invalidated(tracking: sources[2])
    for container in [first, second, bound] { await DependencyGraph.activate(container) }
    let (events, cancellable) = countEvents()
    // One round builds both. It has begun when a change of the second one is told of.
    Thread.detachNewThread {
      isMarked.value = true
      sources[0].fire()
      sources[1].fire()
    }
    await eventually { isBuilding.hasOpened }
    let hasLooked = Gate()
    Thread.detachNewThread {
      held.turnOn {
        isTold.open()
        return isReady.hasOpened
      }
      _ = try? DependencyGraph.inject() as [Thing]
      hasLooked.open()
    }
    await eventually { !first.registrar.isEmpty }
    // What that round has to tell is told by others in the same graph.
    for _ in 0..<3 {
      sources[2].fire()
      await bound.settled()
    }
    let before = events.value
    isReady.open()
    await eventually { hasLooked.hasOpened }
    await DependencyGraph.settled()
    #expect(before == 3)
    #expect(events.value == 4)
    cancellable.cancel()
  }

  @Test func aChangeThatACheckReadsBeforeItsRoundIsOneEvent() async {
    await #expect(processExitsWith: .success) {
      waitLongerForRounds(by: 100)
      await LateChangeTests.changeBetweenACheckAndARound()
    }
  }

  @MainActor private static func changeBetweenACheckAndARound() async {
    let source = ChangeSource()
    let (isChecking, isInRound, hasChecked) = (Gate(), Gate(), Gate())
    let (isOn, builds) = (Box(false), Box<Int?>(nil))
    let container = RebuildingRoundTests.unbound {
      builds.change { $0 = $0.map { $0 + 1 } }
      if builds.value == 1 {
        isChecking.open()
        isInRound.wait()
      } else if builds.value == 2 {
        isInRound.open()
        hasChecked.wait()
      }
      return isOn.value
    }
    .invalidated(tracking: source)
    await DependencyGraph.activate(container)
    let hasFired = Gate()
    Thread.detachNewThread {
      source.fire()
      hasFired.open()
    }
    await eventually { hasFired.hasOpened }
    await container.settled()
    let (events, cancellable) = countEvents()
    // The check reads the change, then the round does.
    builds.value = 0
    await eventually { isChecking.hasOpened }
    Thread.detachNewThread {
      isOn.value = true
      source.fire()
    }
    isInRound.wait()
    let isAtOnce = wereMadeAtOnce {
      while container.registrar.isEmpty { sched_yield() }
      hasChecked.open()
    }
    await eventually { events.value > 0 }
    await DependencyGraph.settled()
    #expect(events.value == 1 || !isAtOnce)
    cancellable.cancel()
  }

  @Test func aChangeWithoutADifferenceIsOneEvent() async {
    await #expect(processExitsWith: .success) {
      waitLongerForRounds()
      let session = Session()
      let container = DependencyContainer {
        let _ = session.number
        Thing()
      }
      await DependencyGraph.activate(container)
      let events = Counter()
      let cancellable = DependencyGraph.graphChangedPublisher.sink { events.count() }
      await afterChange {
        session.number = 1
      } until: {
        events.value > 0
      }
      #expect(events.value == 1)
      cancellable.cancel()
    }
  }
}
