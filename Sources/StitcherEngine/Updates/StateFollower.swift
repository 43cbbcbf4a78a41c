/// What connects an object that is built from state with the scheduler of updates.
///
/// A *notification* says that the state changes, often before it does. The notification schedules
/// an *update*, which reads the state again; see ``UpdateScheduler``. The object keeps its
/// follower.
package final class StateFollower: Sendable {
  /// The actor on which the state is read; nil if any thread may read it.
  package let actor: (any Actor)?

  /// A weak reference to this object.
  let reference = WeakBox<StateFollower>()

  /// Reads the state again, and adds the registry that was built, if there is one.
  let update: @Sendable (UpdateStep, inout RegistryUpdates) -> Void

  /// Called before the thread that changed the state looks anything up: now the change has landed.
  let changeHasLanded: @Sendable () -> Void

  /// The scheduler that runs the updates.
  private let scheduler = UpdateScheduler.current

  /// Creates a follower of state that is read on an actor.
  package init(
    on actor: (any Actor)?,
    update: @escaping @Sendable (UpdateStep, inout RegistryUpdates) -> Void,
    changeHasLanded: @escaping @Sendable () -> Void
  ) {
    (self.actor, self.update, self.changeHasLanded) = (actor, update, changeHasLanded)
    reference.refer(to: self)
  }

  /// Whether the calling thread runs on the actor; false if there is no actor.
  package var isOnActor: Bool { actor.map { isCurrent($0) } ?? false }

  /// Schedules an update, or a repetition.
  package func schedule(_ step: UpdateStep) {
    scheduler.schedule(reference, on: actor, step, isOnActor: isOnActor)
  }
}

/// Why a follower reads its state again.
package enum UpdateStep: Sendable {
  /// A dependency is looked up. The change may land later.
  case lookup
  /// The scheduler says that the change should have landed.
  case update
  /// The update is repeated, in case the change has landed later.
  case repetition
}
