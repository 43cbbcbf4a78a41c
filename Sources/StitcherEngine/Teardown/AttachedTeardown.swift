/// The teardown that a registration gets after it was made.
final class AttachedTeardown: Sendable {
  /// The latest teardown. The word says whether there is one.
  private let latest = Lock<Teardown?>(nil, words: 1)

  /// Whether there is a teardown.
  var isSet: Bool { latest.word(0).load(ordering: .acquiring) != 0 }

  /// The latest teardown.
  var teardown: Teardown? { isSet ? latest.withLock { $0 } : nil }

  /// Sets the teardown.
  func set(_ teardown: Teardown) {
    // The old one may hold objects, and is released outside the lock.
    let old = latest.withLock { latest in
      defer { latest = teardown }
      return latest
    }
    latest.word(0).store(1, ordering: .releasing)
    _ = consume old
  }
}

extension Registration {
  /// Allows a teardown that is set later. Called before the registration is in a registry.
  package final func allowAttachedTeardown() {
    if attachedTeardown == nil { attachedTeardown = AttachedTeardown() }
  }

  /// Sets the teardown of the instances, also of those that were created before.
  package final func setTeardown(_ teardown: Teardown) {
    guard let attachedTeardown else {
      preconditionFailure("The registration allows no late teardown.")
    }
    attachedTeardown.set(teardown)
  }

  /// Whether instances are torn down. Copies no teardown, so that none is released by it.
  package final var hasTeardown: Bool { attachedTeardown?.isSet == true || hasWrittenTeardown }

  /// Whether instances may have to be torn down, now or later.
  final var mayHaveTeardown: Bool { attachedTeardown != nil || hasWrittenTeardown }

  /// The teardown that was set last.
  final var teardown: Teardown? { attachedTeardown?.teardown ?? writtenTeardown }
}
