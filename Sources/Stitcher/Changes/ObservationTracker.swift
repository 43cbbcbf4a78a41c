internal import Observation
internal import StitcherEngine

/// Follows `@Observable` state over any number of changes.
///
/// Observation tells of one change, before it lands, for the properties that were read. So the state is read
/// again at once, if the thread may, to hear of the next change, and once more after the change has landed, in case it leads to other
/// objects.
final class ObservationTracker: Sendable {
  /// Reads the state.
  private let read: ActorBound<Void>

  /// Is called before a change lands.
  private let willChange: @Sendable () -> Void

  /// Is called after a change has landed.
  private let didChange: @Sendable () -> Void

  /// What changes under the lock.
  private let state = Lock(State())

  /// This object, for those that must not keep it alive.
  private let reference = LentReference<ObservationTracker>()

  /// What the tracker is doing.
  private struct State {
    /// The number of the read that was begun last.
    var begun = 0
    /// The number of the read that is listened to; earlier ones do not count any more.
    var armed = 0
    /// Whether the state has been read, or is going to be.
    var isArmed = false
    /// The number of changes that may not have landed.
    var landing = 0
    /// Whether the tracker has been cancelled.
    var isCancelled = false
  }

  /// Creates a tracker that is not armed yet.
  init(
    _ read: ActorBound<Void>, willChange: @escaping @Sendable () -> Void,
    didChange: @escaping @Sendable () -> Void = {}
  ) {
    self.read = read
    self.willChange = willChange
    self.didChange = didChange
    reference.refer(to: self)
  }

  /// Begins to follow the state, at the first call: at once, or, where it belongs to an actor that is elsewhere,
  /// as soon as that is free.
  ///
  /// - Returns: Whether a change may be landing just now.
  @discardableResult
  func arm() -> Bool {
    let (isFirst, isLanding) = state.withLock { state in
      defer { state.isArmed = true }
      return (!state.isArmed, state.landing > 0)
    }
    if isFirst, !read.callHere((), within: track) {
      Task.detached { [reference] in await reference.object?.readThere() }
    }
    return isLanding
  }

  /// Stops following the state.
  func cancel() { state.withLock { $0.isCancelled = true } }

  /// Listens to the next change of what a closure reads, instead of what was read before.
  @Sendable private func track(_ read: () -> Void) {
    let number: Int? = state.withLock { state in
      guard !state.isCancelled else { return nil }
      state.begun += 1
      return state.begun
    }
    guard let number else { return }
    withObservationTracking(read) { [reference] in reference.object?.stateWillChange(number) }
    // Only now does the earlier read not count any more: a change must always find one that does.
    state.withLock { $0.armed = max($0.armed, number) }
  }

  /// Reads the state on its actor.
  private func readThere() async { await read.callThere((), within: track) }

  /// Tells of a change, if what was read is what counts.
  private func stateWillChange(_ number: Int) {
    let isNews = state.withLock { state in
      guard number >= state.armed, !state.isCancelled else { return false }
      state.landing += 1
      return true
    }
    guard isNews else { return }
    _ = read.callHere((), within: track)
    willChange()
    Task.detached { [reference] in
      // On an actor, the change has landed when that is free; elsewhere nobody says when it has.
      try? await Task.sleep(for: .milliseconds(1))
      await reference.object?.readThere()
      reference.object?.stateDidChange()
    }
  }

  /// Tells that a change has landed.
  private func stateDidChange() {
    let isCancelled = state.withLock { state in
      state.landing -= 1
      return state.isCancelled
    }
    if !isCancelled { didChange() }
  }
}
