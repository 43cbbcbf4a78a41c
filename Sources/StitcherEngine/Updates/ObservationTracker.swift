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
    /// The read that was told of a change last, of those that are listened to, and on which thread.
    var told = (read: 0, thread: UInt(0))
    /// The thread whose last change only earlier reads were told of; 0 if there is none, and the
    /// highest number if there are several.
    var missed: UInt = 0
    /// The number of changes that only earlier reads were told of first.
    var missedCount = 0
    /// Whether a task is going to look for such changes.
    var isLookingForMissed = false
    /// Whether the tracker has been cancelled.
    var isCancelled = false

    /// Notes that a read is told of a change; returns whose matter that is.
    ///
    /// A change tells each read that listened when it began, in any order, on its thread. So an
    /// earlier read tells nothing new, if the one that counts is told there as well: it was, or is
    /// going to be. It is not if it has begun to listen only then.
    ///
    /// - Parameter isOnlyHere: Whether the state is read on the thread's actor only, so not while
    ///   that makes a change, unless another observer of the change injects.
    mutating func hear(_ read: Int, on thread: UInt, isOnlyHere: Bool) -> Hearing {
      if isCancelled { return .known }
      if read >= armed {
        told = (read, thread)
        // Who is told so has it looked at.
        if missed == thread { missed = 0 }
        return .news
      }
      if isOnlyHere || told.thread == thread && told.read > read { return .known }
      missed = missed == 0 || missed == thread ? thread : .max
      missedCount += 1
      defer { isLookingForMissed = true }
      return isLookingForMissed ? .missed : .firstMissed
    }
  }

  /// What a read is told of.
  private enum Hearing {
    /// A change that nobody has told of.
    case news
    /// One that the read that counts has told of, or of what is not read any more.
    case known
    /// One that the read that counts may not be told of: somebody is going to look for it.
    case missed
    /// The same, but nobody is yet.
    case firstMissed
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

  /// Tells of a change, if what was read is what counts, or what counts may not be told of it.
  private func stateWillChange(_ number: Int) {
    let record = ThreadRecord.current
    let thread = UInt(bitPattern: record)
    let isOnlyHere = read.isOnlyHere
    let hearing = state.withLock { $0.hear(number, on: thread, isOnlyHere: isOnlyHere) }
    var isMissed = false
    switch hearing {
    case .news:
      lookAtLanding()
      // What this looks up in a graph is not the thread's coming back to one.
      record.withoutLandings {
        _ = read.callHere((), within: track)
        willChange()
      }
    case .known: return
    case .missed: isMissed = true
    case .firstMissed:
      isMissed = true
      lookForMissed()
    }
    record.whenLanded(for: self) { [reference, isMissed] in reference.object?.lookHere(isMissed) }
  }

  /// Looks at a change that this thread has made, if the state may be read here.
  ///
  /// - Parameter isMissed: Whether only earlier reads were told of it, so nobody else was.
  private func lookHere(_ isMissed: Bool) {
    guard !isCancelled else { return }
    _ = read.callHere((), within: track)
    if isMissed { willChange() }
    hasLanded()
  }

  /// Has a task look at the state a while after the last change that only earlier reads were told
  /// of, in case the one that counts is not told of it.
  private func lookForMissed() {
    Task.detached { [reference] in
      var count: Int?
      repeat {
        count = reference.object?.missedCount
        try? await Task.sleep(for: .milliseconds(1))
      } while reference.object?.missedCount != count
      await reference.object?.lookAtMissed()
    }
  }

  /// The number of changes that only earlier reads were told of first.
  private var missedCount: Int { state.withLock { $0.missedCount } }

  /// Tells, on the actor of the state, of changes that only earlier reads were told of.
  private func lookAtMissed() async {
    let isMissed = state.withLock { state in
      defer { (state.missed, state.isLookingForMissed) = (0, false) }
      return state.missed != 0
    }
    guard isMissed else { return }
    await read.callThere(()) { read in
      track(read)
      guard !isCancelled else { return }
      willChange()
      didChange()
    }
    look(after: delays)
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
