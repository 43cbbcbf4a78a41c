internal import StitcherEngine

/// The failed teardowns of dependencies of the ``DependencyMap``.
///
/// The error is thrown after all teardowns have run, also the ones after a failed teardown.
///
/// ```swift
/// do { try await DependencyMap.end() } catch let error as DependencyTeardownError {
///   for failure in error.failures { print(failure.key, failure.error) }
/// }
/// ```
public struct DependencyTeardownError: Error, Sendable {
  /// A failed teardown.
  public struct Failure: Sendable {
    /// The name of the key.
    public let key: String

    /// The place of the teardown's declaration, such as `App/Database.swift:12`.
    public let place: String

    /// The error of the teardown, or a ``Timeout``.
    public let error: any Error
  }

  /// The error of a teardown that has exceeded its time limit.
  ///
  /// The teardown was cancelled, and may still be running.
  public struct Timeout: Error, Equatable, CustomStringConvertible {
    /// The time limit.
    public let limit: Duration

    /// Creates the error.
    ///
    /// - Parameter limit: The time limit of the teardown.
    public init(limit: Duration) { self.limit = limit }

    /// A sentence with the time limit.
    public var description: String { "It took longer than \(limit)." }
  }

  /// The failures, in the order of their occurrence.
  public let failures: [Failure]

  /// Creates the error from failures of the engine.
  init(_ failures: [TeardownFailure]) {
    self.failures = failures.map { failure in
      Failure(
        key: DefaultFailure.name(of: failure.registration.locator),
        place: failure.registration.location.description,
        error: (failure.error as? TeardownTimeout).map { Timeout(limit: $0.limit) }
          ?? failure.error)
    }
  }
}

extension DependencyTeardownError: CustomStringConvertible {
  /// The number of failures, then a line for each with the key, the place and the error.
  public var description: String {
    let count = failures.count == 1 ? "A teardown has" : "\(failures.count) teardowns have"
    let lines = failures.map { "\n  \($0.key) (\($0.place)): \($0.error)" }
    return "\(count) failed; everything else is closed.\(lines.joined())"
  }
}
