import Stitcher
import Testing

/// Who is rebuilt together.
@Suite struct RebuildingGatheringTests {
  /// A gathering whose time passes as a test wants; a class, so that steps can be expected.
  private final class Timed {
    private var gathering = RebuildingGathering<Int>()
    private var now = ContinuousClock.now

    /// Adds a member; returns whether a task is to be started.
    func add(_ member: Int) -> Bool { gathering.add(member, at: now) }

    /// Lets time pass.
    func pass(_ time: Duration) { now += time }

    /// Returns how long the task has to wait.
    func wait() -> Duration? {
      guard case .wait(let end) = gathering.next(at: now) else { return nil }
      return end - now
    }

    /// Returns who begins, and whether more are left.
    func begin() -> (members: [Int], isMoreLeft: Bool)? {
      guard case .begin(let members, let isMoreLeft) = gathering.next(at: now) else { return nil }
      return (members, isMoreLeft)
    }
  }

  @Test func oneWaitsForAMoment() {
    let gathering = Timed()
    #expect(gathering.add(1))
    #expect(gathering.wait() == .milliseconds(1))
    gathering.pass(.milliseconds(1))
    #expect(gathering.begin().map { $0 == ([1], false) } == true)
    #expect(gathering.add(2), "then there is a new task")
  }

  @Test func thoseThatComeInAMomentBeginTogether() {
    let gathering = Timed()
    for member in 0..<10 {
      #expect(gathering.add(member) == (member == 0), "there is one task")
      gathering.pass(.microseconds(900))
    }
    #expect(gathering.wait() == .microseconds(100), "for the last one")
    gathering.pass(.microseconds(100))
    #expect(gathering.begin().map { $0 == (Array(0..<10), false) } == true)
  }

  @Test func othersAreNotWaitedForForLong() {
    let gathering = Timed()
    for member in 0..<40 {
      _ = gathering.add(member)
      gathering.pass(.microseconds(500))
    }
    // Who came less than a moment ago stays: what he is rebuilt for may not have landed.
    #expect(gathering.begin().map { $0 == (Array(0..<39), true) } == true)
    #expect(!gathering.add(40), "the task goes on")
    gathering.pass(.milliseconds(1))
    #expect(gathering.begin().map { $0 == ([39, 40], false) } == true)
  }
}
