/// The teardown that a registration gets after it was made.
final class LateTeardown: Sendable {
  /// The latest one, and a word that says whether there is one.
  private let latest = Lock<Teardown?>(nil, words: 1)

  /// Whether there is one.
  var isSet: Bool { latest.word(0).load(ordering: .acquiring) != 0 }

  /// The latest one.
  var teardown: Teardown? { isSet ? latest.withLock { $0 } : nil }

  /// Sets a teardown; returns the one that was there, to be released outside the lock.
  func set(_ teardown: Teardown) -> Teardown? {
    let old = latest.withLock { latest in
      defer { latest = teardown }
      return latest
    }
    latest.word(0).store(1, ordering: .releasing)
    return old
  }
}

extension Registration {
  /// Lets the registration get a teardown later. Called before others see it.
  package final func allowLateTeardown() {
    if lateTeardown == nil { lateTeardown = LateTeardown() }
  }

  /// Whether instances are torn down. Nothing is copied for it, so it may be asked under a lock:
  /// the last copy of a teardown lets go of what that holds.
  package final var hasTeardown: Bool { lateTeardown?.isSet == true || hasWrittenTeardown }

  /// What is done with an instance at its end: what was said last.
  final var teardown: Teardown? { lateTeardown?.teardown ?? writtenTeardown }

  /// Gives the registration a teardown.
  ///
  /// - Returns: Whether it had none.
  fileprivate final func set(_ teardown: Teardown) -> Bool {
    guard let lateTeardown else {
      preconditionFailure("A registration that gets a teardown later was told so.")
    }
    return lateTeardown.set(teardown) == nil && writtenTeardown == nil
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
