/// A teardown that has failed.
package struct TeardownFailure: Sendable {
  /// What was torn down.
  package let registration: Registration

  /// What the teardown has thrown, or a ``TeardownTimeout``.
  package let error: any Error

  /// Prints the failure: nobody waits for it.
  package func tell() {
    printError(
      "Stitcher: the teardown of \(subject) (\(registration.location)) has failed: \(error)")
  }

  /// What was torn down, as errors print it.
  private var subject: String {
    switch registration.locator.keys[0].shown {
    case .type(let type): "Type[\(type)]"
    case .name(let name): "Name[\(name)]"
    case .value(let value): "Value[\(value.erased)]"
    }
  }
}

/// A teardown took longer than it may, and goes on.
package struct TeardownTimeout: Error, CustomStringConvertible {
  /// How long it may take.
  package let limit: TimeSpan

  /// What happened, in a sentence.
  package var description: String { "It took longer than \(limit)." }
}
