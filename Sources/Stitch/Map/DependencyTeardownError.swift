internal import StitcherEngine

/// What went wrong while the dependencies of the ``DependencyMap`` were closed.
///
/// All of them were closed, or tried to be, whatever failed before.
///
/// ```swift
/// do { try await DependencyMap.end() } catch let error as DependencyTeardownError {
///   for failure in error.failures { print(failure.key, failure.error) }
/// }
/// ```
public struct DependencyTeardownError: Error, Sendable {
  /// One teardown that has failed.
  public struct Failure: Sendable {
    /// The name of the key whose dependency was closed.
    public let key: String

    /// Where the teardown is written, such as `App/Database.swift:12`.
    public let place: String

    /// What the teardown has thrown, or a ``Timeout``.
    public let error: any Error
  }

  /// A teardown took longer than its limit. It was cancelled, and may still go on.
  public struct Timeout: Error, Equatable, CustomStringConvertible {
    /// How long it may take.
    private let span: TimeSpan

    /// How long it may take.
    @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
    public var limit: Duration { span.duration }

    /// How long it may take, in seconds.
    public var limitInSeconds: Double { span.inSeconds }

    /// Creates the error.
    ///
    /// - Parameter limit: How long the teardown may take.
    @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
    public init(limit: Duration) { span = TimeSpan(limit) }

    /// Creates the error.
    ///
    /// - Parameter limit: How long the teardown may take, in seconds.
    public init(limitInSeconds limit: Double) { span = TimeSpan(seconds: limit) }

    /// Describes a limit of the engine.
    init(_ span: TimeSpan) { self.span = span }

    /// What happened, in a sentence.
    public var description: String { "It took longer than \(span)." }
  }

  /// The failures, in the order in which they happened.
  public let failures: [Failure]

  /// Describes failures of the engine.
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
  /// How many have failed, and each on a line of its own: what, where, and why.
  public var description: String {
    let count = failures.count == 1 ? "A teardown has" : "\(failures.count) teardowns have"
    let lines = failures.map { "\n  \($0.key) (\($0.place)): \($0.error)" }
    return "\(count) failed; everything else is closed.\(lines.joined())"
  }
}
