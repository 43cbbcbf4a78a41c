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
  package static let process = UpdateScheduler(
    now: { stitcher_now() },
    sleep: { due in
      let now = stitcher_now()
      if due > now { try? await Task.sleep(nanoseconds: due - now) }
    })

  /// The scheduler that the current task uses.
  ///
  /// Followers that the task creates use this scheduler.
  @TaskLocal package static var current = process

  /// The number of nanoseconds that count as one millisecond in all delays: one million, except in
  /// tests.
  ///
  /// Tests that expect one event for one change increase it, since a busy machine may stop a thread
  /// in the middle of a change.
  package let millisecond = AtomicBox<UInt64>(1_000_000)

  /// Returns the current time in nanoseconds.
  private let now: @Sendable () -> UInt64

  /// Sleeps until the given time in nanoseconds, or until the task is cancelled.
  private let sleep: @Sendable (UInt64) async -> Void

  /// The scheduled updates and the running updates, guarded by a lock.
  private let state = Lock(State())

  /// Creates a scheduler with a clock.
  ///
  /// - Parameters:
  ///   - now: Returns the clock's current time in nanoseconds.
  ///   - sleep: Sleeps until the given time in nanoseconds, or until the task is cancelled.
  package init(
    now: @escaping @Sendable () -> UInt64, sleep: @escaping @Sendable (UInt64) async -> Void
  ) {
    (self.now, self.sleep) = (now, sleep)
  }

  /// The updates of the scheduler, which its lock guards.
  private struct State {
    /// The updates that are scheduled or running. There are few: usually one for each actor, and
    /// some that read the state a second time.
    var updates: [Update] = []
    /// The updates that ended lately: the actor of each, and the time of its end in nanoseconds.
    var ends: [(actor: ObjectIdentifier?, time: UInt64)] = []
  }

  /// A scheduled or running update of all followers with the same actor.
  private final class Update: @unchecked Sendable {
    // Safe: the scheduler's lock guards the variables. Only the update's task reads them after it
    // has set `isRunning`.

    let actor: (any Actor)?
    /// The time at which the state is read a second time, 100 ms after the first read; `nil` for
    /// the first read.
    let repetition: UInt64?
    var followers: [WeakBox<StateFollower>] = []
    var members = Set<ObjectIdentifier>()
    /// The time at which the update is due; zero if a caller of ``settled(_:)`` waits for it. No
    /// follower is added after that.
    var due: UInt64
    /// The latest time at which the update becomes due, even if further notifications arrive.
    let limit: UInt64
    /// Whether a repetition of this update is necessary: a second read of the state after 100 ms.
    ///
    /// That is so if a notification has arrived outside the actor.
    var needsRepetition = false
    /// Whether the update has begun. Later notifications schedule another update.
    var isRunning = false
    /// The task that sleeps until the update is due.
    var sleep: Task<Void, Never>?
    /// The task that runs the update.
    var task: Task<Void, Never>?

    init(on actor: (any Actor)?, repetition: UInt64?, due: UInt64, limit: UInt64) {
      (self.actor, self.repetition, self.due, self.limit) = (actor, repetition, due, limit)
    }

    /// The identity of the actor; `nil` if there is none.
    var actorID: ObjectIdentifier? { actor.map { ObjectIdentifier($0) } }
  }

  /// Schedules an update in which the given follower reads its state, or the repetition of an
  /// update.
  func schedule(_ follower: StateFollower, _ step: RereadReason) {
    let (actor, isOnActor) = (follower.actor, follower.isOnActor)
    let now = self.now()
    // Repetitions that are due within the same 10 ms run together.
    let slot = milliseconds(10)
    let repetition = step == .repetition ? (now / slot + 11) * slot : nil
    state.withLock { state in
      let scheduled = state.updates.first {
        !$0.isRunning && $0.due > 0 && $0.actor === actor && $0.repetition == repetition
      }
      let lastEnd = state.ends.last { $0.actor == actor.map { ObjectIdentifier($0) } }?.time ?? 0
      let earliest = repetition ?? max(now, lastEnd + milliseconds(16))
      let update =
        scheduled
        ?? Update(
          on: actor, repetition: repetition, due: earliest,
          limit: max(earliest, now + milliseconds(16)))
      if case nil = scheduled {
        update.task = Task.detached(priority: .userInitiated) { await self.run(update) }
        state.updates.append(update)
      }
      if update.members.insert(ObjectIdentifier(follower.reference)).inserted {
        update.followers.append(follower.reference)
      }
      if repetition == nil, !isOnActor {
        update.due = min(max(update.due, now + milliseconds(2)), update.limit)
        update.needsRepetition = true
      }
    }
  }

  /// Returns the given number of milliseconds in nanoseconds; see ``millisecond``.
  private func milliseconds(_ count: UInt64) -> UInt64 {
    count * millisecond.load(ordering: .relaxed)
  }

  /// Waits until the given update is due, and then runs the update.
  private func run(_ update: Update) async {
    while let sleep = nextSleep(update) { await sleep.value }
    let reason = update.repetition == nil ? RereadReason.update : .repetition
    await Self.run(reason, update.followers, on: update.actor)
    // A repetition that ran early may have run before the change, so another one follows. It is
    // scheduled before the update is removed, so that a caller of `settled` finds one of the two.
    if update.needsRepetition || (reason == .repetition && update.due == 0) {
      for follower in update.followers { follower.object?.schedule(.repetition) }
    }
    let now = self.now()
    state.withLock { state in
      state.updates.removeAll { $0 === update }
      state.ends.removeAll { $0.time + milliseconds(16) <= now }
      if reason == .update { state.ends.append((update.actorID, now)) }
    }
  }

  /// Returns a task that sleeps until the given update is due.
  ///
  /// If the update is due already, marks it as running, and returns `nil`.
  private func nextSleep(_ update: Update) -> Task<Void, Never>? {
    let now = self.now()
    return state.withLock { _ in
      update.isRunning = update.due <= now
      update.sleep =
        update.isRunning
        ? nil : Task.detached { [sleep, due = update.due] in await sleep(due) }
      return update.sleep
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
    updates.install()
    // After the installation, since a graph may have activated a rebuilt registry before it.
    for graph in updates.graphs { graph.tell() }
  }

  /// Waits until all updates that are scheduled have ended, including their repetitions.
  ///
  /// Updates that these updates schedule are included, without their repetitions. If two callers
  /// wait at the same time, a repetition that ran early for one of them may run again after 100 ms.
  ///
  /// Updates are due within 16 ms. Repetitions run at once, and not 100 ms later.
  ///
  /// - Parameter actors: The actors of the updates that count, and `nil` for updates without an
  ///   actor. By default, all updates count.
  package func settled(_ actors: Set<ObjectIdentifier?>? = nil) async {
    // Repetitions only in the second pass, since the updates of the first pass schedule them.
    for includesRepetitions in [false, true] {
      let (tasks, sleeps) = state.withLock { state in
        let all = state.updates.filter { actors?.contains($0.actorID) ?? true }
        let updates = includesRepetitions ? all : all.filter { $0.repetition == nil }
        let repetitions = updates.filter { $0.repetition != nil && !$0.isRunning }
        for update in repetitions { update.due = 0 }
        return (updates.compactMap(\.task), repetitions.compactMap(\.sleep))
      }
      for sleep in sleeps { sleep.cancel() }
      for task in tasks { await task.value }
    }
  }
}
