internal import StitcherEngine

/// The failed teardowns of a container's instances.
///
/// The error is thrown after all teardowns have run, also the ones after a failed teardown.
///
/// ```swift
/// do { try await container.end() } catch let error as ContainerTeardownError {
///   for failure in error.failures { print(failure.dependency, failure.error) }
/// }
/// ```
public struct ContainerTeardownError: Error, Sendable {
  /// A failed teardown.
  public struct Failure: Sendable {
    /// The registered type.
    public let dependency: String

    /// The source location of the registration, such as `App/Services.swift:12`.
    public let place: String

    /// The error of the teardown, or a ``Timeout``.
    public let error: any Error

    /// Creates the public description of a failed teardown.
    init(_ failure: TeardownFailure) {
      dependency = failure.registration.locator.text
      place = failure.registration.location.description
      error = ContainerTeardownError.translated(failure.error)
    }
  }

  /// Converts the internal error for an exceeded time limit to a ``Timeout``; returns other errors
  /// unchanged.
  static func translated(_ error: any Error) -> any Error {
    (error as? TeardownTimeout).map { Timeout($0.limit) } ?? error
  }

  /// The error of a teardown that was still running at the time limit of
  /// ``ContainerRegistration/teardown(within:_:)``.
  ///
  /// The teardown was cancelled, and may still be running.
  public struct Timeout: Error, Equatable, CustomStringConvertible {
    private let span: TimeSpan

    /// The time limit of the teardown.
    @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
    public var limit: Duration { span.duration }

    /// The time limit of the teardown in seconds.
    public var limitInSeconds: Double { span.inSeconds }

    /// Creates the error for a time limit.
    ///
    /// - Parameter limit: The time limit of the teardown.
    @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
    public init(limit: Duration) { span = TimeSpan(limit) }

    /// Creates the error for a time limit.
    ///
    /// - Parameter limit: The time limit of the teardown, in seconds.
    public init(limitInSeconds limit: Double) { span = TimeSpan(seconds: limit) }

    /// Creates the error for a time limit, given as an internal time span.
    init(_ span: TimeSpan) { self.span = span }

    /// A sentence with the time limit.
    public var description: String { "It took longer than \(span)." }
  }

  /// The failed teardowns, in the order in which they failed.
  public let failures: [Failure]

  /// Throws a ``ContainerTeardownError`` if there are any failures.
  static func check(_ failures: [TeardownFailure]) throws {
    if !failures.isEmpty {
      throw ContainerTeardownError(failures: failures.map { Failure($0) })
    }
  }
}

extension ContainerTeardownError: CustomStringConvertible {
  /// The number of failures, then one line for each failure with its type, source location and
  /// error.
  public var description: String {
    let count = failures.count == 1 ? "A teardown has" : "\(failures.count) teardowns have"
    let lines = failures.map { "\n  \($0.dependency) (\($0.place)): \($0.error)" }
    return "\(count) failed; everything else is closed.\(lines.joined())"
  }

  /// The same text as ``description``.
  public var errorDescription: String? { description }
}
