internal import Observation
internal import Synchronization

/// A scope that ends just before `@Observable` state changes.
final class ObservedScope: ManagedDependencyScopeProviding, Sendable {
  /// Reads the state.
  private let read: @Sendable () -> Void

  /// Creates a scope.
  init(_ read: @escaping @Sendable () -> Void) { self.read = read }

  func onScopeInvalidated(perform action: @Sendable @escaping () -> Void)
    -> any ManagedDependencyScopeReceipt
  {
    observe(read, perform: action)
  }
}

/// Calls an action just before `@Observable` state changes, until the result is cancelled or released.
func observe(
  _ read: @escaping @Sendable () -> Void, perform action: @Sendable @escaping () -> Void
) -> ChangeCancellable {
  let tracker = ObservationTracker(read: read, action: action)
  tracker.arm()
  return ChangeCancellable { tracker.cancel() }
}

/// Follows `@Observable` state over any number of changes.
///
/// Observation tells of one change, before it lands, for the properties that were read. So the state is read
/// again at once, to hear of the next change, and once more after the change has landed, in case it leads to other
/// objects.
private final class ObservationTracker: Sendable {
  /// Reads the state.
  private let read: @Sendable () -> Void

  /// Is called for each change, until the tracker is cancelled.
  private let state: Mutex<(generation: Int, action: (@Sendable () -> Void)?)>

  /// Creates a tracker that is not armed yet.
  init(read: @escaping @Sendable () -> Void, action: @escaping @Sendable () -> Void) {
    self.read = read
    state = Mutex((0, action))
  }

  /// Reads the state and listens to its next change, instead of what was read before.
  func arm() {
    let generation: Int? = state.withLock { state in
      guard state.action != nil else { return nil }
      state.generation += 1
      return state.generation
    }
    guard let generation else { return }
    withObservationTracking(read) { [weak self] in self?.willChange(generation) }
  }

  /// Stops listening.
  func cancel() {
    let action = state.withLock { state in
      let last = state.action
      state.action = nil
      return last
    }
    _ = consume action
  }

  /// Tells of a change, if what was read is what counts.
  private func willChange(_ generation: Int) {
    let action = state.withLock { $0.generation == generation ? $0.action : nil }
    guard let action else { return }
    arm()
    action()
    Task.detached { [weak self] in
      try? await Task.sleep(for: .milliseconds(1))
      self?.arm()
    }
  }
}
