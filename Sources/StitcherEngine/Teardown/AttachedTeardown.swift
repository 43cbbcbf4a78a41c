/// A registration's teardown that is set after the registration was created.
final class AttachedTeardown: Sendable {
  /// The teardown that the latest call of ``set(_:)`` has set; `nil` before the first call.
  private let latest = Lock<Teardown?>(nil)

  /// Whether a teardown was set.
  var isSet: Bool { latest.withLock { $0 != nil } }

  /// The teardown that was set last, or `nil` if none was set.
  var teardown: Teardown? { latest.withLock { $0 } }

  /// Sets the teardown, in place of an earlier one.
  func set(_ teardown: Teardown) {
    // The former teardown may retain objects, so it is released outside the lock.
    _ = latest.withLock { latest in
      defer { latest = teardown }
      return latest
    }
  }
}

extension Registration {
  /// Allows later calls of ``setTeardown(_:)``. Must be called before a registry contains the
  /// registration.
  package final func allowAttachedTeardown() {
    if attachedTeardown == nil { attachedTeardown = AttachedTeardown() }
  }

  /// Sets the teardown of the registration's instances, also of instances that exist already.
  package final func setTeardown(_ teardown: Teardown) {
    guard let attachedTeardown else {
      preconditionFailure("The registration allows no late teardown.")
    }
    attachedTeardown.set(teardown)
  }

  /// Whether the instances have a teardown now. The teardown is not copied, so the check retains
  /// and releases nothing.
  package final var hasTeardown: Bool { attachedTeardown?.isSet == true || hasDeclaredTeardown }

  /// Whether the instances have a teardown now, or may get one later.
  final var mayHaveTeardown: Bool { attachedTeardown != nil || hasDeclaredTeardown }

  /// The current teardown: the one that was set last, or the one that was declared with the
  /// registration.
  final var teardown: Teardown? { attachedTeardown?.teardown ?? declaredTeardown }
}
