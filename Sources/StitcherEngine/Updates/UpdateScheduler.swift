internal import CStitcherThread

/// A scheduler of updates, in which followers read changed state soon after a notification.
///
/// Notifications are combined, so that each change of state leads to one event.
///
/// All followers with the same actor are updated together, and so are all followers without an
/// actor.
///
/// - If the notification arrives on the actor, the update runs at the actor's next turn. By then,
///   the statement that changes the state has returned.
/// - Otherwise, the end of the change is unknown. The update runs 2 ms after the last notification,
///   and at most 16 ms after the first one. A repetition follows after 100 ms.
/// - Updates on one actor are at least 16 ms apart.
package final class UpdateScheduler: Sendable {
  /// The scheduler that the process uses by default.
  ///
  /// Some tests use other schedulers.
  package static let process = UpdateScheduler(clock: .system)

  /// The scheduler that the current task uses.
  ///
  /// Followers that the task creates use this scheduler.
  @TaskLocal package static var current = process

  /// The factor by which all delays are multiplied; usually one.
  ///
  /// Tests that expect one event for one change increase the factor, since a busy machine may stop
  /// a thread in the middle of a change.
  package let slowness = AtomicBox<Int>(1)

  /// The clock from which the scheduler takes the time.
  private let clock: UpdateClock

  /// The scheduled updates and the running updates, guarded by a lock.
  private let state = Lock(State())

  /// Creates a scheduler that takes the time from the given clock.
  package init(clock: UpdateClock) { self.clock = clock }

  /// The key of an update. Followers with the same actor and the same kind of update are updated
  /// together.
  private struct Key: Hashable {
    let actor: ObjectIdentifier?
    /// The time at which the state is read a second time, 100 ms after the first read; `nil` for
    /// the first read.
    let repetition: UInt64?
  }

  /// The updates of the scheduler, which its lock guards.
  private struct State: Sendable {
    /// The updates that are scheduled, and have not begun yet.
    var waiting: [Key: WaitingUpdate] = [:]
    /// The tasks of the running updates, with the keys of the updates.
    var running: [Task<Void, Never>: Key] = [:]
    /// For each key, the time at which the latest update has ended, in nanoseconds.
    var lastEnds: [Key: UInt64] = [:]
  }

  /// A scheduled update that has not begun yet.
  private struct WaitingUpdate: Sendable {
    let actor: (any Actor)?
    var followers: [WeakBox<StateFollower>] = []
    var members: Set<ObjectIdentifier> = []
    /// The time at which the update is due; zero if a caller of ``settled(_:)`` waits for it.
    var due: UInt64
    /// The latest time at which the update becomes due, even if further notifications arrive.
    let limit: UInt64
    /// Whether a repetition of this update is necessary: a second read of the state after 100 ms.
    ///
    /// That is so if a notification has arrived outside the actor.
    var needsRepetition = false
    /// The task that sleeps until the update is due.
    var sleep: Task<Void, Never>?
    /// The task that runs the update.
    let task: Task<Void, Never>
  }

  /// Schedules an update in which the given follower reads its state, or the repetition of an
  /// update.
  func schedule(_ follower: StateFollower, _ step: RereadReason) {
    let (actor, isOnActor) = (follower.actor, follower.isOnActor)
    let now = clock.now()
    // Repetitions that are due within the same 10 ms run together.
    let slot = milliseconds(10)
    let repetition = step == .repetition ? (now / slot + 11) * slot : nil
    let key = Key(actor: actor.map { ObjectIdentifier($0) }, repetition: repetition)
    state.withLock { state in
      let earliest = repetition ?? max(now, (state.lastEnds[key] ?? 0) + milliseconds(16))
      let limit = max(earliest, now + milliseconds(16))
      var update =
        state.waiting.removeValue(forKey: key)
        ?? WaitingUpdate(
          actor: actor, due: earliest, limit: limit,
          task: Task.detached(priority: .userInitiated) { await self.run(key) })
      if update.members.insert(ObjectIdentifier(follower.reference)).inserted {
        update.followers.append(follower.reference)
      }
      if repetition == nil, !isOnActor {
        update.due = min(max(update.due, now + milliseconds(2)), update.limit)
        update.needsRepetition = true
      }
      state.waiting[key] = update
    }
  }

  /// Returns the given number of milliseconds in nanoseconds, multiplied by ``slowness``.
  private func milliseconds(_ count: Int) -> UInt64 {
    UInt64(count * slowness.load(ordering: .relaxed)) * 1_000_000
  }

  /// Waits until the update with the given key is due, and then runs the update.
  private func run(_ key: Key) async {
    while let sleep = nextSleep(key) { await sleep.value }
    let update = state.withLock { state in
      let update = state.waiting.removeValue(forKey: key)
      if let update { state.running[update.task] = key }
      return update
    }
    guard let update else { return }
    let isRepetition = key.repetition != nil
    await Self.run(isRepetition ? .repetition : .update, update.followers, on: update.actor)
    let now = clock.now()
    state.withLock { state in
      state.running[update.task] = nil
      state.lastEnds = state.lastEnds.filter { $0.value + milliseconds(16) > now }
      if !isRepetition { state.lastEnds[key] = now }
    }
    // A repetition that ran early may have run before the change, so another one follows.
    if update.needsRepetition || (isRepetition && update.due == 0) {
      for follower in update.followers { follower.object?.schedule(.repetition) }
    }
  }

  /// Returns a task that sleeps until the update with the given key is due; `nil` if it is due
  /// already.
  private func nextSleep(_ key: Key) -> Task<Void, Never>? {
    let now = clock.now()
    return state.withLock { state in
      guard let update = state.waiting[key], update.due > now else { return nil }
      let sleep = Task.detached { [clock, due = update.due] in await clock.sleep(due) }
      state.waiting[key]?.sleep = sleep
      return sleep
    }
  }

  /// Makes the given followers read their observed state again on their actor, and installs the
  /// registries that they rebuild.
  ///
  /// Sends one event for each changed graph.
  private static func run(
    _ step: RereadReason, _ followers: [WeakBox<StateFollower>],
    on actor: isolated (any Actor)?
  ) {
    var updates = RegistryUpdates()
    for follower in followers { follower.object?.update(step, &updates) }
    let graphs = updates.graphs
    updates.install()
    for graph in graphs { graph.tell() }
  }

  /// Waits until all scheduled updates have ended, including their repetitions.
  ///
  /// Updates are due within 16 ms. Repetitions run at once, and not 100 ms later.
  ///
  /// - Parameter actors: The actors of the updates that count, and `nil` for updates without an
  ///   actor. By default, all updates count.
  package func settled(_ actors: Set<ObjectIdentifier?>? = nil) async {
    // The first pass waits for updates, the second one for their repetitions.
    for _ in 0..<2 {
      let (tasks, sleeps) = state.withLock { state in
        let keys = state.waiting.keys.filter { actors?.contains($0.actor) ?? true }
        let repetitions = keys.filter { $0.repetition != nil }
        for key in repetitions { state.waiting[key]?.due = 0 }
        let running = state.running.filter { actors?.contains($0.value.actor) ?? true }.keys
        let tasks = keys.compactMap { state.waiting[$0]?.task } + running
        return (tasks, repetitions.compactMap { state.waiting[$0]?.sleep })
      }
      for sleep in sleeps { sleep.cancel() }
      for task in tasks { await task.value }
    }
  }
}

/// A clock from which an ``UpdateScheduler`` takes the time.
package struct UpdateClock: Sendable {
  /// Returns the clock's current time in nanoseconds.
  let now: @Sendable () -> UInt64

  /// Sleeps until the given time in nanoseconds, or until the task is cancelled.
  let sleep: @Sendable (UInt64) async -> Void

  /// Creates a clock that tells the time and sleeps by calling the given closures.
  package init(
    now: @escaping @Sendable () -> UInt64, sleep: @escaping @Sendable (UInt64) async -> Void
  ) {
    (self.now, self.sleep) = (now, sleep)
  }

  /// The clock of the system.
  static let system = UpdateClock(
    now: { stitcher_now() },
    sleep: { due in
      let now = stitcher_now()
      if due > now { try? await Task.sleep(nanoseconds: due - now) }
    })
}
