internal import StitcherEngine
internal import Observation

/// Follows `@Observable` state over any number of changes.
///
/// Observation tells of one change, before it lands, for the properties that were read. So the state is read
/// again at once, to hear of the next change, and once more after the change has landed, in case it leads to other
/// objects. State of an actor is only read on that actor, which is only free when a change has landed.
final class ObservationTracker: @unchecked Sendable {
  // Safe: the closure is called on the actor on which it was written; if it was written on none, it may only read
  // what any thread may read. The rest is guarded by the lock.

  /// Reads the state.
  private let read: () -> Void

  /// The actor on which the closure was written.
  private let isolation: (any Actor)?

  /// Is called before a change lands.
  private let willChange: @Sendable () -> Void

  /// Is called after a change has landed.
  private let didChange: @Sendable () -> Void

  /// What changes under the lock.
  private let state = Lock(State())

  /// What the tracker is doing.
  private struct State {
    /// What was read last; earlier reads do not count any more.
    var generation = 0
    /// Whether the state has been read, or is going to be.
    var isArmed = false
    /// The number of changes that may not have landed.
    var landing = 0
    /// Whether the tracker has been cancelled.
    var isCancelled = false
  }

  /// Creates a tracker that is not armed yet.
  init<Result>(
    _ read: @escaping @isolated(any) () -> Result, willChange: @escaping @Sendable () -> Void,
    didChange: @escaping @Sendable () -> Void = {}
  ) {
    isolation = read.isolation
    // It is called on its actor only. The two types differ in that only.
    let plain = unsafeBitCast(read, to: (() -> Result).self)
    self.read = { _ = plain() }
    self.willChange = willChange
    self.didChange = didChange
  }

  /// Begins to follow the state, at the first call.
  ///
  /// - Parameter isOnActor: Whether the caller is on the closure's actor.
  /// - Returns: Whether a change may be landing just now.
  @discardableResult
  func arm(isOnActor: Bool = false) -> Bool {
    let (isFirst, isLanding) = state.withLock { state in
      defer { state.isArmed = true }
      return (!state.isArmed, state.landing > 0)
    }
    if isFirst {
      if isOnActor || isolation == nil { readState() } else { readStateLater() }
    }
    return isLanding
  }

  /// Stops following the state.
  func cancel() { state.withLock { $0.isCancelled = true } }

  /// Reads the state and listens to its next change, instead of what was read before.
  private func readState() {
    let generation: Int? = state.withLock { state in
      guard !state.isCancelled else { return nil }
      state.generation += 1
      return state.generation
    }
    guard let generation else { return }
    withObservationTracking(read) { [weak self] in self?.stateWillChange(generation) }
  }

  /// Reads the state on its actor.
  private func readState(on isolation: isolated (any Actor)?) async { readState() }

  /// Reads the state on its actor as soon as that is free.
  private func readStateLater() {
    Task.detached { [weak self] in await self?.readState(on: self?.isolation) }
  }

  /// Tells of a change, if what was read is what counts.
  private func stateWillChange(_ generation: Int) {
    let isNews = state.withLock { state in
      guard state.generation == generation, !state.isCancelled else { return false }
      state.landing += 1
      return true
    }
    guard isNews else { return }
    if isolation == nil { readState() }
    willChange()
    Task.detached { [weak self] in
      // On an actor, the change has landed when it is free; elsewhere nobody says when that is.
      if self?.isolation == nil { try? await Task.sleep(for: .milliseconds(1)) }
      await self?.readState(on: self?.isolation)
      self?.stateDidChange()
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
