internal import StitcherEngine

#if STITCHER_FOUNDATION
  public import Foundation

  extension TeardownError: LocalizedError {}
#endif

/// The failures of teardowns in one change, such as the end of a graph or the deactivation of a
/// container.
///
/// If a teardown fails, the remaining teardowns still run. The error is thrown after the last one.
public struct TeardownError: Error, Sendable {
  /// One failed teardown.
  public struct Failure: Sendable {
    /// The key of the dependency.
    public let dependency: InjectionError.DependencyContext

    /// The place of the registration, such as `App/Files.swift:12`.
    public let place: String

    /// The error that the teardown has thrown, or a ``Timeout``.
    public let error: any Error

    /// Converts a failure of the engine.
    init(_ failure: TeardownFailure) {
      dependency = InjectionError.DependencyContext(failure.registration.locator.keys[0].shown)
      place = failure.registration.location.description
      error = TeardownError.translated(failure.error)
    }
  }

  /// Returns the error of a teardown, and converts the engine's timeout to a ``Timeout``.
  static func translated(_ error: any Error) -> any Error {
    (error as? TeardownTimeout).map { Timeout($0.limit) } ?? error
  }

  /// The error of a teardown that exceeded the time limit of ``Dependency/teardown(within:_:)``.
  ///
  /// The teardown was cancelled, but may still be running.
  public struct Timeout: Error, Equatable, CustomStringConvertible {
    private let span: TimeSpan

    /// The time limit.
    @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
    public var limit: Duration { span.duration }

    /// The time limit in seconds.
    public var limitInSeconds: Double { span.inSeconds }

    /// Creates an error with a time limit.
    ///
    /// - Parameter limit: The longest time that the teardown may take.
    @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
    package init(limit: Duration) { span = TimeSpan(limit) }

    /// Creates an error with a time limit in seconds.
    ///
    /// - Parameter limit: The longest time that the teardown may take, in seconds.
    public init(limitInSeconds limit: Double) { span = TimeSpan(seconds: limit) }

    /// Creates an error with a time limit of the engine.
    init(_ span: TimeSpan) { self.span = span }

    /// A sentence that names the limit.
    public var description: String { "It took longer than \(span)." }
  }

  /// The failures, in the order in which they happened.
  public let failures: [Failure]

  /// Throws the failures of the engine as one error, or returns if there are none.
  static func check(_ failures: [TeardownFailure]) throws {
    if !failures.isEmpty { throw TeardownError(failures: failures.map { Failure($0) }) }
  }
}

extension TeardownError: CustomStringConvertible {
  /// The number of failures, and one line for each with its dependency, place and error.
  public var description: String {
    let count = failures.count == 1 ? "A teardown has" : "\(failures.count) teardowns have"
    let lines = failures.map { "\n  \($0.dependency) (\($0.place)): \($0.error)" }
    return "\(count) failed; everything else is closed.\(lines.joined())"
  }

  /// The same text as ``description``.
  public var errorDescription: String? { description }
}
