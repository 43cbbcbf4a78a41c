/// An object that has state read again after a change, such as the state that a container's closure
/// reads.
///
/// A *notification* says that the state changes. It often arrives before the change. The
/// notification schedules an *update*, which reads the state again; see ``UpdateScheduler``. The
/// container retains its follower.
package final class StateFollower: Sendable {
  /// The actor on which the state has to be read; `nil` if any thread may read it.
  package let actor: (any Actor)?

  /// A weak reference to this object.
  let reference = WeakBox<StateFollower>()

  /// Reads the state again. If a registry was built from the state, adds its new contents to the
  /// updates.
  let update: @Sendable (UpdateStep, inout RegistryUpdates) -> Void

  /// Called when the thread that has changed the state begins its next lookup, since the change is
  /// complete by then.
  let changeHasLanded: @Sendable () -> Void

  private let scheduler = UpdateScheduler.current

  /// Creates a follower of state that is read on an actor, or on any thread.
  ///
  /// - Parameters:
  ///   - actor: The actor; `nil` if any thread may read the state.
  ///   - update: Reads the state again. If a registry was built from the state, adds its new
  ///     contents to the updates.
  ///   - changeHasLanded: Called when the thread that has changed the state begins its next lookup.
  package init(
    on actor: (any Actor)?,
    update: @escaping @Sendable (UpdateStep, inout RegistryUpdates) -> Void,
    changeHasLanded: @escaping @Sendable () -> Void
  ) {
    (self.actor, self.update, self.changeHasLanded) = (actor, update, changeHasLanded)
    reference.refer(to: self)
  }

  /// Whether the calling thread runs on the follower's actor; `false` if there is no actor.
  package var isOnActor: Bool { actor.map { isCurrent($0) } ?? false }

  /// Schedules an update of this follower, or the repetition of an update.
  package func schedule(_ step: UpdateStep) {
    scheduler.schedule(reference, on: actor, step, isOnActor: isOnActor)
  }
}

/// The reason for which a follower reads its state again.
package enum UpdateStep: Sendable {
  /// A lookup needs current contents. The state may still change after this read, since the
  /// notification comes before the change.
  case lookup
  /// The scheduler runs an update, and assumes that the change of the state is complete.
  case update
  /// The scheduler repeats an update, in case the state changed after the first one.
  case repetition
}
