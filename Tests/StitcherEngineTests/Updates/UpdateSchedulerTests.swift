import StitcherEngine
import StitcherTestSupport
import Testing

/// The times of updates, by a clock that the tests advance.
@Suite(.timeLimit(.minutes(20))) struct UpdateSchedulerTests {
  /// A follower that records its update steps.
  private final class Follower: Sendable {
    let steps = Box<[RereadReason]>([])
    let follower: StateFollower

    init(on actor: (any Actor)? = nil, then next: @escaping @Sendable () -> Void = {}) {
      follower = StateFollower(on: actor) { [steps] step, _ in
        steps.change { $0.append(step) }
        next()
      } changeHasLanded: {
      }
    }

    func notify() { follower.schedule(.update) }
  }

  private let time = ManualClock()
  private let scheduler: UpdateScheduler

  private let ending: Ending

  init() {
    scheduler = UpdateScheduler(
      now: { [time] in time.now }, sleep: { [time] in await time.sleep($0) })
    ending = Ending(time)
  }

  /// Ends the sleeps after the test, since a sleeping task would retain the clock.
  private final class Ending: Sendable {
    private let time: ManualClock

    init(_ time: ManualClock) { self.time = time }

    deinit { time.end() }
  }

  /// Creates a follower that the scheduler updates.
  private func makeFollower(
    on actor: (any Actor)? = nil, then next: @escaping @Sendable () -> Void = {}
  ) -> Follower {
    UpdateScheduler.$current.withValue(scheduler) { Follower(on: actor, then: next) }
  }

  /// Waits until the scheduler has begun a number of sleeps.
  private func untilAsleep(_ count: Int) async {
    while time.sleepCount < count { await Task.yield() }
  }

  /// Waits for updates, while the clock advances from one waking to the next, by 40 ms at most.
  ///
  /// Updates are due within 16 ms. Repetitions that are due after 100 ms do not run by themselves.
  private func settle(_ actors: Set<ObjectIdentifier?>? = nil) async {
    await finish(beginSettling(actors))
  }

  /// A call of `settled` in a task, and whether it has ended.
  private typealias Settling = (task: Task<Void, Never>, isSettled: Box<Bool>)

  /// Starts a task that waits for updates.
  private func beginSettling(_ actors: Set<ObjectIdentifier?>? = nil) -> Settling {
    let isSettled = Box(false)
    let task = Task { [scheduler] in
      await scheduler.settled(actors)
      isSettled.change { $0 = true }
    }
    return (task, isSettled)
  }

  /// Advances the clock until the given call ends, by 40 ms at most.
  private func finish(_ settling: Settling) async {
    let limit = time.now + 40_000_000
    while !settling.isSettled.value {
      time.advanceToNextWaking(until: limit)
      await Task.yield()
    }
    await settling.task.value
  }

  /// Lets other tasks run for a while.
  private func yieldOften() async {
    for _ in 0..<1_000 { await Task.yield() }
  }

  @Test func anUpdateRunsTwoMillisecondsAfterTheLastNotificationAndIsRepeatedOnce() async {
    let follower = makeFollower()
    follower.notify()
    await untilAsleep(1)
    time.advance(1)
    follower.notify()
    time.advance(1)
    // The scheduler sleeps again, for one more millisecond.
    await untilAsleep(2)
    #expect(follower.steps.value.isEmpty)
    time.advance(1)
    await untilAsleep(3)
    #expect(follower.steps.value == [.update])
    time.advance(99)
    #expect(follower.steps.value == [.update])
    // Repetitions that are due within 10 ms run together.
    time.advance(11)
    while follower.steps.value.count < 2 { await Task.yield() }
    await settle()
    #expect(follower.steps.value == [.update, .repetition])
  }

  @Test func anUpdateRunsSixteenMillisecondsAfterTheFirstNotificationAtTheLatest() async {
    let follower = makeFollower()
    follower.notify()
    for _ in 1...15 {
      time.advance(1)
      follower.notify()
    }
    #expect(follower.steps.value.isEmpty)
    time.advance(1)
    while follower.steps.value.isEmpty { await Task.yield() }
    #expect(follower.steps.value == [.update])
  }

  @Test @MainActor func onItsActorAnUpdateRunsAtTheNextTurnAndIsNotRepeated() async {
    let follower = makeFollower(on: MainActor.shared)
    follower.notify()
    #expect(follower.steps.value.isEmpty)
    while follower.steps.value.isEmpty { await Task.yield() }
    await settle()
    #expect(follower.steps.value == [.update])
    // The next update waits.
    follower.notify()
    await untilAsleep(1)
    #expect(follower.steps.value == [.update])
    time.advance(16)
    while follower.steps.value.count < 2 { await Task.yield() }
    #expect(follower.steps.value == [.update, .update])
  }

  @Test func elsewhereThanOnItsActorAnUpdateIsRepeated() async {
    let follower = makeFollower(on: MainActor.shared)
    follower.notify()
    await untilAsleep(1)
    time.advance(2)
    await untilAsleep(2)
    await settle()
    #expect(follower.steps.value.prefix(2) == [.update, .repetition])
  }

  @Test func settledRunsUpdatesAndRepetitions() async {
    let followers = (0..<10).map { _ in makeFollower() }
    for follower in followers { follower.notify() }
    await settle()
    for follower in followers { #expect(follower.steps.value == [.update, .repetition]) }
  }

  @Test func settledRunsAnUpdateThatAnUpdateSchedules() async {
    let second = makeFollower()
    let first = makeFollower { second.notify() }
    first.notify()
    let settling = beginSettling()
    await untilAsleep(1)
    await yieldOften()
    time.advance(2)
    while first.steps.value.isEmpty { await Task.yield() }
    // The second update is due in 2 ms, so the call must not end before the clock advances.
    await yieldOften()
    #expect(!settling.isSettled.value)
    #expect(second.steps.value.isEmpty)
    await finish(settling)
    #expect(first.steps.value == [.update, .repetition])
    #expect(second.steps.value.first == .update)
  }

  @Test func aRepetitionThatWaitForUpdatesRunsEarlyRunsOnceMore() async {
    let follower = makeFollower()
    follower.notify()
    await settle()
    #expect(follower.steps.value == [.update, .repetition])
    while follower.steps.value.count < 3 {
      time.advance(10)
      await Task.yield()
    }
    #expect(follower.steps.value == [.update, .repetition, .repetition])
  }

  @Test func settledOfSomeActorsIgnoresTheOthers() async {
    let follower = makeFollower()
    follower.notify()
    await scheduler.settled([ObjectIdentifier(MainActor.shared)])
    #expect(follower.steps.value.isEmpty)
    await settle([nil])
    #expect(follower.steps.value == [.update, .repetition])
  }

  @Test func aDeallocatedFollowerIsNotUpdated() async {
    let steps: Box<[RereadReason]>
    do {
      let follower = makeFollower()
      steps = follower.steps
      follower.notify()
    }
    await settle()
    #expect(steps.value.isEmpty)
  }
}
