/// The failure of a teardown: its closure has thrown an error, or has exceeded the time limit.
package struct TeardownFailure: Sendable {
  /// The registration of the instance.
  package let registration: Registration

  /// The error of the teardown, or a ``TeardownTimeout``.
  package let error: any Error

  /// Prints the failure. Called if no caller waits for the teardown.
  package func tell() {
    printError(
      "Stitcher: the teardown of \(subject) (\(registration.location)) has failed: \(error)")
  }

  /// The key of the registration, as errors print it.
  private var subject: String {
    switch registration.locator.keys[0].shown {
    case .type(let type): "Type[\(type)]"
    case .name(let name): "Name[\(name)]"
    case .value(let value): "Value[\(value.erased)]"
    }
  }
}

/// The error of a teardown that has exceeded its time limit, and is still running.
package struct TeardownTimeout: Error, CustomStringConvertible {
  /// The time limit.
  package let limit: TimeSpan

  /// A sentence for the printed failure.
  package var description: String { "It took longer than \(limit)." }
}
