import Stitcher
import Testing

@Suite struct RebuildingStateTests {
  @Test func aRebuildBeginsOnlyWhenMergedContainersHaveBeenToldOfIt() {
    let container = Rested()
    #expect(container.trigger(), "the first trigger has to tell")
    #expect(!container.trigger())
    #expect(!container.schedule(), "another thread's trigger must not overtake it")
    container.state.isAnnounced = true
    #expect(container.schedule())
    #expect(!container.schedule(), "there is one task at a time")
  }

  @Test func eachRebuildIsToldOfAnew() {
    let container = Rested()
    #expect(container.trigger())
    container.state.isAnnounced = true
    #expect(container.schedule())
    #expect(container.begin())
    #expect(!container.trigger(), "it is told when the rebuild ends")
    #expect(container.end() == .rebuild)
    #expect(!container.schedule())
    container.state.isAnnounced = true
    #expect(container.schedule())
  }

  @Test func aRebuildWaitsForMergedContainersThatAreGoingToChange() {
    let child = ObjectIdentifier(Thing.self)
    let container = Rested()
    container.state.pendingChildren.insert(child)
    #expect(container.trigger())
    container.state.isAnnounced = true
    #expect(!container.schedule())
    container.state.pendingChildren.remove(child)
    #expect(container.schedule())
    container.state.pendingChildren.insert(child)
    #expect(!container.begin())
    container.state.pendingChildren.remove(child)
    #expect(container.schedule())
    #expect(container.begin())
  }
}

/// The state of a container that was built for the first time; a class, so that steps
/// can be expected.
private final class Rested {
  /// The state.
  var state = RebuildingState()

  /// Ends the first build.
  init() { _ = state.endStart() }

  /// Notes a change; returns whether merged containers have to be told.
  func trigger() -> Bool { state.trigger(at: .now, isEarly: false) }

  /// Returns whether a rebuild is to be scheduled.
  func schedule() -> Bool { state.schedule() }

  /// Begins a rebuild; returns whether it may begin.
  func begin() -> Bool { state.begin() }

  /// Ends a rebuild that made a difference.
  func end() -> RebuildingState.Next { state.end(at: .now, isDifferent: true).next }
}
