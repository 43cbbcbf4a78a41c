internal import CStitcherThread

// A program that is linked statically does not link Observation because of this package, unless the
// program uses Observation itself.
#if os(Linux)
  @_weakLinked internal import Observation
#else
  internal import Observation
#endif

/// A tracker of `@Observable` state, which is notified of each change and not only of the first
/// one.
///
/// Observation notifies its observers only once, before the next change of a property that was
/// read. So the tracker reads the state again at the notification. It reads the state once more at
/// the update, since the change may lead to other objects.
package final class StateTracker: Sendable {
  /// A weak reference to this tracker.
  package let reference = WeakBox<StateTracker>()

  /// The follower that schedules later reads of the state.
  private let follower: StateFollower

  /// The closure that reads the observed state, and the actor to which the closure is isolated.
  private let read: ActorBound<Void>

  /// The closure that is called before each noticed change of the observed state.
  private let willChange: @Sendable () -> Void

  /// The closure that is called when the state is read again after a time in which no change was
  /// noticed.
  private let mayHaveChanged: @Sendable () -> Void

  /// The closure that is called after each scheduled read of the state, even if the state is
  /// unchanged.
  ///
  /// The call is made on the actor on which the state is read.
  private let didChange: @Sendable () -> Void

  /// The graph that was current when the tracker was created.
  ///
  /// The tracker's closures run in this graph.
  private let home = CapturedGraph()

  private let state = Lock(State())

  /// The progress of the tracker's reads, which its lock guards.
  private struct State {
    /// The number of the latest read that has begun; zero before the first read.
    var lastRead = 0
    /// The number of the latest read that has ended; zero if no read has ended yet.
    var lastEnded = 0
    /// The number of the latest read that was notified of a change, which ended its subscription;
    /// zero if there is none.
    var lastNotified = 0
    /// Whether the tracker has been cancelled.
    var isCancelled = false
    /// Whether the next change of the state will be noticed.
    var isSubscribed: Bool { lastEnded > lastNotified }
  }

  /// Creates a tracker of the state that the given closure reads.
  ///
  /// The tracker reads the state only after a call of ``start()``.
  ///
  /// - Parameters:
  ///   - read: Reads the state.
  ///   - willChange: Called at least once before each change that is noticed, on the thread that
  ///     makes the change.
  ///   - mayHaveChanged: Called after a read if the tracker did not follow the state until then:
  ///     after the first read, unless ``start()`` makes it, after a change outside the state's
  ///     actor, and if a change overlaps the read. By default, `willChange`.
  ///   - didChange: Called at each update, on the actor on which the state is read.
  @inline(never)
  package init(
    _ read: ActorBound<Void>, willChange: @escaping @Sendable () -> Void = {},
    mayHaveChanged: (@Sendable () -> Void)? = nil, didChange: @escaping @Sendable () -> Void = {}
  ) {
    (self.read, self.willChange, self.didChange) = (read, willChange, didChange)
    self.mayHaveChanged = mayHaveChanged ?? willChange
    follower = StateFollower(on: read.isolation) { [reference] _, _ in
      guard let tracker = reference.object else { return }
      tracker.trackAndCatchUp()
      if !tracker.state.withLock({ $0.isCancelled }) { tracker.didChange() }
    } changeHasLanded: { [reference] in
      if let tracker = reference.object, tracker.read.isCallableHere { tracker.trackAndCatchUp() }
    }
    reference.refer(to: self)
  }

  /// Starts the tracker: reads the observed state for the first time.
  ///
  /// If the calling thread may not read it, the read happens at the next turn of the state's
  /// actor.
  package func start() {
    if state.withLock({ $0.lastRead > 0 }) { return }
    if read.isCallableHere { _ = track() } else { lookAgain() }
  }

  /// Returns whether the tracker follows the state: it will be notified of the next change.
  ///
  /// A cancelled tracker also returns `true`.
  ///
  /// If the tracker does not follow the state, and the calling thread may read the state, the call
  /// reads it first. While another read is running, the call reads nothing: that read may have led
  /// to the call.
  package func follows() -> Bool {
    let (follows, isReading) = state.withLock { state in
      (state.isSubscribed || state.isCancelled, state.lastRead > state.lastEnded)
    }
    if follows || isReading || !read.isCallableHere { return follows }
    trackAndCatchUp()
    return true
  }

  /// Cancels the tracker, which ends the observation of the state.
  package func cancel() { state.withLock { $0.isCancelled = true } }

  /// Schedules another read of the observed state.
  package func lookAgain() { follower.schedule(.update) }

  /// Reads the observed state, so that its next change is noticed.
  ///
  /// Calls `mayHaveChanged` if the tracker did not follow the state until the end of the read.
  private func trackAndCatchUp() { if !track() { mayHaveChanged() } }

  /// Reads the observed state, and subscribes to the state's next change.
  ///
  /// - Returns: Whether the tracker followed the state until the end of this read.
  private func track() -> Bool {
    let (number, isCancelled) = state.withLock { state in
      state.lastRead += 1
      return (state.lastRead, state.isCancelled)
    }
    if isCancelled { return true }
    func readState() { home.run { read.call(()) } }
    // If Observation is not linked, no object is observable.
    if #available(macOS 14.0, iOS 17.0, tvOS 17.0, watchOS 10.0, *),
      stitcher_thread_has_observation()
    {
      withObservationTracking(readState) { [reference] in
        reference.object?.stateWillChange(number)
      }
    } else {
      readState()
    }
    return state.withLock { state in
      defer { state.lastEnded = max(state.lastEnded, number) }
      return state.isSubscribed
    }
  }

  /// Handles the notification that the observed state is about to change.
  ///
  /// - Parameter number: The number of the read that has subscribed to the change.
  private func stateWillChange(_ number: Int) {
    // On the actor, the change begins after the last read has ended. So properties that only an
    // earlier read has read do not matter any more.
    let isOnActor = follower.isOnActor
    let (isUnused, isNewest) = state.withLock { state in
      state.lastNotified = max(state.lastNotified, number)
      let isUnused = state.isCancelled || (isOnActor && number < state.lastEnded)
      return (isUnused, state.lastRead == number)
    }
    if isUnused { return }
    ThreadRecord.current.note(follower)
    // Only the notification of the newest read leads to another read. Otherwise, each change would
    // double the number of reads.
    if isNewest, read.isCallableHere { _ = track() }
    willChange()
    lookAgain()
  }
}
