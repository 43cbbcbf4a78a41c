/// Something that is built from state, and is built again after the state has changed.
///
/// A *notification* says that the state changes, often before it does. The notification schedules
/// an *update*, which reads the state again; see ``UpdateScheduler``.
package class StateFollower: @unchecked Sendable {
  // Safe: the properties are constants. Subclasses guard their own by locks.

  /// The actor on which the state is read; nil if any thread may read it.
  package let actor: (any Actor)?

  /// A weak reference to this object.
  package let reference: LentReference<StateFollower>

  /// The scheduler that runs the updates.
  private let scheduler = UpdateScheduler.current

  /// Creates a follower of state that is read on an actor.
  ///
  /// - Parameter reference: A reference to nothing. It will refer to the new object.
  package init(
    on actor: (any Actor)?, reference: LentReference<StateFollower> = LentReference()
  ) {
    self.actor = actor
    self.reference = reference
    reference.refer(to: self)
  }

  /// Whether the calling thread runs on the actor; false if there is no actor.
  package final var isOnActor: Bool { actor.map { isCurrent($0) } ?? false }

  /// Schedules an update, or a repetition.
  package final func schedule(_ step: UpdateStep) {
    scheduler.schedule(reference, on: actor, step, isOnActor: isOnActor)
  }

  /// Reads the state again.
  ///
  /// - Parameters:
  ///   - step: Why the state is read.
  ///   - updates: Gets the registry that was built, if there is one.
  package func update(_ step: UpdateStep, into updates: inout RegistryUpdates) {}

  /// Called before the thread that changed the state looks anything up: now the change has landed.
  package func changeHasLanded() {}
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
