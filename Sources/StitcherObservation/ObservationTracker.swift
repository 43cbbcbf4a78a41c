internal import CStitcherThread
package import StitcherEngine

// A program that is linked statically gets nothing of Observation because of us, unless it uses
// Observation itself.
#if os(Linux)
  @_weakLinked internal import Observation
#else
  internal import Observation
#endif

/// Follows `@Observable` state over any number of changes.
///
/// Observation tells of one change, before it lands, for the properties that were read. So the
/// state is read again at once, if the thread may, to hear of the next change, and once more after
/// the change has landed, in case it leads to other objects.
package final class ObservationTracker: Sendable {
  /// Reads what is observed, on the actor that it belongs to.
  private let read: ActorBound<Void>

  /// How long to wait before each look at a change that another thread makes.
  private let delays: [Duration]

  /// Is called before a change lands.
  private let willChange: @Sendable () -> Void

  /// Is called after a change has landed, where the state is read.
  private let didChange: @Sendable () -> Void

  /// Is called when a change has landed, on the thread that has made it.
  private let hasLanded: @Sendable () -> Void

  /// Where the tracker was made, and the state is read.
  private let home = HomeGraph()

  /// What changes under the lock.
  private let state = Lock(State())

  /// This object, for those that must not keep it alive.
  package let reference = LentReference<ObservationTracker>()

  /// What the tracker is doing.
  private struct State {
    /// The number of the read that was begun last.
    var begun = 0
    /// The number of the read that is listened to; earlier ones do not count any more.
    var armed = 0
    /// Whether the state has been read, or is going to be.
    var isArmed = false
    /// The delays of the task that is going to look at changes, if it has not begun.
    var pending: [Duration]?
    /// The number of tasks that have begun to look at changes.
    var looking = 0
    /// The number of the last task that looks more than once; earlier ones leave the rest to it.
    var patient = 0
    /// Whether the tracker has been cancelled.
    var isCancelled = false
  }

  /// Creates a tracker that is not armed yet.
  ///
  /// - Parameters:
  ///   - read: Reads the state.
  ///   - delays: How long to wait before each look at a change. On an actor, a change that is made
  ///     there has landed when it is free; elsewhere nobody says when it has.
  ///   - willChange: Is called before a change lands, on the thread that makes it.
  ///   - didChange: Is called at each look, where the state is read.
  ///   - hasLanded: Is called after a change on the thread that has made it, before that looks
  ///     anything up in a graph.
  @inline(never)
  package init(
    _ read: ActorBound<Void>, delays: [Duration] = [.milliseconds(1)],
    willChange: @escaping @Sendable () -> Void = {},
    didChange: @escaping @Sendable () -> Void = {},
    hasLanded: @escaping @Sendable () -> Void = {}
  ) {
    self.read = read
    self.delays = delays
    self.willChange = willChange
    self.didChange = didChange
    self.hasLanded = hasLanded
    reference.refer(to: self)
  }

  /// Begins to follow the state, at the first call: at once, or, where it belongs to an actor that
  /// is elsewhere, as soon as that is free. Then a change is told of: there may have been one.
  ///
  /// - Returns: Whether a change may be landing just now, or may be missed.
  @discardableResult
  package func arm() -> Bool {
    let isFirst = state.withLock { state in
      defer { state.isArmed = true }
      return !state.isArmed
    }
    if isFirst, !read.callHere((), within: track) { look() }
    return state.withLock { $0.armed == 0 || $0.pending != nil || $0.looking > 0 }
  }

  /// Whether the state has been read, so that no change is missed. If it has not, it is read now,
  /// if the thread may, and a change is told of.
  package func follows() -> Bool {
    if state.withLock({ $0.armed > 0 || $0.isCancelled }) { return true }
    guard read.callHere((), within: track) else { return false }
    didChange()
    return true
  }

  /// Has the state read again soon, since it may lead to other objects, and the change told of.
  package func look() { look(after: [.zero]) }

  /// Has the state looked at, and the change told of, that something else than Observation says is
  /// about to land: as the change of what was read.
  package func lookAtLanding() { look(after: read.isHere ? [.zero] : delays) }

  /// Stops following the state.
  package func cancel() { state.withLock { $0.isCancelled = true } }

  /// Listens to the next change of what a closure reads, instead of what was read before.
  @Sendable private func track(_ read: () -> Void) {
    let number: Int? = state.withLock { state in
      guard !state.isCancelled else { return nil }
      state.begun += 1
      return state.begun
    }
    guard let number else { return }
    // Where Observation was not linked, nothing is observable.
    if stitcher_thread_has_observation() {
      withObservationTracking {
        home.run(read)
      } onChange: { [reference] in
        reference.object?.stateWillChange(number)
      }
    } else {
      home.run(read)
    }
    // Only now does the earlier read not count any more: a change must always find one that does.
    state.withLock { $0.armed = max($0.armed, number) }
  }

  /// Reads the state on its actor, and tells of the change there.
  private func lookThere() async {
    await read.callThere(()) { read in
      track(read)
      if !isCancelled { didChange() }
    }
  }

  /// Whether the tracker has been cancelled.
  private var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Tells of a change, if what was read is what counts.
  private func stateWillChange(_ number: Int) {
    let isNews = state.withLock { number >= $0.armed && !$0.isCancelled }
    guard isNews else { return }
    lookAtLanding()
    _ = read.callHere((), within: track)
    willChange()
    ThreadRecord.current.whenLanded(for: self) { [reference] in reference.object?.lookHere() }
  }

  /// Looks at a change that this thread has made, if the state may be read here.
  private func lookHere() {
    guard !isCancelled else { return }
    _ = read.callHere((), within: track)
    hasLanded()
  }

  /// Has a task look at the state after some delays: the one that has not begun yet, or a new one.
  private func look(after delays: [Duration]) {
    let isFirst = state.withLock { state in
      let pending = state.pending
      if delays.count > pending?.count ?? 0 { state.pending = delays }
      return pending == nil
    }
    guard isFirst else { return }
    Task.detached { [reference] in
      guard let (delays, number) = reference.object?.beginLooking() else { return }
      for delay in delays {
        if delay > .zero { try? await Task.sleep(for: delay) }
        guard delays.count == 1 || reference.object?.isPatient(number) == true else { break }
        await reference.object?.lookThere()
      }
      reference.object?.endLooking()
    }
  }

  /// Takes over what is pending: a change from now on is looked at by another task.
  private func beginLooking() -> (delays: [Duration], number: Int) {
    state.withLock { state in
      let delays = state.pending ?? []
      state.pending = nil
      state.looking += 1
      if delays.count > 1 { state.patient += 1 }
      return (delays, state.patient)
    }
  }

  /// Whether no other task looks more than once that began later.
  private func isPatient(_ number: Int) -> Bool { state.withLock { $0.patient == number } }

  /// Tells that a task has seen all that it was going to.
  private func endLooking() { state.withLock { $0.looking -= 1 } }
}
