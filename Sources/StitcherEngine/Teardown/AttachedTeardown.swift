/// The teardown of a registration that is set only after the registration was created.
final class AttachedTeardown: Sendable {
  /// The most recently set teardown; `nil` before the first call of ``set(_:)``.
  private let latest = Lock<Teardown?>(nil)

  /// The most recently set teardown; `nil` if none was set.
  var teardown: Teardown? { latest.withLock { $0 } }

  /// Sets the given teardown, which replaces an earlier one.
  func set(_ teardown: Teardown) {
    // The former teardown may retain objects, so it is released outside the lock.
    _ = latest.withLock { latest in
      defer { latest = teardown }
      return latest
    }
  }
}

extension Registration {
  /// Allows later calls of ``setTeardown(_:)``.
  ///
  /// Call this method before a registry contains the registration.
  package final func allowAttachedTeardown() {
    if attachedTeardown == nil { attachedTeardown = AttachedTeardown() }
  }

  /// Sets the teardown of the registration's instances.
  ///
  /// It also applies to instances that exist already.
  package final func setTeardown(_ teardown: Teardown) {
    guard let attachedTeardown else {
      preconditionFailure("The registration does not allow a teardown to be attached later.")
    }
    attachedTeardown.set(teardown)
  }

  /// Whether the instances have a teardown now.
  package final var hasTeardown: Bool { attachedTeardown?.teardown != nil || hasDeclaredTeardown }

  /// Whether the instances have a teardown now, or may get one later.
  final var mayHaveTeardown: Bool { attachedTeardown != nil || hasDeclaredTeardown }

  /// The current teardown of the instances; `nil` if there is none.
  ///
  /// It is the most recently set one or, if none was set, the one that was declared with the
  /// registration.
  final var teardown: Teardown? { attachedTeardown?.teardown ?? declaredTeardown }
}
