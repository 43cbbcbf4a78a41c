/// A teardown that a registration has got after it was made.
final class LateTeardown: Sendable {
  /// The latest one.
  let latest: Lock<Teardown>

  /// Holds a first one.
  init(_ teardown: Teardown) { latest = Lock(teardown) }
}

extension Registration {
  /// Whether instances are torn down. Nothing is copied for it, so it may be asked under a lock:
  /// the last copy of a teardown lets go of what that holds.
  package final var hasTeardown: Bool { !lateTeardown.isEmpty || hasWrittenTeardown }

  /// What is done with an instance at its end: what was said last.
  final var teardown: Teardown? {
    lateTeardown.borrowed?.with { $0.latest.withLock { $0 } } ?? writtenTeardown
  }

  /// Gives the registration a teardown.
  ///
  /// - Returns: Whether it had none.
  fileprivate final func set(_ teardown: Teardown) -> Bool {
    guard let present = lateTeardown.publish(LateTeardown(teardown)) else {
      return writtenTeardown == nil
    }
    // What an earlier closure holds is let go outside the lock.
    _ = present.latest.withLock { latest in
      defer { latest = teardown }
      return latest
    }
    return false
  }
}

extension EditableRegistry {
  /// Gives a registration of this registry a teardown, instead of an earlier one.
  ///
  /// An instance that is there already, or being created, is torn down as well; it counts as one
  /// that is created now.
  ///
  /// - Complexity: O(1) on average.
  package func setTeardown(_ teardown: Teardown, of registration: Registration) {
    guard registration.set(teardown), registration.isStored else { return }
    let cell = table.withLock { $0.store.chain(of: registration)?.cell(of: registration) }
    cell?.noteTeardown(of: registration)
  }
}
