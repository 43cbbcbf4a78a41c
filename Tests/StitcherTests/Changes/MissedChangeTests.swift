import Stitcher
import StitcherTesting
import Testing

import class StitcherTestSupport.Box
import class StitcherTestSupport.Gate
import class StitcherTestSupport.InterruptedState

/// Changes of which only an earlier read is notified, since they begin before the last read of the
/// state.
@Suite(.timeLimit(.minutes(20)), .dependencies()) struct MissedChangeTests {
  struct Ticket: Sendable { let number: Int }

  /// Observed state, and one change of it that only the follower's second-last read is notified of.
  struct Scene: Sendable {
    let state = InterruptedState()
    private let hasBegun = Gate()

    /// Reads the observed state.
    var followed: @Sendable () -> Int {
      { [self] in
        // The first read is notified of the other value's change. The second read subscribes to the
        // next change. The third read runs after that change.
        if state.reads.value == 2, !state.isChangedHere { hasBegun.wait() }
        return state.value + state.other
      }
    }

    /// Makes the change up to its notification.
    func change(then completion: @escaping @Sendable () -> Void = {}) async
      -> InterruptedState.Change
    {
      let completion = DependencyGraph.current.bound(completion)
      state.other = 1
      let change = state.begin(1, then: completion)
      hasBegun.open()
      await eventually { state.reads.value >= 3 }
      return change
    }
  }

  /// Waits until a condition holds; returns `false` after a long time.
  private func soon(_ condition: () throws -> Bool) async rethrows -> Bool {
    let end = ContinuousClock.now + .seconds(20)
    while try !condition() {
      if ContinuousClock.now > end { return false }
      await Task.yield()
    }
    return true
  }

  /// Creates a container that is rebuilt when a tracked closure, not the container itself, reads a
  /// change.
  private func makeInvalidated(_ scene: Scene) -> DependencyContainer {
    DependencyContainer {
      if scene.state.unobservedValue == 1 { Dependency { Ticket(number: 1) } }
    }
    .invalidated(tracking: scene.followed)
  }

  /// Creates a container of an instance that ends when the value of a tracked closure changes.
  private func makeManaged(_ scene: Scene) -> DependencyContainer {
    DependencyContainer {
      Dependency { Ticket(number: scene.state.unobservedValue) }
        .scope(.managed(by: scene.followed))
    }
  }

  /// Returns the number of the ticket, or `nil` if there is none.
  private nonisolated static func number() -> Int? {
    try? (DependencyGraph.inject() as Ticket).number
  }

  @Test(arguments: [false, true]) func theyAreFollowed(isManaged: Bool) async throws {
    let scene = Scene()
    let container = isManaged ? makeManaged(scene) : makeInvalidated(scene)
    try await withActive(container) { () async throws in
      let first = Self.number()
      let change = await scene.change()
      await container.waitForUpdates()
      #expect(Self.number() == first)
      change.notify()
      change.apply()
      #expect(await soon { Self.number() == 1 })
    }
  }

  @Test(arguments: [false, true]) func whoMakesThemFindsThemFollowed(isManaged: Bool) async throws {
    let scene = Scene()
    let container = isManaged ? makeManaged(scene) : makeInvalidated(scene)
    try await withActive(container) { () async throws in
      let first = Self.number()
      let found = Box<Int?>(nil)
      let change = await scene.change { found.value = Self.number() }
      await container.waitForUpdates()
      #expect(Self.number() == first)
      change.notify()
      change.apply()
      #expect(found.value == 1)
    }
  }
}
