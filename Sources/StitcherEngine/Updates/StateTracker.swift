internal import CStitcherThread

// A program that is linked statically gets nothing of Observation because of us, unless it uses
// Observation itself.
#if os(Linux)
  @_weakLinked internal import Observation
#else
  internal import Observation
#endif

/// Follows `@Observable` state over any number of changes.
///
/// Observation notifies once, before the change lands, for the properties that were read. So the
/// tracker reads the state again at the notification, and once more at the update, since the change
/// may lead to other objects.
package final class StateTracker: Sendable {
  /// A weak reference to this object.
  package let reference = WeakBox<StateTracker>()

  /// Connects the tracker with the scheduler.
  private let follower: StateFollower

  /// Reads the state, on the actor that it belongs to.
  private let read: ActorBound<Void>

  /// Called before a change lands.
  private let willChange: @Sendable () -> Void

  /// Called at each update, where the state is read.
  private let didChange: @Sendable () -> Void

  /// The graph in which the tracker was made, and in which the state is read.
  private let home = CapturedGraph()

  /// What the lock guards.
  private let state = Lock(State())

  /// What the lock guards.
  private struct State {
    /// The number of the read that began last.
    var lastRead = 0
    /// The latest read that has ended; zero before the first one.
    var lastEnded = 0
    /// Whether the tracker has been cancelled.
    var isCancelled = false
  }

  /// Creates a tracker, which has not started.
  ///
  /// - Parameters:
  ///   - read: Reads the state.
  ///   - willChange: Called before a change lands, on the thread that makes it, at least once.
  ///   - didChange: Called at each update, where the state is read.
  @inline(never)
  package init(
    _ read: ActorBound<Void>, willChange: @escaping @Sendable () -> Void = {},
    didChange: @escaping @Sendable () -> Void = {}
  ) {
    self.read = read
    self.willChange = willChange
    self.didChange = didChange
    follower = StateFollower(on: read.isolation) { [reference] _, _ in
      reference.object?.update()
    } changeHasLanded: { [reference] in
      reference.object?.changeHasLanded()
    }
    reference.refer(to: self)
  }

  /// Reads the state for the first time: at once, or at the actor's next turn if the calling thread
  /// may not read it.
  package func start() {
    if state.withLock({ $0.lastRead > 0 }) { return }
    if read.isCallableHere { track() } else { lookAgain() }
  }

  /// Whether the state has been read, so that changes are followed. If not, the state is read now,
  /// if the calling thread may.
  package func follows() -> Bool {
    if state.withLock({ $0.lastEnded > 0 || $0.isCancelled }) { return true }
    guard read.isCallableHere else { return false }
    trackAndCatchUp()
    return true
  }

  /// Stops following the state.
  package func cancel() { state.withLock { $0.isCancelled = true } }

  /// Has the state read again soon.
  package func lookAgain() { follower.schedule(.update) }

  /// Reads the state again.
  private func update() {
    trackAndCatchUp()
    if !state.withLock({ $0.isCancelled }) { didChange() }
  }

  /// Reads the state again, since the last change has landed.
  private func changeHasLanded() { if read.isCallableHere { track() } }

  /// Reads the state. If this is the first time, the state may have changed before.
  private func trackAndCatchUp() {
    let mayHaveChanged = state.withLock { $0.lastEnded == 0 }
    track()
    if mayHaveChanged { willChange() }
  }

  /// Reads the state, and listens to the next change.
  private func track() {
    let (number, isCancelled) = state.withLock { state in
      state.lastRead += 1
      return (state.lastRead, state.isCancelled)
    }
    if isCancelled { return }
    // Where Observation is not linked, nothing is observable.
    if #available(macOS 14.0, iOS 17.0, tvOS 17.0, watchOS 10.0, *),
      stitcher_thread_has_observation()
    {
      withObservationTracking {
        home.run { read.call(()) }
      } onChange: { [reference] in
        reference.object?.stateWillChange(number)
      }
    } else {
      home.run { read.call(()) }
    }
    state.withLock { $0.lastEnded = max($0.lastEnded, number) }
  }

  /// Called before a change lands, once for each read since the last change.
  private func stateWillChange(_ number: Int) {
    // On the actor, the change begins after the last read has ended. What only an earlier read has
    // read does not matter then.
    let isOnActor = follower.isOnActor
    let (isUnused, isNewest) = state.withLock { state in
      (state.isCancelled || (isOnActor && number < state.lastEnded), state.lastRead == number)
    }
    if isUnused { return }
    ThreadRecord.current.note(follower)
    // Only one read is repeated. Otherwise, each change would double the number of reads.
    if isNewest, read.isCallableHere { track() }
    willChange()
    lookAgain()
  }
}
