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

    /// The source location of the teardown's declaration, such as `App/Database.swift:12`.
    public let place: String

    /// The error of the teardown, or a ``Timeout``.
    public let error: any Error
  }

  /// The error of a teardown that was still running at its time limit.
  ///
  /// The teardown was cancelled, and may still be running.
  public struct Timeout: Error, Equatable, CustomStringConvertible {
    private let span: TimeSpan

    /// The time limit of the teardown.
    @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
    public var limit: Duration { span.duration }

    /// The time limit of the teardown in seconds.
    public var limitInSeconds: Double { span.inSeconds }

    /// Creates the error for an exceeded time limit.
    ///
    /// - Parameter limit: The time limit of the teardown.
    @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
    public init(limit: Duration) { span = TimeSpan(limit) }

    /// Creates the error for an exceeded time limit in seconds.
    ///
    /// - Parameter limit: The time limit of the teardown, in seconds.
    public init(limitInSeconds limit: Double) { span = TimeSpan(seconds: limit) }

    /// Creates the error for a time limit that the engine measures.
    init(_ span: TimeSpan) { self.span = span }

    /// A sentence with the time limit.
    public var description: String { "It took longer than \(span)." }
  }

  /// The failed teardowns, in the order in which they failed.
  public let failures: [Failure]

  /// Creates the error from the failures that the engine reports.
  init(_ failures: [TeardownFailure]) {
    self.failures = failures.map { failure in
      Failure(
        key: DefaultFailure.name(of: failure.registration.locator),
        place: failure.registration.location.description,
        error: (failure.error as? TeardownTimeout).map { Timeout($0.limit) }
          ?? failure.error)
    }
  }
}

extension DependencyTeardownError: CustomStringConvertible {
  /// The number of failures, then one line for each failure with its key, source location and
  /// error.
  public var description: String {
    let count = failures.count == 1 ? "A teardown has" : "\(failures.count) teardowns have"
    let lines = failures.map { "\n  \($0.key) (\($0.place)): \($0.error)" }
    return "\(count) failed; everything else is closed.\(lines.joined())"
  }
}
