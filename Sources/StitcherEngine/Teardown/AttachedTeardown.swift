/// A holder for the teardown of a registration, which can be set after the registration was
/// created.
final class AttachedTeardown: Sendable {
  /// The most recently set teardown; `nil` if none was set.
  let latest = Lock<Teardown?>(nil)
}

extension Registration {
  /// Allows a teardown to be attached to this registration later, with ``setTeardown(_:)``.
  ///
  /// Call this method before a registry contains the registration.
  package final func allowAttachedTeardown() {
    if attachedTeardown == nil { attachedTeardown = AttachedTeardown() }
  }

  /// Sets the teardown of this registration's instances.
  ///
  /// The teardown also applies to instances that exist already.
  package final func setTeardown(_ teardown: Teardown) {
    guard let attachedTeardown else {
      preconditionFailure("The registration does not allow a teardown to be attached later.")
    }
    // The former teardown may retain objects, so it is released outside the lock.
    _ = attachedTeardown.latest.withLock { latest in
      defer { latest = teardown }
      return latest
    }
  }

  /// Whether this registration's instances have a teardown now.
  ///
  /// May be called under a lock: the attached teardown is not copied, so it is not released here.
  package final var hasTeardown: Bool {
    attachedTeardown?.latest.withLock { $0 != nil } == true || declaredTeardown != nil
  }

  /// Whether this registration's instances have a teardown now, or may get one later.
  final var mayHaveTeardown: Bool { attachedTeardown != nil || declaredTeardown != nil }

  /// The current teardown of this registration's instances; `nil` if there is none.
  ///
  /// It is the most recently set one or, if none was set, the one that was declared with the
  /// registration.
  final var teardown: Teardown? { attachedTeardown?.latest.withLock { $0 } ?? declaredTeardown }
}
