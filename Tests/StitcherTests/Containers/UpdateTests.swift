import Stitcher
import StitcherTesting
import Testing

import func Foundation.sched_yield
import class StitcherTestSupport.Box
import class StitcherTestSupport.Gate
import class StitcherTestSupport.Lifetimes
import class StitcherTestSupport.Tracked
import var StitcherTestSupport.processTime

/// Updates of many containers together.
@Suite(.timeLimit(.minutes(20)), .dependencies()) struct UpdateTests {
  @Test func containersThatOneChangeMakesStaleCauseOneEvent() async {
    await #expect(processExitsWith: .success) {
      var isAtOnce = false
      slowUpdatesDown()
      repeat {
        let source = ChangeSource()
        let session = Session()
        let containers = (0..<20).map { number in
          DependencyContainer {
            if session.isSignedIn { Dependency(named: "round-\(number)") { Thing() } }
          }
          .invalidated(tracking: source)
        }
        for container in containers { await DependencyGraph.activate(container) }
        let counts = Record<Int>()
        let cancellable = DependencyGraph.graphChangedPublisher.sink {
          counts.append(containers.count { !$0.registrar.isEmpty })
        }
        await afterChange {
          isAtOnce = wereMadeAtOnce {
            session.isSignedIn = true
            source.fire()
          }
        } until: {
          containers.allSatisfy { !$0.registrar.isEmpty }
        }
        if isAtOnce { #expect(counts.elements == [20]) }
        cancellable.cancel()
        DependencyGraph.deactivateAll()
      } while !isAtOnce
    }
  }

  @Test func aThousandThatReadTheSameStateAreOneEvent() async {
    await #expect(processExitsWith: .success) {
      var isAtOnce = false
      // A change takes a while to notify so many observers.
      slowUpdatesDown(by: 500)
      repeat {
        let session = Session()
        let containers = (0..<1_000).map { number in
          DependencyContainer { if session.isSignedIn { Dependency { Thing() }.id(number) } }
        }
        for container in containers { DependencyGraph.activate(container) {} }
        // The numbers of registrations in the graph and in the containers, at each event.
        let counts = Record<[Int]>()
        let cancellable = DependencyGraph.graphChangedPublisher.sink {
          let found = try? DependencyGraph.inject() as [Thing]
          counts.append([found?.count ?? -1, containers.count { !$0.registrar.isEmpty }])
        }
        await afterChange {
          isAtOnce = wereMadeAtOnce { session.isSignedIn = true }
        } until: {
          containers.allSatisfy { !$0.registrar.isEmpty }
        }
        // No event follows later.
        await DependencyGraph.waitForUpdates()
        if isAtOnce { #expect(counts.elements == [[1_000, 1_000]]) }
        cancellable.cancel()
        DependencyGraph.deactivateAll()
      } while !isAtOnce
    }
  }

  @Test func anInjectionSeesAllOfThemOrNone() async throws {
    protocol Service {}
    struct One: Service {}
    struct Two: Service {}
    let session = Session()
    let source = ChangeSource()
    let containers = [
      DependencyContainer {
        if session.isSignedIn { Dependency { One() }.conforms(to: (any Service).self) }
      }
      .invalidated(tracking: source),
      DependencyContainer {
        if !session.isSignedIn { Dependency { Two() }.conforms(to: (any Service).self) }
      }
      .invalidated(tracking: source),
    ]
    for container in containers { await DependencyGraph.activate(container) }
    var isAtOnce = false
    var number = 0
    while number < 20 || !isAtOnce {
      number += 1
      let isSignedIn = !session.isSignedIn
      isAtOnce = wereMadeAtOnce { session.isSignedIn = isSignedIn }
      while true {
        let services: [any Service] = try DependencyGraph.inject()
        if isAtOnce { #expect(services.count == 1) }
        if services.count == 1, services[0] is One == isSignedIn { break }
        await Task.yield()
      }
    }
    for container in containers { DependencyGraph.deactivate(container) }
  }

  @Test @MainActor func aBusyActorBlocksNoOtherActor() async {
    let source = ChangeSource()
    let state = Box(false)
    let bound = DependencyContainer { @MainActor in if state.value { Thing() } }
      .invalidated(tracking: source)
    let free = Self.unbound { state.value }.invalidated(tracking: source)
    state.value = true
    source.fire()
    while free.registrar.isEmpty { sched_yield() }
    #expect(bound.registrar.isEmpty, "the main actor is here")
    while bound.registrar.isEmpty { await Task.yield() }
  }

  @Test func whatALookUpHasBuiltIsReportedOnceByTheUpdate() async {
    // In a process of its own: changes of the process's graph by other tests are events, too.
    await #expect(processExitsWith: .success) { await Self.lookUpBeforeTheUpdate() }
  }

  /// Looks a dependency up on another thread while the update of the main actor is scheduled.
  @MainActor private static func lookUpBeforeTheUpdate() async {
    let (source, other) = (ChangeSource(), ChangeSource())
    let state = Box(false)
    let bound = DependencyContainer { @MainActor in if state.value { Thing() } }
      .invalidated(tracking: source)
    let free = unbound { true }.invalidated(tracking: other)
    for container in [bound, free] { await DependencyGraph.activate(container) }
    other.fire()
    await free.waitForUpdates()
    let events = Box(0)
    let subscription = DependencyGraph.graphChangedPublisher.sink { events.change { $0 += 1 } }
    state.value = true
    source.fire()
    #expect((try? DependencyGraph.inject() as Thing) != nil)
    let hasLooked = Gate()
    Task.detached {
      await free.waitForUpdates()
      hasLooked.open()
    }
    hasLooked.wait()
    #expect(events.value == 0, "the update on the main actor has not come")
    await bound.waitForUpdates()
    #expect(events.value == 1)
    subscription.cancel()
  }

  /// Creates a container without an actor.
  nonisolated static func unbound(_ isOn: @escaping @Sendable () -> Bool) -> DependencyContainer {
    DependencyContainer { if isOn() { Thing() } }
  }

  @Test func containersThatAreDroppedBeforeTheirUpdateAreReleased() async {
    let source = ChangeSource()
    let lives = Lifetimes()
    let witness = DependencyContainer { if lives.inits > 0 { Thing() } }
      .invalidated(tracking: source)
    do {
      let dropped = (0..<10).map { _ in
        let object = Tracked(lives)
        return DependencyContainer { Dependency(named: "dropped") { object.number } }
          .invalidated(tracking: source)
      }
      source.fire()
      withExtendedLifetime(dropped) {}
    }
    await eventually { !witness.registrar.isEmpty }
    await eventually { lives.living == 0 }
  }

  /// Returns the processor time of a change that containers follow, the shortest of some rounds.
  private static func cost(_ count: Int) async -> Duration {
    // A change source, since so many observers of observed state take longer than the time between
    // notification and change may be.
    let source = ChangeSource()
    let state = Box(0)
    let containers = (0..<count).map { number in
      DependencyContainer {
        Dependency(named: "follower-\(state.value)-\(number)") { number }.scope(.singleton)
      }
      .invalidated(tracking: source)
    }
    for container in containers { DependencyGraph.activate(container) {} }
    var costs: [Duration] = []
    for number in 1...4 {
      let start = processTime
      await afterChange {
        state.value = number
        source.fire()
      } until: {
        containers.enumerated().allSatisfy {
          $1.registrar.first?.locator == .name("follower-\(number)-\($0)")
        }
      }
      costs.append(processTime - start)
    }
    DependencyGraph.deactivateAll()
    return costs.min() ?? .zero
  }

  @Test func manyFollowersCostAsMuchEachAsFew() async {
    await #expect(processExitsWith: .success) {
      // If a change were followed in several updates, it would cost more.
      slowUpdatesDown()
      var costs: [(few: Duration, many: Duration)] = []
      // On a busy machine, one measurement may be wrong by a factor of five.
      repeat {
        costs.append((await UpdateTests.cost(500), await UpdateTests.cost(4_000)))
        // A factor of eight for eight times as many; separate updates would take sixty times as
        // long.
        if costs.last!.many < costs.last!.few * 25 { return }
      } while costs.count < 3
      Issue.record("\(costs)")
    }
  }
}
