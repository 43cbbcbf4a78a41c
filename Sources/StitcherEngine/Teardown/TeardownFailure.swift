/// The failure of a teardown.
///
/// The teardown's closure has thrown an error, or has exceeded the time limit.
package struct TeardownFailure: Sendable {
  /// The registration of the instance with the failed teardown.
  package let registration: Registration

  /// The error that the teardown has thrown, or a ``TeardownTimeout``.
  package let error: any Error

  /// Prints the failure of the teardown to the standard error.
  ///
  /// Called if no caller waits for the teardown.
  package func tell() {
    printError(
      "Stitcher: the teardown of \(subject) (\(registration.location)) has failed: \(error)")
  }

  /// The first key of the registration, which is the subject of ``description``.
  private var subject: String {
    switch registration.locator.keys[0].shown {
    case .type(let type): "Type[\(type)]"
    case .name(let name): "Name[\(name)]"
    case .value(let value): "Value[\(value.erased)]"
    }
  }
}

/// The error of a teardown that has exceeded its time limit.
///
/// The teardown is still running.
package struct TeardownTimeout: Error, CustomStringConvertible {
  /// The time limit that the teardown has exceeded.
  package let limit: TimeSpan

  /// The sentence that describes this error in a printed failure.
  package var description: String { "It took longer than \(limit)." }
}
