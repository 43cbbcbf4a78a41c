import Foundation
import Stitcher
import StitcherTesting
import Testing

import class StitcherEngine.UpdateScheduler
import class StitcherTestSupport.Box
import class StitcherTestSupport.InterruptedState

/// State that is read on the main actor, and that another thread changes, too.
///
/// After a change by another thread, nothing is notified of further changes until the main actor
/// reads the state again.
@MainActor @Suite(.timeLimit(.minutes(20)), .dependencies()) struct ActorStateTests {
  struct Ticket: Sendable { let number: Int }

  /// The state that is changed.
  let state = InterruptedState()

  /// Returns a container of an instance that ends when the state changes.
  private func makeManaged() -> DependencyContainer {
    DependencyContainer {
      Dependency { [state] in Ticket(number: state.unobservedValue) }
        .scope(.managed(by: { @MainActor [state] in state.value }))
    }
  }

  /// Returns a container whose closure any thread may run.
  private nonisolated func makeUnisolated(_ builds: Counter = Counter()) -> DependencyContainer {
    DependencyContainer {
      let number = state.unobservedValue
      let _: Void = builds.count()
      Dependency { Ticket(number: number) }.id(number)
    }
  }

  /// Returns the number of the ticket, or `nil` if there is none.
  private nonisolated static func number() -> Int? {
    try? (DependencyGraph.inject() as Ticket).number
  }

  /// Runs a closure in the test's graph on another thread, and waits for it.
  @discardableResult
  private func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result {
    boundWorker(body).join()
  }

  @Test func theActorsNextChangeEndsAnInstanceOfTheActor() throws {
    try withActive(makeManaged()) {
      #expect(Self.number() == 0)
      onThread { [state] in state.value = 1 }
      #expect(Self.number() == 1)
      state.value = 2
      #expect(Self.number() == 2)
    }
  }

  @Test(arguments: [false, true])
  func theActorsNextChangeEndsAnInstanceOfTheThread(isChangedBefore: Bool) throws {
    try withActive(makeManaged()) {
      #expect(Self.number() == 0)
      if isChangedBefore { state.value = 3 }
      onThread { [state] in
        state.value = 1
        #expect(Self.number() != nil)
      }
      state.value = 2
      #expect(Self.number() == 2)
    }
  }

  /// Returns an injected number.
  private nonisolated static func seven() -> Int { (try? DependencyGraph.inject()) ?? 0 }

  @Test func theStateMayBeReadByAnInjection() throws {
    let container = DependencyContainer {
      Dependency { 7 }
      Dependency { [state] in Ticket(number: state.unobservedValue) }
        .scope(.managed(by: { @MainActor [state] in state.value + Self.seven() }))
    }
    try withActive(container) {
      #expect(Self.number() == 0)
      onThread { [state] in
        state.value = 1
        #expect(Self.number() != nil)
      }
      state.value = 2
      #expect(Self.number() == 2)
    }
  }

  /// The actor's first injection reads the state, and so ends the instance of the other graph.
  @Test func theInstanceOfAnInjectionThatReadsTheStateStays() throws {
    final class Desk: Sendable {}
    let container = DependencyContainer {
      Dependency { Desk() }.scope(.managed(by: { @MainActor [state] in state.value }))
    }
    let other = DependencyGraph.process.isolated()
    other.activate(container)
    try withActive(container) {
      let _: Desk = try DependencyGraph.inject()
      let before = try onThread { [state] in
        state.value = 1
        return Result { try other.inject() as Desk }
      }.get()
      let desk: Desk = try DependencyGraph.inject()
      #expect(try DependencyGraph.inject() as Desk === desk)
      #expect(try other.inject() as Desk !== before)
    }
  }

  @Test func theUpdateEndsAnInstanceOfTheThread() async throws {
    let container = makeManaged()
    try await withActive(container) { () async throws in
      #expect(Self.number() == 0)
      onThread { [state] in
        state.value = 1
        #expect(Self.number() != nil)
      }
      state.value = 2
      await UpdateScheduler.current.settled()
      onThread { #expect(Self.number() == 2) }
    }
  }

  /// The main thread runs nothing else until the container was built twice for the thread's change.
  @Test(arguments: [true, false])
  func aContainerWithoutAnActorIsBuiltForTheActorsNextChange(isChangedAgain: Bool) async throws {
    // A clock that skips all delays. No build runs between the notification of the thread's change
    // and the change.
    let (time, hasChanged) = (Box<UInt64>(0), Box(false))
    let scheduler = UpdateScheduler(
      now: { time.value },
      sleep: { due in
        while !hasChanged.value { await Task.yield() }
        time.change { $0 = max($0, due) }
      })
    let builds = Counter()
    let container = UpdateScheduler.$current.withValue(scheduler) {
      makeUnisolated(builds).invalidated(tracking: { [state] in state.value })
    }
    try await withActive(container) { () async throws in
      let first = builds.value
      onThread { [state] in state.value = 1 }
      hasChanged.change { $0 = true }
      Thread.yieldToOthers(until: { builds.value >= first + 2 })
      // The first build has sent its event before the second one began, and the second one changes
      // nothing. `settled` would cause a third build, which could see the next change too early.
      if isChangedAgain { state.value = 2 }
      let events = Counter()
      let subscription = DependencyGraph.graphChangedPublisher.sink { events.count() }
      let count = builds.value
      await eventually { builds.value > count }
      await scheduler.settled()
      #expect(Self.number() == state.unobservedValue)
      // Without another change, the build changes nothing.
      #expect(events.value == (isChangedAgain ? 1 : 0))
      withExtendedLifetime(subscription) {}
    }
  }
}
