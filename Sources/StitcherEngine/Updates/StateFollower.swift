/// A follower of observed state, which reads the state again after each change.
///
/// An example of such state is an `@Observable` object that a container's closure reads.
///
/// A *notification* says that the state changes. It often arrives before the change. The
/// notification schedules an *update*, which reads the state again; see ``UpdateScheduler``. The
/// container retains its follower.
package final class StateFollower: Sendable {
  /// The actor on which the observed state has to be read; `nil` if any thread may read it.
  package let actor: (any Actor)?

  /// A weak reference to this follower.
  let reference = WeakBox<StateFollower>()

  /// The closure that reads the observed state again.
  ///
  /// If a registry was built from the state, the closure adds the registry's new contents to the
  /// updates.
  let update: @Sendable (RereadReason, inout RegistryUpdates) -> Void

  /// The closure that is called when the thread that has changed the state begins its next lookup.
  ///
  /// By then, the change of the state is complete.
  let changeHasLanded: @Sendable () -> Void

  private let scheduler = UpdateScheduler.current

  /// Creates a follower of state that is read on the given actor, or on any thread.
  ///
  /// - Parameters:
  ///   - actor: The actor; `nil` if any thread may read the state.
  ///   - update: Reads the state again. If a registry was built from the state, adds its new
  ///     contents to the updates.
  ///   - changeHasLanded: Called when the thread that has changed the state begins its next lookup.
  package init(
    on actor: (any Actor)?,
    update: @escaping @Sendable (RereadReason, inout RegistryUpdates) -> Void,
    changeHasLanded: @escaping @Sendable () -> Void
  ) {
    (self.actor, self.update, self.changeHasLanded) = (actor, update, changeHasLanded)
    reference.refer(to: self)
  }

  /// Whether the calling thread runs on the actor of the observed state.
  ///
  /// `false` if there is no actor.
  package var isOnActor: Bool { actor.map { isCurrent($0) } ?? false }

  /// Schedules the follower's next read of its state.
  package func schedule(_ step: RereadReason) { scheduler.schedule(self, step) }
}

/// The reason why a follower reads its observed state again.
package enum RereadReason: Sendable {
  /// A lookup needs contents that were built from the current state.
  ///
  /// The state may still change after this read, since the notification comes before the change.
  case lookup
  /// An update is due, shortly after a notification of a change.
  ///
  /// It assumes that the change of the state is complete.
  case update
  /// A repetition of an update is due, 100 ms after the update.
  ///
  /// The state may have changed after the first read.
  case repetition
}
